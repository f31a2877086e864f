#include "gpu/labels/graph_paths.h"

#include <string.h>

#include "base/grow.h"
#include "db/state/filters.h"

RELEASER(path_image_drop, struct path_image, path_image_free)

void graph_paths_init(struct graph_paths *paths, struct image *base)
{
	*paths = (struct graph_paths){.base = base, .filter = PATH_FILTER_INIT};
}

static void drop_image(struct graph_paths *paths)
{
	path_image_free(paths->image);
	paths->image = NULL;
	path_filter_release(&paths->filter);
}

void graph_paths_release(struct graph_paths *paths)
{
	drop_image(paths);
	label_space_free(paths->labels);
	product_arrivals_free(paths->arrivals);
	product_space_free(paths->product);
	filter_index_free(paths->index);
	paths->index = NULL;
	paths->labels = NULL;
	paths->product = NULL;
	paths->arrivals = NULL;
}

enum status graph_paths_need_labels(struct graph_paths *paths)
{
	if (paths->labels)
		return STATUS_OK;
	return label_space_new(paths->base, NULL, paths->base->graph->n_vertices, 1, NULL,
			       &paths->labels);
}

static void warn_of(const struct graph *graph, const int32_t *vertex, int32_t n, const char *what,
		    struct text *warnings)
{
	for (int32_t i = 0; i < n; i++) {
		text_add(warnings, "warning: \"");
		graph_write_name(graph, vertex[i], warnings);
		text_printf(warnings, "\" isn't %s\n", what);
	}
}

/* Its vertices have the names of the base's. */
static enum status name_vertices(const void *of, struct path_graph *paths)
{
	const struct image *base = of;
	struct graph *graph = paths->graph;

	graph->named_by = graph_ref(base->graph);
	TRY(ALLOC(&graph->named_vertex, graph->n_vertices));
	COPY(graph->named_vertex, paths->vertex, graph->n_vertices);
	return STATUS_OK;
}

static enum status need_product(struct graph_paths *paths)
{
	return paths->product ? STATUS_OK
			      : product_space_new(paths->base, NULL, false, &paths->product);
}

static enum status need_index(struct graph_paths *paths)
{
	struct filter_context context = {.graph = paths->base->graph};

	return paths->index ? STATUS_OK : filter_index_new(&context, &paths->index);
}

static enum status make_image(struct graph_paths *paths, const struct path_filter *filter,
			      const struct filter_lists *lists, struct task *task,
			      struct path_image **out)
{
	RELEASED_BY(labels_drop) struct labels *labels = NULL;

	TRY(need_product(paths));
	if (filter->rule == RULE_EXACT)
		return product_new(paths->product, &lists->lists, NULL, task, out);
	TRY(graph_paths_need_labels(paths));
	TRY(labels_filter(paths->labels, filter, &lists->lists, &labels));
	return labels_product(labels, paths->product, task, out);
}

static enum status warn_if_empty(const struct filter_context *context,
				 const struct path_filter *filter, struct filter_lists *lists,
				 struct task *task, struct text *warnings)
{
	RELEASED_BY(filter_query_release) struct filter_query query = {0};

	TRY(filter_spread(lists, context->graph, &query));
	return filter_warn_empty(filter, context, &query.query, task, warnings);
}

enum status graph_new_paths(struct graph_paths *paths, const struct path_filter *filter,
			    struct text *warnings, struct task *task, struct path_image **out)
{
	struct graph *base = paths->base->graph;
	struct filter_context context = {.graph = base};
	RELEASED_BY(filter_lists_release) struct filter_lists lists = {0};
	RELEASED_BY(path_image_drop) struct path_image *made = NULL;

	TRY(need_index(paths));
	TRY(filter_find(paths->index, filter, &lists));
	if (warnings) {
		warn_of(base, lists.not_from, lists.n_not_from, "a source", warnings);
		warn_of(base, lists.not_to, lists.n_not_to, "a sink", warnings);
	}
	TRY(make_image(paths, filter, &lists, task, &made));
	if (warnings && !path_image_vertices(made))
		TRY(warn_if_empty(&context, filter, &lists, task, warnings));
	made->dress = name_vertices;
	made->dress_of = paths->base;
	HAND_OVER(out, made);
	return STATUS_OK;
}

enum status graph_path_image(struct graph_paths *paths, const struct path_filter *filter,
			     struct text *warnings, struct task *task, struct path_image **out)
{
	enum status status;

	if (!paths->image || !path_filter_equal(&paths->filter, filter)) {
		drop_image(paths);
		TRY(path_filter_copy(&paths->filter, filter));
		status = graph_new_paths(paths, filter, warnings, task, &paths->image);
		if (status != STATUS_OK) {
			drop_image(paths);
			return status;
		}
	}
	*out = paths->image;
	return STATUS_OK;
}

enum status graph_count_paths(struct graph_paths *paths, const struct path_filter *filter,
			      struct product_counts *out)
{
	const struct image *base = paths->base;
	RELEASED_BY(filter_lists_release) struct filter_lists lists = {0};

	TRY(graph_paths_need_labels(paths));
	TRY(need_product(paths));
	TRY(need_index(paths));
	if (!paths->arrivals)
		TRY(product_arrivals_new(paths->product, base->fs_bits, (void *)base->device.weight,
					 (void *)base->device.source_weight, false,
					 &paths->arrivals));
	TRY(filter_find(paths->index, filter, &lists));
	return product_count(paths->product, &lists.lists, paths->arrivals, paths->labels, out);
}

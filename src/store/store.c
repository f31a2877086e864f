#include "store/store.h"

#include <stdlib.h>

#include "base/grow.h"
#include "store/store_file.h"
#include "store/store_impl.h"

void stored_design_release(struct stored_design *design)
{
	state_graph_free(design->states);
	timing_graph_free(design->timing);
	graph_unref(design->graph);
	net_wires_free(design->wires);
	constraints_unref(design->constraints);
	annotations_free(design->annotations);
	aocv_free(design->aocv);
	placement_unref(design->placement);
	technology_unref(design->technology);
	netlist_unref(design->netlist);
	variation_release(&design->variation);
	for (int split = 0; split < N_SPLITS; split++) {
		for (int32_t i = 0; i < design->n_libraries[split]; i++)
			library_unref(design->library[split][i]);
		free(design->library[split]);
	}
	free(design->settings.link_path);
	*design = (struct stored_design){0};
}

/* ---- the libraries that were read ---- */

static enum status add_library(struct library_set *set, struct library *library)
{
	if (library_set_find(set, library) >= 0)
		return STATUS_OK;
	return APPEND(set->library, set->n, &set->capacity, library);
}

static enum status list_libraries(const struct stored_design *design, struct library_set *set)
{
	for (int split = 0; split < N_SPLITS; split++) {
		for (int32_t i = 0; i < design->n_libraries[split]; i++)
			TRY(add_library(set, design->library[split][i]));
	}
	for (int32_t i = 0; design->netlist && i < design->netlist->n_libraries; i++)
		TRY(add_library(set, design->netlist->library[i]));
	return STATUS_OK;
}

/* Those of each split, in the order read; link_design uses them. */
static void code_library_lists(struct coder *c, const struct library_set *set,
			       struct stored_design *design)
{
	for (int split = 0; split < N_SPLITS; split++) {
		int32_t n = design->n_libraries[split];

		code_count(c, &n);
		CODE_ROOM(c, &design->library[split], n);
		for (int32_t i = 0; i < n && !coder_failed(c); i++) {
			int32_t which =
				c->saving ? library_set_find(set, design->library[split][i]) : 0;

			code_id(c, &which, 0, set->n, "a library");
			if (c->saving || coder_failed(c))
				continue;
			design->library[split][i] = library_ref(set->library[which]);
			design->n_libraries[split] = i + 1;
		}
	}
}

static void code_settings(struct coder *c, struct stored_settings *settings)
{
	code_int(c, &settings->model, 0, 2, "a delay calculator");
	code_int(c, &settings->cppr, 0, 2, "what removes pessimism");
	code_bool(c, &settings->load_includes_driver_pin);
	code_bool(c, &settings->forgives);
	code_bool(c, &settings->leaves_unclocked);
	code_string(c, &settings->link_path);
}

static void code_design(struct coder *c, struct library_set *set, struct stored_design *design)
{
	code_settings(c, &design->settings);
	code_libraries(c, set);
	code_library_lists(c, set, design);
	code_netlist(c, set, &design->netlist);
	code_wires(c, design->netlist, &design->wires);
	code_constraints(c, design->netlist, &design->constraints);
	code_annotations(c, design->netlist, &design->annotations);
	code_aocv(c, design->netlist, &design->aocv);
	code_variation(c, &design->variation);
	code_timing(c, design);
	code_technology(c, &design->technology);
	code_placement(c, design);
	code_graph(c, &design->graph);
	if (design->graph && design->netlist)
		code_wrong(c, "a graph and a netlist");
}

/* Graphs whose data checks keep launches apart aren't stored: they are built again after reading. */
static struct stored_design without_references(const struct stored_design *design)
{
	struct stored_design all = *design;

	if (all.states && all.states->references.n_cones > 0) {
		all.states = NULL;
		all.timing = NULL;
	}
	return all;
}

static void release_listed(struct library_set *set)
{
	library_set_release(set, false);
}

enum status design_save(const char *path, const struct stored_design *design, int n_threads,
			struct task *task)
{
	RELEASED_BY(coder_release) struct coder c = {.saving = true, .index = TEXT_INIT};
	struct stored_design all = without_references(design);
	RELEASED_BY(release_listed) struct library_set set = {0};

	DOING(task, "saving the design", 0);
	TRY(list_libraries(design, &set));
	code_design(&c, &set, &all);
	TRY(c.status);
	return store_write(path, &c, n_threads, task);
}

enum status design_load(const char *path, const struct load_options *options, struct task *task,
			struct stored_design *out)
{
	struct coder c = {0};
	struct library_set set = {0};
	struct store_source *source = NULL;
	enum status status;

	*out = (struct stored_design){0};
	status = store_open(path, options->any_checksum, task, &c, &source);
	if (status == STATUS_OK) {
		code_design(&c, &set, out);
		status = store_read(source, &c, options->n_threads);
	}
	store_close(source);
	library_set_release(&set, true);
	coder_release(&c);
	if (status != STATUS_OK)
		stored_design_release(out);
	return status;
}

/* The header of SDF and its cells: a walk over the text by pointer. */
#include "read/sdf/sdf.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/hierarchy.h"
#include "read/sdf/sdf_scan.h"

#define FS_OF_NS   1e6
#define MOST_AGAIN (INT64_C(1) << 30) /* bytes, without -allow_large */

/* ---- header ---- */

static enum status read_divider(struct sdf *sdf)
{
	TRY(walk_skip_blanks(&sdf->walk));
	if (sdf->walk.at >= sdf->walk.end || !strchr("./", *sdf->walk.at))
		return sdf_expected(sdf, "a divider (/ or .)");
	sdf->divider = *sdf->walk.at++;
	return sdf_take(sdf, ')', "\")\"");
}

/* 1, 10 or 100 with us, ns or ps (and fs, which the standard doesn't have), blanks between them or not. */
static enum status read_timescale(struct sdf *sdf)
{
	static const struct {
		const char *name;
		double fs;
	} units[] = {{"us", 1e9}, {"ns", FS_OF_NS}, {"ps", 1e3}, {"fs", 1}};
	struct sdf_span name;
	const char *begin;
	double number;
	char *end;

	TRY(walk_skip_blanks(&sdf->walk));
	begin = sdf->walk.at;
	number = strtod(begin, &end);
	if (number != 1 && number != 10 && number != 100)
		return sdf_expected(sdf, "a time scale (1, 10 or 100 with us, ns or ps)");
	sdf->walk.at = end;
	TRY(sdf_take_name(sdf, "a unit of time (us, ns or ps)", &name));
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		if (!sdf_is(name, units[i].name))
			continue;
		sdf->unit = number * units[i].fs;
		return sdf_take(sdf, ')', "\")\"");
	}
	sdf->walk.at = name.begin;
	return sdf_expected(sdf, "a unit of time (us, ns or ps)");
}

/* ---- cells ---- */

static void choose(struct sdf *sdf, int32_t instance)
{
	const struct netlist *netlist = sdf->netlist;

	sdf->one = (struct sdf_instance){.id = -1};
	sdf->is_missing = false;
	if (instance < 0)
		return;
	sdf->one = (struct sdf_instance){instance,
					 &netlist->master[netlist->instance_master[instance]],
					 netlist->instance_pin[instance]};
	if (!sdf->one.master->library[LATE])
		sdf->one.id = -1; /* a black box has no arcs */
}

/* A name of (INSTANCE …): of an instance, or of a block whose wires come. */
static void find_instance(struct sdf *sdf, struct sdf_span name)
{
	int32_t instance = sdf_find_instance(sdf, name);
	const struct netlist *netlist = sdf->netlist;
	const struct master *master;

	text_clear(&sdf->scope);
	text_append(&sdf->scope, text_string(&sdf->name), sdf->name.length);
	text_add(&sdf->scope, "/");
	choose(sdf, instance);
	if (instance < 0) {
		sdf->is_missing = !netlist->hierarchy ||
				  hierarchy_find_block(netlist->hierarchy, text_string(&sdf->name),
						       sdf->name.length) < 0;
		if (sdf->is_missing)
			walk_warn(&sdf->walk, SDF_NO_INSTANCE, name.begin,
				  "no instance \"%.*s\" in the netlist", SDF_SHOWN(name));
		return;
	}
	master = &netlist->master[netlist->instance_master[instance]];
	if (sdf->cell_type.begin < sdf->cell_type.end && !sdf_is_same(sdf->cell_type, master->name))
		walk_warn(&sdf->walk, SDF_OTHER_CELL, name.begin,
			  "instance \"%.*s\" is a \"%s\", not a \"%.*s\"", SDF_SHOWN(name),
			  master->name, SDF_SHOWN(sdf->cell_type));
}

static enum status read_section(struct sdf *sdf, struct sdf_span word)
{
	if (sdf_is(word, "DELAY"))
		return sdf_read_delays(sdf);
	if (sdf_is(word, "TIMINGCHECK"))
		return sdf_read_checks(sdf);
	return sdf_skip_item(sdf, word);
}

/* The first time that (INSTANCE *) asks. */
static enum status list_instances(struct sdf *sdf)
{
	const struct netlist *netlist = sdf->netlist;

	if (sdf->instance)
		return STATUS_OK;
	TRY(ALLOC(&sdf->instance, netlist->n_instances));
	for (int32_t i = 0; i < netlist->n_instances; i++)
		sdf->instance[i] = (struct keyed){netlist->instance_master[i], i};
	return keyed_sort(sdf->instance, netlist->n_instances);
}

/* The sections once for each instance of the cell's type, within the block of -path. */
static enum status read_for_all(struct sdf *sdf)
{
	const struct netlist *netlist = sdf->netlist;
	const char *begin = sdf->walk.at;
	int32_t first, end;
	bool any = false;

	TRY(list_instances(sdf));
	keyed_find(sdf->instance, netlist->n_instances,
		   names_find(&netlist->master_name, sdf->cell_type.begin,
			      sdf->cell_type.end - sdf->cell_type.begin),
		   &first, &end);
	for (; first < end; first++) {
		int32_t i = sdf->instance[first].item;

		if (strncmp(names_get(&netlist->instance_name, i), text_string(&sdf->block),
			    (size_t)sdf->block.length) != 0)
			continue;
		any = true;
		sdf->walk.at = sdf->walk.look = begin;
		text_clear(&sdf->scope);
		text_add(&sdf->scope, names_get(&netlist->instance_name, i));
		text_add(&sdf->scope, "/");
		choose(sdf, i);
		TRY(sdf_read_items(sdf, read_section));
		sdf->n_again += sdf->walk.at - begin;
		if (sdf->n_again > MOST_AGAIN && !sdf->walk.in->task->allow_large)
			return input_error_at(
				sdf->walk.in, begin,
				"(INSTANCE *) reads more than 1 GB for all "
				"instances; with -allow_large it is read all the same");
	}
	if (any)
		return STATUS_OK;
	walk_warn(&sdf->walk, SDF_NO_INSTANCE, begin, "no instance of \"%.*s\" in the netlist",
		  SDF_SHOWN(sdf->cell_type));
	choose(sdf, -1);
	sdf->is_missing = true;
	return sdf_read_items(sdf, read_section);
}

/* "(INSTANCE …)" after its keyword: empty is the top, or the block of -path. */
static enum status read_instance(struct sdf *sdf, bool *all)
{
	struct sdf_span name;
	bool ends;

	*all = false;
	choose(sdf, -1);
	text_clear(&sdf->scope);
	text_append(&sdf->scope, text_string(&sdf->block), sdf->block.length);
	TRY(sdf_at_end(sdf, &ends));
	if (ends)
		return STATUS_OK;
	TRY(sdf_take_name(sdf, "an instance", &name));
	*all = name.end - name.begin == 1 && *name.begin == '*';
	if (!*all)
		find_instance(sdf, name);
	return sdf_take(sdf, ')', "\")\"");
}

static enum status read_cell(struct sdf *sdf)
{
	bool all;

	TRY(sdf_expect(sdf, "CELLTYPE"));
	TRY(sdf_take_string(sdf, &sdf->cell_type));
	TRY(sdf_take(sdf, ')', "\")\""));
	TRY(sdf_expect(sdf, "INSTANCE"));
	TRY(read_instance(sdf, &all));
	return all ? read_for_all(sdf) : sdf_read_items(sdf, read_section);
}

/* ---- the file ---- */

static enum status read_item(struct sdf *sdf, struct sdf_span word)
{
	if (sdf_is(word, "CELL"))
		return read_cell(sdf);
	if (sdf_is(word, "DIVIDER"))
		return read_divider(sdf);
	if (sdf_is(word, "TIMESCALE"))
		return read_timescale(sdf);
	return sdf_skip(sdf); /* a date, a version, a voltage … */
}

static enum status read_text(struct sdf *sdf)
{
	TRY(sdf_expect(sdf, "DELAYFILE"));
	TRY(sdf_read_items(sdf, read_item));
	TRY(walk_skip_blanks(&sdf->walk));
	return sdf->walk.at < sdf->walk.end ? sdf_expected(sdf, "the end of the file") : STATUS_OK;
}

static enum status take_block(struct sdf *sdf)
{
	const char *block = sdf->source->block;
	const struct netlist *netlist = sdf->netlist;

	if (!block)
		return STATUS_OK;
	if (!netlist->hierarchy ||
	    hierarchy_find_block(netlist->hierarchy, block, (int64_t)strlen(block)) < 0)
		return status_fail(STATUS_USAGE, "no block \"%.200s\" in the netlist", block);
	text_add(&sdf->block, block);
	text_add(&sdf->block, "/");
	return STATUS_OK;
}

static enum status read_file(struct sdf *sdf, const char *path, struct text *warnings,
			     struct task *task)
{
	RELEASED_BY(input_close) struct input in = INPUT_INIT;
	enum status status;

	TRY(input_open(&in, path, task));
	TRY(walk_begin(&sdf->walk, &in, warnings));
	task_begin_bytes(task, "reading SDF", in.end);
	status = read_text(sdf);
	task_end(task);
	TRY(status);
	sdf_warn_of_the_rest(sdf);
	TRY(text_status(&sdf->name));
	return text_status(&sdf->scope);
}

static void release(struct sdf *sdf)
{
	text_release(&sdf->block);
	text_release(&sdf->scope);
	text_release(&sdf->name);
	text_release(&sdf->other);
	FREE_ALL(sdf->expression, sdf->instance);
	annotations_free(sdf->annotations);
}

enum status sdf_read(const char *path, const struct sdf_source *source, struct text *warnings,
		     struct task *task, struct annotations **out)
{
	RELEASED_BY(release)
	struct sdf sdf = {
		.source = source, .netlist = source->netlist, .divider = '.', .unit = FS_OF_NS};

	TRY(take_block(&sdf));
	TRY(source->old ? annotations_copy(source->old, &sdf.annotations)
			: annotations_new(&sdf.annotations));
	TRY(read_file(&sdf, path, warnings, task));
	HAND_OVER(out, sdf.annotations);
	return STATUS_OK;
}

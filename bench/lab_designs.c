/*
 * bench_lab: quadratic placements of designs, beside the stand-ins for the placements of tables 7 and 8: loom, which comes with warpscope,
 * adaptec1 of the ISPD 2005 contest (from $WARPSCOPE_REFERENCE, when there), and designs that are made.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/assets.h"
#include "gen/generate.h"
#include "gen/pack.h"
#include "lab.h"
#include "read/layout/def.h"
#include "read/layout/lef.h"
#include "read/liberty/liberty.h"

#define WS45     "ws45/ws45.lef.gz"
#define ADAPTEC1 "data/rosettastone/adaptec1_sky130hd/adaptec1"

static const struct recipe {
	const char *name;
	const char *def; /* an asset; NULL = not that */
	bool is_shared;
	const char *profile; /* of a made one */
} recipes[] = {
	{"loom", "loom/loom.def.gz", false, NULL}, {"adaptec1", NULL, true, NULL},
	{"vga_lcd", NULL, false, "vga_lcd"},       {"netcard", NULL, false, "netcard"},
	{"leon2", NULL, false, "leon2"},
};

enum { N_RECIPES = sizeof recipes / sizeof *recipes };

static enum status read_lef(struct bench *b, const char *path, struct technology **out)
{
	struct text warnings = TEXT_INIT;
	enum status status = lef_read(path, NULL, &warnings, &b->task, out);

	text_release(&warnings);
	return status;
}

static enum status read_bundled_lef(struct bench *b, struct technology **out)
{
	struct text path = TEXT_INIT;
	enum status status = asset_path(WS45, &path);

	if (status == STATUS_OK)
		status = read_lef(b, text_string(&path), out);
	text_release(&path);
	return status;
}

/* The netlist is DEF's own. */
static enum status read_def(struct bench *b, const char *path, struct technology *technology,
			    struct placement **out)
{
	struct text warnings = TEXT_INIT;
	enum status status = def_read(path, NULL, technology, &warnings, &b->task, out);

	text_release(&warnings);
	return status;
}

static enum status open_bundled(struct bench *b, const char *def, struct placement **out)
{
	struct technology *technology;
	struct text path = TEXT_INIT;
	enum status status;

	TRY(read_bundled_lef(b, &technology));
	status = asset_path(def, &path);
	if (status == STATUS_OK)
		status = read_def(b, text_string(&path), technology, out);
	text_release(&path);
	technology_unref(technology);
	return status;
}

/* *out stays NULL when it isn't there. */
static enum status open_shared(struct bench *b, struct placement **out)
{
	const char *reference = getenv("WARPSCOPE_REFERENCE");
	struct technology *technology;
	char lef[1024], def[1024];
	enum status status;

	snprintf(lef, sizeof lef, "%s/%s_macro.lef.gz", reference ? reference : "../shared",
		 ADAPTEC1);
	snprintf(def, sizeof def, "%s/%s.def.gz", reference ? reference : "../shared", ADAPTEC1);
	if (access(lef, R_OK) != 0 || access(def, R_OK) != 0)
		return STATUS_OK;
	TRY(read_lef(b, lef, &technology));
	status = read_def(b, def, technology, out);
	technology_unref(technology);
	return status;
}

static enum status read_library(struct bench *b, struct library **out)
{
	struct text path = TEXT_INIT, warnings = TEXT_INIT;
	enum status status = asset_path("ws45/ws45_late.lib.gz", &path);

	if (status == STATUS_OK)
		status = liberty_read(text_string(&path), &warnings, &b->task, out);
	text_release(&path);
	text_release(&warnings);
	return status;
}

static enum status make_netlist(struct bench *b, const char *profile, struct netlist **out)
{
	struct generate_options options = {
		.profile = *profile_find(profile), .seed = 1, .n_clocks = 1};
	struct constraints *constraints;
	enum status status;

	TRY(read_library(b, &options.late));
	status = generate_netlist(&options, &b->task, out, &constraints);
	library_unref(options.late);
	if (status == STATUS_OK)
		constraints_unref(constraints);
	return status;
}

static enum status open_made(struct bench *b, const char *profile, struct placement **out)
{
	struct technology *technology;
	struct netlist *netlist;
	enum status status;

	TRY(read_bundled_lef(b, &technology));
	status = make_netlist(b, profile, &netlist);
	if (status == STATUS_OK) {
		status = pack_row(netlist, technology, 1, &b->task, out);
		netlist_unref(netlist);
	}
	technology_unref(technology);
	return status;
}

static enum status open_placement(struct bench *b, const struct recipe *recipe,
				  struct placement **out)
{
	*out = NULL;
	/* with the entries of a matrix that is to be measured, about four a gate */
	if (recipe->profile && profile_find(recipe->profile)->n_gates > b->most / 4)
		return STATUS_OK;
	if (recipe->is_shared)
		return open_shared(b, out);
	return recipe->profile ? open_made(b, recipe->profile, out)
			       : open_bundled(b, recipe->def, out);
}

static enum status use_one(struct bench *b, const struct recipe *recipe, use_design *use)
{
	struct lab_design design = {.name = recipe->name, .is_made = recipe->profile != NULL};
	struct placement *placement;
	enum status status;

	TRY(open_placement(b, recipe, &placement));
	if (!placement) {
		printf("%-12s | left out: %s\n", recipe->name,
		       recipe->profile ? "-most" : "no such file");
		return STATUS_OK;
	}
	design.n_nets = placement->netlist->n_nets;
	status = quadratic_new(placement, &b->task, &design.quadratic);
	design.n_cells = design.quadratic.n_cells;
	placement_unref(placement);
	if (status == STATUS_OK && sparse_entries(design.quadratic.matrix) <= b->most)
		status = use(b, &design);
	quadratic_release(&design.quadratic);
	return status;
}

enum status each_design(struct bench *b, use_design *use)
{
	for (int i = 0; i < N_RECIPES; i++)
		TRY(use_one(b, &recipes[i], use));
	return STATUS_OK;
}

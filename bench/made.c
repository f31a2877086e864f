#include "made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/timing/timing_paths.h"
#include "gen/generate.h"
#include "read/liberty/liberty.h"

static enum status read_library(const char *path, enum split split, struct task *task,
				struct design *design)
{
	struct text warnings = TEXT_INIT;
	struct library *library;

	TRY(liberty_read(path, &warnings, task, &library));
	text_release(&warnings);
	return design_add_library(design, split, library);
}

static enum status find_profile(const char *text, struct profile *out)
{
	const char *colon = strchr(text, ':');
	char name[64];
	const struct profile *profile;

	snprintf(name, sizeof name, "%.*s", colon ? (int)(colon - text) : 63, text);
	profile = profile_find(name);
	if (!profile)
		return status_fail(STATUS_USAGE, "no profile \"%s\"; there are %s", name,
				   profile_names);
	*out = colon ? profile_scale(profile, atoll(colon + 1)) : *profile;
	return STATUS_OK;
}

enum status made_netlist(const char *profile, struct task *task, struct design *design)
{
	struct generate_options options = {.seed = 1, .n_clocks = 1};
	struct netlist *netlist;
	struct constraints *constraints;

	TRY(find_profile(profile, &options.profile));
	if (!design->n_libraries[EARLY] || !design->n_libraries[LATE])
		return status_fail(STATUS_USAGE, "a profile needs -min and -max libraries");
	options.early = design->library[EARLY][0];
	options.late = design->library[LATE][0];
	TRY(generate_netlist(&options, task, &netlist, &constraints));
	design_set_netlist(design, netlist);
	design_set_constraints(design, constraints);
	return STATUS_OK;
}

enum status made_design(const char *profile, const char *late, const char *early,
			struct queue *queue, struct task *task, struct design *design,
			struct path_image **paths)
{
	struct text warnings = TEXT_INIT;

	TRY(read_library(early, EARLY, task, design));
	TRY(read_library(late, LATE, task, design));
	TRY(made_netlist(profile, task, design));
	TRY(design_need_timing(design, queue, task, &warnings));
	TRY(timing_path_image(design->timing, &(struct timing_query){.split = LATE}, &warnings,
			      task, paths));
	TRY(path_image_need_paths(*paths)); /* for readers of names */
	text_release(&warnings);
	return STATUS_OK;
}

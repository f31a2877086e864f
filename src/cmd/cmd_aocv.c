/* AOCV: derates by depth and distance, from files. */
#include <inttypes.h>
#include <string.h>

#include "base/print.h"
#include "read/aocv.h"
#include "session/command.h"
#include "session/session.h"

#define DISTANCE_UNITS "nm|um"

#define READ_OPTIONS(X)                                                                                     \
	X(READ_UNIT, "-distance_unit", OPTION_CHOICE, DISTANCE_UNITS,                                       \
	  "what distances in the file are in, which it doesn't say; without the option nm, with a warning") \
	X(READ_ALLOW_LARGE, ALLOW_LARGE_FIELDS)

OPTION_TABLE(read_options, READ_OPTIONS);

static const char *spec_of(const struct aocv_table *table)
{
	return table->spec[0] ? table->spec : "*";
}

/* Of tables from one on: those whose words name nothing. */
static void warn_of_unmatched(const struct aocv *aocv, const struct aocv_map *map, int32_t first)
{
	for (int32_t i = first; i < aocv->n_tables; i++) {
		const struct aocv_table *t = &aocv->table[i];

		if (map->n_matched[i] || (t->group[0] && strcmp(t->group, aocv->group) != 0))
			continue;
		print_error("warning: AOCV table %" PRId32 ": no %s is called \"%.100s\"\n", i + 1,
			    aocv_object_name[t->object], spec_of(t));
	}
}

static enum status check_lens(const struct design *design)
{
	if (design->lenses & LENS_BIT(LENS_BUFFERS) && !(design->lenses & LENS_BIT(LENS_MARGINS)))
		return status_fail(STATUS_FAILED,
				   "read_aocv: the lens no_buffers is on, which such tables would "
				   "take away; set_lens none");
	return STATUS_OK;
}

/* The design's tables and those of a file; the design keeps its own until all is there. The caller frees *out also on failure. */
static enum status join(const struct design *design, const struct aocv *more, struct aocv **out)
{
	TRY(aocv_copy(design->aocv ? design->aocv : more, out));
	return design->aocv ? aocv_merge(*out, more) : STATUS_OK;
}

/* The format has no unit of distances, so the first file that has some says which is assumed. */
static void warn_of_unit(struct session *session, const char *path, const struct aocv *more)
{
	bool has = ANY(i, 0, more->n_tables, more->table[i].n_distances > 0);

	if (has && session_is_new(session, "-distance_unit", 14))
		print_error(
			"warning: %s: its distances are taken to be in nm; read_aocv -distance_unit nm|um says so\n",
			path);
}

static enum status read_aocv(struct call *call)
{
	struct session *session = call->session;
	struct design *design = &session->design;
	const struct option_value *unit = &call->option[READ_UNIT];
	int32_t first = design->aocv ? design->aocv->n_tables : 0;
	RELEASED_BY(aocv_drop) struct aocv *more = NULL, *joined = NULL;
	RELEASED_BY(aocv_map_release) struct aocv_map map = {0};

	TRY(design_need_netlist(design));
	TRY(check_lens(design));
	TRY(aocv_read(call->argument[0], unit->given && unit->number == 1 ? 1 : 1e-3,
		      &session->task, &more));
	if (!unit->given)
		warn_of_unit(session, call->argument[0], more);
	TRY(join(design, more, &joined));
	TRY(aocv_map_make(joined, design->netlist, &map));
	warn_of_unmatched(joined, &map, first);
	session_drop_for_edit(session);
	design_set_aocv(design, joined);
	joined = NULL;
	return STATUS_OK;
}

static enum status remove_aocv(struct call *call)
{
	TRY(design_need_netlist(&call->session->design));
	if (!call->session->design.aocv)
		return STATUS_OK;
	session_drop_for_edit(call->session);
	design_set_aocv(&call->session->design, NULL);
	return STATUS_OK;
}

static enum status need_aocv(const struct design *design)
{
	TRY(design_need_netlist(design));
	return design->aocv ? STATUS_OK
			    : status_fail(STATUS_FAILED,
					  "there are no AOCV tables; read_aocv reads them");
}

static enum status set_aocv_table_group(struct call *call)
{
	struct design *design = &call->session->design;
	const char *group = call->n_arguments ? call->argument[0] : "";
	RELEASED_BY(aocv_drop) struct aocv *aocv = NULL;
	bool known = !group[0];

	TRY(need_aocv(design));
	for (int32_t i = 0; i < design->aocv->n_tables; i++)
		known |= strcmp(design->aocv->table[i].group, group) == 0;
	if (!known)
		return status_fail(STATUS_FAILED, "no AOCV table is of group \"%.100s\"", group);
	TRY(aocv_copy(design->aocv, &aocv));
	TRY(aocv_set_group(aocv, group));
	session_drop_for_edit(call->session);
	design_set_aocv(design, aocv);
	aocv = NULL;
	return STATUS_OK;
}

/* ---- the report ---- */

static void write_words(struct text *out, int32_t mask, const char *const word[2], int width)
{
	const char *all = mask == 3 ? "both" : word[mask - 1];

	text_printf(out, " %-*s", width, all);
}

static void write_points(struct text *out, const double *point, int32_t n)
{
	if (!n)
		text_printf(out, " %17s", "-");
	else if (n == 1)
		text_printf(out, " %17g", point[0]);
	else
		text_printf(out, " %8g-%-8g", point[0], point[n - 1]);
}

static void write_factors(struct text *out, const double *value, int64_t n)
{
	double least = value[0], most = value[0];

	for (int64_t i = 1; i < n; i++) {
		least = value[i] < least ? value[i] : least;
		most = value[i] > most ? value[i] : most;
	}
	text_printf(out, " %6.4f-%6.4f", least, most);
}

static void write_table(struct text *out, const struct aocv *aocv, const struct aocv_map *map,
			int32_t i)
{
	static const char *const edges[] = {"rise", "fall"}, *const splits[] = {"early", "late"};
	static const char *const delays[] = {"cell", "net"}, *const paths[] = {"clock", "data"};
	const struct aocv_table *t = &aocv->table[i];
	const double *number = aocv->number + t->first;
	int32_t cells = t->what & DERATE_CELL ? 1 : 0, clock = t->what & DERATE_CLOCK ? 1 : 0;

	text_printf(out, "%5" PRId32, i + 1);
	write_words(out, t->splits, splits, 5);
	write_words(out, t->edges, edges, 4);
	write_words(out, cells | (t->what & DERATE_NET ? 2 : 0), delays, 5);
	write_words(out, clock | (t->what & DERATE_DATA ? 2 : 0), paths, 5);
	write_points(out, number, t->n_depths);
	write_points(out, number + t->n_depths, t->n_distances);
	number += t->n_depths + t->n_distances;
	write_factors(out, number, aocv_n_numbers(t) - t->n_depths - t->n_distances);
	text_printf(out, " %7" PRId32 " %s %s", map->n_matched[i], aocv_object_name[t->object],
		    spec_of(t));
	if (t->group[0])
		text_printf(out, " (group %s)", t->group);
	text_add(out, "\n");
}

static enum status report_aocv(struct call *call)
{
	const struct design *design = &call->session->design;
	RELEASED_BY(aocv_map_release) struct aocv_map map = {0};

	TRY(need_aocv(design));
	TRY(aocv_map_make(design->aocv, design->netlist, &map));
	if (design->aocv->group[0])
		text_printf(call->out, "group %s\n", design->aocv->group);
	text_add(call->out, "table split edges delay paths             depth      distance, um"
			    "       factors matches object\n");
	for (int32_t i = 0; i < design->aocv->n_tables; i++) {
		write_table(call->out, design->aocv, &map, i);
		if (i % 1000 == 999)
			TRY(call_flush(call));
	}
	text_add(
		call->out,
		"Clock networks have the factors of graph-based analysis, from depth 1 and over all distances, also with -pba:\n"
		"pessimistic, as clock paths of several stages deserve less.\n");
	return STATUS_OK;
}

const struct command aocv_commands[] = {
	{"read_aocv", read_aocv, IN_SESSION, "FILE", 1, 1, read_options,
	 "Read AOCV tables (.gz too), which derate delays by depth and distance of paths; they take the "
	 "place of set_timing_derate for the delays that they name"},
	{"remove_aocv", remove_aocv, IN_SESSION, NULL, 0, 0, NULL, "Remove all AOCV tables"},
	{"report_aocv", report_aocv, IN_SESSION, NULL, 0, 0, NULL,
	 "List the AOCV tables, and how many objects each names"},
	{"set_aocv_table_group", set_aocv_table_group, IN_SESSION, "?GROUP?", 0, 1, NULL,
	 "Use the AOCV tables of a group besides those without one; without GROUP, only those without one"},
	{0},
};

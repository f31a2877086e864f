/* A map with what it was made of, so that it can be made again. */
#include "report/density.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/credit/timing_pin_slacks.h"
#include "base/grow.h"
#include "report/ssta.h"
#include "session/saved_slacks.h"
#include "session/search.h"

void density_result_free(struct density_result *result)
{
	if (!result)
		return;
	snap_drop(&result->map);
	placement_unref(result->placement);
	density_pass_free(result->pass);
	FREE_ALL(result->slack, result->weight);
	for (int i = 0; i < 2; i++)
		snap_drop(&result->sums[i]);
	FREE_ALL(result->under, result);
}

int32_t density_usual_side(const struct placement *placement)
{
	int32_t side = 16;

	while (side < 1024 && (int64_t)side * side < placement->n_components / 8)
		side *= 2;
	return side;
}

/* ---- making ---- */

static enum status make_critical(struct session *session, struct density_result *result,
				 struct snap_density **out)
{
	const struct density_layout on = density_layout_of(session->queue, result);
	const struct ssta *ssta = session->design.ssta;
	const int64_t *passed;

	TRY(session_need_ssta(session));
	if (ssta_n(ssta) == 0)
		return status_fail(STATUS_FAILED, "no dies yet; step computes some");
	TRY(dies_criticality(session, &passed));
	if (!result->slack)
		TRY(ALLOC(&result->slack, result->placement->n_components));
	result->dies_serial = ssta_serial(ssta);
	result->n_dies = ssta_n(ssta);
	return density_critical(&on, passed, result->n_dies, result->slack, out);
}

static enum status make_changes(struct session *session, struct density_result *result,
				struct snap_density **out)
{
	const struct density_layout on = density_layout_of(session->queue, result);
	const struct netlist *netlist = result->placement->netlist;
	struct saved_slacks *saved = session_compared(session);
	FREED int64_t *change = NULL;

	if (!saved)
		return status_fail(STATUS_FAILED, "no slacks are saved; save_slacks saves them");
	TRY(session_need_timing(session));
	TRY(timing_need_slacks(session->design.timing, session->cppr, SLACKS_OF_BOTH,
			       &session->task));
	if (!result->slack)
		TRY(ALLOC(&result->slack, result->placement->n_components));
	TRY(ALLOC(&change, netlist->n_pins));
	result->saved_serial = saved->serial;
	TRY(session_pin_changes(session, session->queue, saved, result->split, change));
	return density_changes(&on, change, result->slack, out);
}

/* Are slacks of pins with credit there? */
static bool has_credit(const struct session *session, enum split split)
{
	const struct timing *timing = session->design.timing;

	return timing && session_removes_pessimism(session) &&
	       timing_has_pin_slacks(timing, session->cppr, split);
}

static enum status make_slacks(struct session *session, struct density_result *result,
			       struct snap_density **out)
{
	const struct density_layout on = density_layout_of(session->queue, result);
	FREED int64_t *of_state = NULL;
	struct timing *timing;

	TRY(session_need_timing(session));
	timing = session->design.timing;
	TRY(timing_read(timing));
	if (!result->slack)
		TRY(ALLOC(&result->slack, result->placement->n_components));
	result->credited = has_credit(session, result->split);
	if (result->credited) {
		TRY(ALLOC(&of_state, timing->image->device_states.n_states));
		TRY(timing_read_pin_slacks(timing, session->queue, result->split, of_state));
	}
	TRY(density_slacks(&on, timing, result->split, of_state, result->slack, out));
	snprintf((*out)->note, DENSITY_NOTE, "%s",
		 !result->credited                            ? "before CPPR"
		 : timing->pin_slacks.n_bounds[result->split] ? "after CPPR, some at least"
							      : "after CPPR");
	return STATUS_OK;
}

/* Cells without a size are points: how many macros lack it? */
static enum status note_sizes(const struct placement *p, struct snap_density *map)
{
	FREED bool *lacks = NULL;
	int n = 0;

	TRY(ALLOC(&lacks, p->technology->n_macros));
	for (int32_t i = 0; i < p->n_components; i++) {
		int32_t macro = p->component[i].macro;

		if (macro < 0 || p->technology->macro[macro].width || lacks[macro])
			continue;
		lacks[macro] = true;
		n++;
	}
	if (n)
		snprintf(map->note, DENSITY_NOTE, "without sizes: LEF lacks %d master%s", n,
			 n == 1 ? "" : "s");
	return STATUS_OK;
}

static enum status make_map(struct session *session, enum density_quantity quantity,
			    struct density_result *result, struct snap_density **out)
{
	const struct density_layout on = density_layout_of(session->queue, result);

	if (quantity < DENSITY_SLACK) {
		TRY(density_map_of(&on, quantity, &result->options, out));
		return note_sizes(result->placement, *out);
	}
	if (quantity == DENSITY_CRITICAL)
		return make_critical(session, result, out);
	if (quantity == DENSITY_CHANGE)
		return make_changes(session, result, out);
	return make_slacks(session, result, out);
}

/* "cells − fixed": kept as long as the program runs, one for each pair. */
static const char *difference_name(enum density_quantity a, enum density_quantity b)
{
	static char names[N_DENSITY_QUANTITIES][N_DENSITY_QUANTITIES][24];

	snprintf(names[a][b], sizeof names[a][b], "%s - %s", density_quantity_name[a],
		 density_quantity_name[b]);
	return names[a][b];
}

static enum status subtract(struct session *session, struct density_result *result,
			    struct snap_density **map)
{
	struct snap_density *other, *difference;
	enum status status;

	TRY(make_map(session, result->minus, result, &other));
	status = snap_density_subtract(*map, other, &difference);
	snap_unref(&other->snap);
	TRY(status);
	snap_unref(&(*map)->snap);
	difference->name = difference_name(result->quantity, result->minus);
	*map = difference;
	return STATUS_OK;
}

/* ---- slacks of a timing that has changed ---- */

static bool has_quantity(const struct density_result *result, enum density_quantity quantity)
{
	return result->quantity == quantity || (result->difference && result->minus == quantity);
}

static bool has_slacks(const struct density_result *result)
{
	return has_quantity(result, DENSITY_SLACK) || has_quantity(result, DENSITY_CHANGE);
}

/* Those that are gone stay. */
static bool has_other_saved(const struct session *session, const struct density_result *result)
{
	const struct saved_slacks *saved = session_compared(session);

	return has_quantity(result, DENSITY_CHANGE) && saved &&
	       saved->serial != result->saved_serial;
}

static enum split split_of(const struct session *session, const struct density_result *result)
{
	if (result->has_split)
		return result->split;
	return session_search_split(session);
}

enum status density_make(struct session *session, struct density_result *result)
{
	SNAP_HELD struct snap_density *map = NULL;

	result->split = split_of(session, result);
	TRY(make_map(session, result->quantity, result, &map));
	TRY(result->difference ? subtract(session, result, &map) : STATUS_OK);
	snap_drop(&result->map);
	HAND_OVER(&result->map, map);
	result->timing_edition = session->design.timing_edition;
	return STATUS_OK;
}

/* Of other dies than there are; those of dies that are gone stay. */
enum status density_make_sums(struct queue *queue, struct density_result *result)
{
	const struct density_layout on = density_layout_of(queue, result);

	for (int i = 0; i < 2; i++) {
		snap_drop(&result->sums[i]);
		result->sums[i] = NULL;
		TRY(density_prefix_sums(&on, result->map, i, &result->sums[i]));
	}
	return STATUS_OK;
}

enum status density_make_under(struct session *session, struct density_result *result)
{
	const struct density_layout on = density_layout_of(session->queue, result);

	if (!result->under)
		TRY(ALLOC(&result->under, result->placement->n_components));
	TRY(density_field_under(&on, result->map, &result->options, DENSITY_UNDER_CELLS,
				result->under));
	return result->pass ? density_make_sums(session->queue, result) : STATUS_OK;
}

static bool has_old_dies(const struct session *session, const struct density_result *result)
{
	const struct ssta *ssta = session->design.ssta;

	return has_quantity(result, DENSITY_CRITICAL) && ssta && ssta_n(ssta) > 0 &&
	       (ssta_serial(ssta) != result->dies_serial || ssta_n(ssta) != result->n_dies);
}

bool density_is_old(const struct session *session, const struct density_result *result)
{
	if (has_old_dies(session, result) || has_other_saved(session, result))
		return true;
	if (has_quantity(result, DENSITY_SLACK) &&
	    result->credited != has_credit(session, result->split))
		return true;
	return has_slacks(result) && (result->timing_edition != session->design.timing_edition ||
				      result->split != split_of(session, result));
}

enum status density_renew(struct session *session, struct density_result *result)
{
	enum split split = result->split;
	enum status status;

	if (!density_is_old(session, result))
		return result == session_maps(session)->newest
			       ? session_follow(session, STEPPER_DENSITY)
			       : STATUS_OK;
	status = density_make(session, result);
	if (status == STATUS_OK && result->under)
		status = density_make_under(session, result);
	if (status != STATUS_OK)
		result->split = split;
	return status;
}

void density_write_line(const struct snap_density *map, struct text *out)
{
	struct density_summary s = snap_density_summarize(map);
	bool is_share = strcmp(map->unit, "1") == 0;

	text_printf(out, "%s%s%s on %" PRId32 "x%" PRId32 " bins: %.6g to %.6g, mean %.6g%s%s\n",
		    map->name, *map->note ? " " : "", map->note, map->columns, map->rows, s.min,
		    s.max, s.mean, is_share ? "" : " ", is_share ? "" : map->unit);
}

enum status density_make_usual(struct queue *queue, struct placement *placement, int quantity,
			       int32_t most, struct density_result **out)
{
	RELEASED_BY(density_result_drop) struct density_result *result = NULL;
	struct density_layout on;
	int32_t side = density_usual_side(placement);

	while (side > most && side > 16)
		side /= 2;
	TRY(ALLOC(&result, 1));
	result->placement = placement_ref(placement);
	result->usual = most;
	result->quantity = (enum density_quantity)quantity;
	result->options = (struct density_options)DENSITY_OPTIONS_INIT;
	TRY(density_grid_of(&placement->die, side, side, &result->grid));
	on = density_layout_of(queue, result);
	TRY(density_map_of(&on, result->quantity, &result->options, &result->map));
	HAND_OVER(out, result);
	return STATUS_OK;
}

static void drop_map(struct session *session)
{
	struct density_maps *maps = session_maps(session);
	struct density_result *last = maps->newest;

	if (last && last->quantity < DENSITY_SLACK) /* others need more than a placement */
		maps->usual = (int)last->quantity;
	density_show(session, NULL);
	density_result_free(last);
	RESET(density_result_free, maps->before);
}

enum status density_move_placement(struct session *session, struct placement *placement)
{
	struct density_result *old = session_maps(session)->newest, *next = NULL;
	bool backward = old && old->under;
	enum status status;

	if (old && !old->usual) {
		status = ALLOC(&next, 1);
		if (status != STATUS_OK) {
			placement_unref(placement);
			return status;
		}
		*next = (struct density_result){.quantity = old->quantity,
						.grid = old->grid,
						.difference = old->difference,
						.minus = old->minus,
						.has_split = old->has_split,
						.split = old->split,
						.options = old->options,
						.placement = placement_ref(placement)};
	}
	session_set_placement(session, placement);
	if (!next) {
		board_note_map(session->board);
		return STATUS_OK;
	}
	status = density_make(session, next);
	if (status == STATUS_OK && backward)
		status = density_make_under(session, next);
	if (status == STATUS_OK)
		density_show(session, next);
	else
		density_result_free(next);
	return status;
}

const struct session_part density_part = {.size = sizeof(struct density_maps),
					  .drop = drop_map,
					  .drops_at = LOSS_PLACEMENT | LOSS_DESIGN};

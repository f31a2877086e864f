/* Cells in colours, where there is no map: by type, by their slack, by how far they have moved. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/density/density_maps.h"
#include "report/density.h"
#include "report/frame.h"

static const uint32_t no_value = 0x4a4d54; /* colour of cells without one */

static const struct {
	uint32_t colour;
	const char *name;
} types[N_FRAME_TYPES] = {
	[FRAME_TYPE_LOGIC] = {0x45699c, "logic"},
	[FRAME_TYPE_BUFFER] = {0x3c8d80, "buffers, inverters"},
	[FRAME_TYPE_REGISTER] = {0xc09a46, "registers"},
	[FRAME_TYPE_CLOCK_GATE] = {0xb4607e, "clock gates"},
	[FRAME_TYPE_BLOCK] = {0x77649c, "blocks"},
	[FRAME_TYPE_FILLER] = {0x3d424b, "fillers, taps, ties"},
	[FRAME_TYPE_PAD] = {0x85775c, "pads"},
	[FRAME_TYPE_UNKNOWN] = {0x5a5a5a, "not in LEF"},
};

/* ---- a scale ---- */

enum status frame_take_colours(struct frame_scale *s, const struct frame_query *q, bool dimmed)
{
	uint8_t colour[DENSITY_COLOURS][3];
	uint32_t eighths = dimmed ? 5 : 8;
	char name[16];

	TRY(density_colours(q->colours, s->shares.is_signed, name, sizeof name, colour));
	for (int i = 0; i < 256; i++)
		s->colour[i] = 0xff000000u | colour[i][0] * eighths / 8 << 16 |
			       colour[i][1] * eighths / 8 << 8 | colour[i][2] * eighths / 8;
	return STATUS_OK;
}

void frame_fill_scale(const struct frame_scale *s, struct legend *l)
{
	l->has_scale = s->max > s->min || s->max != 0;
	snprintf(l->unit, sizeof l->unit, "%s", strcmp(s->unit, "1") ? s->unit : "");
	l->scale_name = s->shares.is_signed && s->shares.kind == DENSITY_LINEAR
				? "linear per side" /* both are as long, whatever they reach */
				: density_scale_name[s->shares.kind];
	/* Along the bar values rise; of slacks the colours fall. */
	for (int i = 0; i < LEGEND_COLOURS; i++) {
		int at = s->shares.least ? LEGEND_COLOURS - 1 - i : i;

		l->colour[i] = s->colour[at];
		l->value[i] = density_value_at(&s->shares, at / (LEGEND_COLOURS - 1.0));
	}
	l->has_gaps = s->has_gaps;
	l->clipped_low = s->min < s->shares.low;
	l->clipped_high = s->max > s->shares.high;
}

/* ---- values of cells, [components], NAN = none ---- */

/* In ps. */
static enum status read_slacks(struct session *session, const struct placement *placement,
			       double *value)
{
	struct timing *timing = session->design.timing;

	TRY(timing_read(timing));
	for (int32_t i = 0; i < placement->n_components; i++) {
		int64_t slack = density_component_slack(placement, timing, LATE, NULL, i);

		value[i] = slack == FS_NONE_64 ? (double)NAN : (double)slack / 1000;
	}
	return STATUS_OK;
}

/* In um. */
static void read_moves(const struct placement *placement, const struct placement *from,
		       double *value)
{
	for (int32_t i = 0; i < placement->n_components; i++) {
		const struct component *a = &from->component[i], *b = &placement->component[i];

		value[i] = i < from->n_components && a->status == PLACED && b->status == PLACED
				   ? hypot((double)b->x - a->x, (double)b->y - a->y) /
					     LENGTHS_PER_MICRON
				   : (double)NAN;
	}
}

static enum status read_correlations(struct session *session, const struct frame_tinted *of,
				     double *value)
{
	int32_t n = of->placement->netlist->n_instances;

	for (int32_t i = n; i < of->placement->n_components; i++)
		value[i] = (double)NAN;
	return ssta_correlations(session->design.ssta, of->query->component, value);
}

/* The scale of values, and the place of each on it: 1 … 255, 0 = none. */
static enum status scale_values(struct frame_scale *s, const struct frame_query *q, int32_t n,
				const double *value, uint8_t *tint)
{
	bool slacks = frame_by(q->flags) == FRAME_BY_SLACK, clips = q->clip_low < q->clip_high;
	struct density_range range = {.is_signed = slacks, .least = slacks};

	s->min = HUGE_VAL;
	s->max = -HUGE_VAL;
	s->has_gaps = false;
	for (int32_t i = 0; i < n; i++) {
		s->has_gaps |= isnan(value[i]);
		s->min = fmin(s->min, isnan(value[i]) ? HUGE_VAL : value[i]);
		s->max = fmax(s->max, isnan(value[i]) ? -HUGE_VAL : value[i]);
	}
	if (s->min > s->max)
		s->min = s->max = 0;
	s->unit = slacks ? "ps" : frame_by(q->flags) == FRAME_BY_CORRELATION ? "1" : "um";
	range.low = clips ? q->clip_low : slacks ? s->min : 0;
	range.high = clips ? q->clip_high : s->max;
	density_shares_release(&s->shares);
	density_shares_init(&s->shares, (enum density_scale)q->scale, range, value, n);
	for (int32_t i = 0; i < n; i++) {
		double share = isnan(value[i]) ? 0 : density_share(&s->shares, value[i]);

		tint[i] = isnan(value[i])
				  ? 0
				  : (uint8_t)(1 + 254 * density_share_place(&s->shares, share));
	}
	return frame_take_colours(s, q, false);
}

/* ---- tints ---- */

/* What lacks for the colours that are asked for; NULL = nothing. */
static const char *lack_of(const struct session *session, const struct frame_tinted *of)
{
	const struct timing *timing = session->design.timing;
	enum frame_by by = frame_by(of->query->flags);

	if (by == FRAME_BY_SLACK && (!timing || !timing_has(timing, TIMING_CHECKS) ||
				     session->design.netlist != of->placement->netlist))
		return "no slacks, nothing is timed";
	if (by == FRAME_BY_CORRELATION &&
	    (!session->design.ssta || session->design.netlist != of->placement->netlist))
		return "no correlation, run_ssta has made no dies";
	if (by == FRAME_BY_CORRELATION && !ssta_is_correlated(session->design.ssta))
		return "no correlation, the dies share nothing";
	if (by == FRAME_BY_CORRELATION &&
	    (of->query->component < 0 ||
	     of->query->component >= of->placement->netlist->n_instances))
		return "no correlation, no cell is selected";
	return by == FRAME_BY_MOVES && !of->forces ? "no moves, nothing being placed" : NULL;
}

static enum status by_type(struct frame_tints *t, const struct placement *placement, uint8_t *tint,
			   uint32_t colour[FRAME_TINTS])
{
	memset(t->n_of_type, 0, sizeof t->n_of_type);
	TRY(frame_types_of(placement, tint));
	for (int32_t i = 0; i < placement->n_components; i++)
		t->n_of_type[tint[i]] += placement->component[i].status != UNPLACED;
	for (int i = 0; i < N_FRAME_TYPES; i++)
		colour[i] = types[i].colour;
	return STATUS_OK;
}

static enum status by_value(struct frame_tints *t, struct session *session,
			    const struct frame_tinted *of, uint8_t *tint,
			    uint32_t colour[FRAME_TINTS])
{
	int32_t n = of->placement->n_components;
	FREED double *value = NULL;

	TRY(ALLOC(&value, n));
	if (frame_by(of->query->flags) == FRAME_BY_SLACK)
		TRY(read_slacks(session, of->placement, value));
	else if (frame_by(of->query->flags) == FRAME_BY_CORRELATION)
		TRY(read_correlations(session, of, value));
	else
		read_moves(of->placement, of->forces->from, value);
	TRY(scale_values(&t->scale, of->query, n, value, tint));
	memcpy(colour, t->scale.colour, sizeof t->scale.colour);
	colour[0] = no_value;
	return STATUS_OK;
}

static enum status make_tints(struct frame_tints *t, struct session *session,
			      const struct frame_tinted *of, const char *lacks, uint8_t *tint,
			      uint32_t colour[FRAME_TINTS])
{
	enum frame_by by = lacks ? FRAME_BY_TYPE : frame_by(of->query->flags);

	t->by_type = by < FRAME_BY_SLACK; /* a placement that is only shown has no map */
	snprintf(t->title, sizeof t->title, "%s%s",
		 lacks                  ? lacks
		 : t->by_type           ? "cells by type"
		 : by == FRAME_BY_SLACK ? "setup slacks as timed last"
		 : by == FRAME_BY_CORRELATION
			 ? "correlation with the selected cell, by what dies share"
		 : of->forces->iteration < 0 ? "moves onto sites"
					     : "moves from the beginning",
		 by != FRAME_BY_SLACK                 ? ""
		 : session->design.lenses             ? ", under a lens"
		 : session_removes_pessimism(session) ? ", before CPPR"
						      : "");
	return t->by_type ? by_type(t, of->placement, tint, colour)
			  : by_value(t, session, of, tint, colour);
}

enum status frame_need_tints(struct frame_tints *t, struct session *session,
			     struct frame_scene *scene, const struct frame_tinted *of)
{
	const struct frame_query *q = of->query;
	struct frame_tints_key key = {
		.of = of->placement,
		.from = of->forces ? of->forces->from : NULL,
		.clip_low = q->clip_low,
		.clip_high = q->clip_high,
		.ssta = session->design.ssta ? ssta_serial(session->design.ssta) : 0,
		.by = frame_by(q->flags),
		.colours = q->colours,
		.scale = q->scale,
		.component = frame_by(q->flags) == FRAME_BY_CORRELATION ? q->component : -1,
		.cppr = session->cppr,
		.lenses = session->design.lenses};
	uint32_t colour[FRAME_TINTS] = {0};
	FREED uint8_t *tint = NULL;

	if (key.by == FRAME_BY_SLACK && session->idle && session->design.timing)
		TRY(session_need_timing(session));
	key.lacks = lack_of(session, of);
	if (memcmp(&t->key, &key, sizeof key) == 0 && t->timing == session->design.timing_edition)
		return STATUS_OK;
	t->key.of = NULL;
	TRY(ALLOC(&tint, of->placement->n_components));
	TRY(make_tints(t, session, of, key.lacks, tint, colour));
	TRY(frame_set_tints(scene, tint, colour));
	t->key = key;
	t->timing = session->design.timing_edition;
	return STATUS_OK;
}

/* ---- what they mean ---- */

/* Types that there are, with how many cells; or the scale. */
void frame_fill_tints(const struct frame_tints *t, struct legend *l)
{
	if (!t->by_type)
		frame_fill_scale(&t->scale, l);
	l->gap_colour = no_value;
	for (int i = 0; t->by_type && i < N_FRAME_TYPES; i++) {
		if (t->n_of_type[i])
			legend_add_swatch(l, types[i].colour, "%s %" PRId32, types[i].name,
					  t->n_of_type[i]);
	}
}

enum status frame_list_tints(const struct frame_tints *t, const struct snap_forces *forces,
			     struct pixels_legend *out)
{
	FREED struct legend *l = NULL;

	TRY(ALLOC(&l, 1));
	frame_forces_swatches(forces, l);
	frame_fill_tints(t, l);
	snprintf(out->title, sizeof out->title, "%s", t->title);
	snprintf(out->unit, sizeof out->unit, "%s", l->has_scale ? l->unit : "");
	out->has_values = l->has_scale;
	for (int i = 0; l->has_scale && i < PIXELS_VALUES; i++) {
		int at = i * (LEGEND_COLOURS - 1) / (PIXELS_VALUES - 1);

		out->key[out->n].colour = l->colour[at];
		out->key[out->n++].value = l->value[at];
	}
	for (int i = 0; i < l->n_swatches && out->n < PIXELS_KEYS; i++) {
		out->key[out->n].colour = l->swatch[i].colour;
		snprintf(out->key[out->n].text, sizeof out->key->text, "%s", l->swatch[i].text);
		out->n++;
	}
	return STATUS_OK;
}

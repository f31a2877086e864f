#include "report/limit_report.h"

#include <math.h>
#include <string.h>

enum { DESCRIPTION = 36, FANOUT_WIDTH = 6 }; /* columns, as in OpenSTA */

/* What a kind is called: in titles, in the head of a list, in full. */
struct kind_names {
	const char *title, *column, *limit, *value;
};

static const struct kind_names names[N_LIMIT_KINDS] = {
	[LIMIT_SLEW] = {" slew", "Slew", " slew", "slew"},
	[LIMIT_CAPACITANCE] = {" capacitance", "Cap", " capacitance", "capacitance"},
	[LIMIT_FANOUT] = {" fanout", "Fanout", " fanout", "fanout"},
};

static const struct kind_names old_slew = {"_transition", "Trans", "_transition",
					   "transition_time"};

static const char *split_name(enum split split)
{
	return split == LATE ? "max" : "min";
}

static const char *verdict(const struct limit_check *check)
{
	return check->slack < 0 ? "VIOLATED" : "MET";
}

static int width_of(const struct limit_report *r, enum limit_kind kind)
{
	return kind == LIMIT_FANOUT ? FANOUT_WIDTH : r->units.digits + 5;
}

static void write_value(const struct limit_report *r, enum limit_kind kind, double value)
{
	int width = width_of(r, kind);

	/* OpenSTA 2 has no -0.00 there */
	if (r->old_names && fabs(value / r->units.time) < 0.5 * pow(10, -r->units.digits))
		value = 0;
	if (kind == LIMIT_SLEW)
		report_slew(&r->units, value, width, r->out);
	else if (kind == LIMIT_CAPACITANCE)
		report_capacitance(&r->units, value, width, r->out);
	else
		text_printf(r->out, "%*.0f", width, value);
}

static void write_pin(const struct limit_report *r, int32_t pin, int width)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	netlist_write_pin(r->netlist, pin, '/', &name);
	text_printf(r->out, "%-*s", width, text_string(&name));
}

/* ---- in a list ---- */

static void write_head(const struct limit_report *r, enum limit_kind kind,
		       const struct kind_names *name)
{
	int width = width_of(r, kind);

	text_printf(r->out, "%-*s %*s %*s %*s\n", DESCRIPTION, "Pin", width, "Limit", width,
		    name->column, width, "Slack");
	text_rule(r->out, DESCRIPTION + 3 * (width + 1));
}

static void write_line(const struct limit_report *r, enum limit_kind kind,
		       const struct limit_check *check)
{
	const double value[] = {check->limit, check->value, check->slack};

	write_pin(r, check->pin, DESCRIPTION);
	for (int i = 0; i < 3; i++) {
		text_add(r->out, " ");
		write_value(r, kind, value[i]);
	}
	text_printf(r->out, " (%s)\n", verdict(check));
}

/* ---- in full ---- */

static int name_width(const struct limit_report *r, enum limit_kind kind)
{
	return kind == LIMIT_SLEW && r->old_names ? 16 : (int)strlen(names[kind].value) + 5;
}

static void write_named(const struct limit_report *r, enum limit_kind kind, const char *min_max,
			const char *name, double value)
{
	int width = name_width(r, kind) - (int)strlen(min_max);

	text_printf(r->out, "%s%-*s", min_max, width, name);
	write_value(r, kind, value);
}

static void write_full(const struct limit_report *r, enum limit_kind kind, enum split split,
		       const struct limit_check *check)
{
	const struct kind_names *name =
		kind == LIMIT_SLEW && r->old_names ? &old_slew : &names[kind];

	text_add(r->out, "Pin ");
	write_pin(r, check->pin, 0);
	text_printf(r->out, " %s\n", kind == LIMIT_FANOUT ? " " : check->edge == RISE ? "^" : "v");
	write_named(r, kind, split_name(split), name->limit, check->limit);
	text_add(r->out, "\n");
	write_named(r, kind, "", name->value, check->value);
	text_add(r->out, "\n");
	text_rule(r->out, name_width(r, kind) + width_of(r, kind));
	write_named(r, kind, "", "Slack", check->slack);
	text_printf(r->out, " (%s)\n\n", verdict(check));
}

void limit_report_write(const struct limit_report *r, enum limit_kind kind, enum split split,
			const struct limit_checks *checks)
{
	const struct kind_names *name =
		kind == LIMIT_SLEW && r->old_names ? &old_slew : &names[kind];

	if (!checks->n)
		return;
	text_printf(r->out, "%s%s\n\n", split_name(split), name->title);
	for (int32_t i = 0; i < checks->n; i++) {
		if (r->verbose) {
			write_full(r, kind, split, &checks->check[i]);
			continue;
		}
		if (i == 0)
			write_head(r, kind, name);
		write_line(r, kind, &checks->check[i]);
	}
	if (!r->verbose)
		text_add(r->out, "\n");
}

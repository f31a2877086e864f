/*
 * Pins that exceptions name in -from and -to although no path starts or ends there. As in OpenSTA the
 * exception doesn't apply to paths through them, and a warning says so; but path delays cut paths there.
 */
#include <inttypes.h>

#include "base/grow.h"
#include "read/sdc/sdc_impl.h"

/* In the marks of pins: paths start or end there by a delay. */
enum { MARK_STARTS = 1, MARK_ENDS = 2 };

enum status sdc_note_end(struct sdc *s, const struct sdc_call *call, int32_t pin, bool from)
{
	return APPEND(s->end, s->n_ends, &s->end_capacity,
		      (struct sdc_end){call->command->name, sdc_line(s), pin, from});
}

void sdc_tell_cuts(struct sdc *s, const struct sdc_call *call, const struct exception *exception)
{
	for (int from = 1; from >= 0 && !exception->probe; from--) {
		const struct point_list *list =
			from ? &exception->filter.from : &exception->filter.to;
		RELEASED_BY(text_release) struct text what = TEXT_INIT;
		const struct point *point;
		int32_t n = 0;

		for (int32_t i = 0; (point = point_list_next_inner(s->netlist, list, &i)); n++) {
			if (!n)
				netlist_write_pin(s->netlist, point->id, '/', &what);
		}
		text_printf(&what, n > 1 ? "\" and %" PRId32 " more pins of -%s" : "\"", n - 1,
			    from ? "from" : "to");
		if (n)
			sdc_warn(s,
				 "%s: paths are cut at \"%s: other paths through %s have no setup "
				 "and hold checks (-probe keeps them)",
				 call->command->name, text_string(&what), n > 1 ? "these" : "it");
	}
}

static void mark_points(const struct sdc *s, const struct point_list *list, uint8_t as,
			uint8_t *mark)
{
	const struct point *point;

	for (int32_t i = 0; (point = point_list_next_inner(s->netlist, list, &i));)
		mark[point->id] |= as;
}

static enum status mark_delays(const struct sdc *s, uint8_t **mark)
{
	const struct constraints *k = s->constraints;

	TRY(ALLOC(mark, s->netlist->n_pins));
	for (int32_t i = 0; i < k->n_input_delays; i++)
		(*mark)[k->input_delay[i].pin] |= MARK_STARTS;
	for (int32_t i = 0; i < k->n_output_delays; i++)
		(*mark)[k->output_delay[i].pin] |= MARK_ENDS;
	for (int32_t i = 0; i < k->n_exceptions; i++) {
		if (k->exception[i].kind != EXCEPTION_DELAY)
			continue;
		mark_points(s, &k->exception[i].filter.from, MARK_STARTS, *mark);
		mark_points(s, &k->exception[i].filter.to, MARK_ENDS, *mark);
	}
	return STATUS_OK;
}

/* A start is an input, the clock of a register, or what a delay makes one. Of ends only those are sure
 * to be none that drive a net, are on none or clock a register: another input may gate a clock. */
static bool is_end(const struct sdc *s, const struct sdc_end *end, const uint8_t *mark)
{
	const struct netlist *netlist = s->netlist;
	int32_t pin = end->pin;

	if (mark[pin] & (end->from ? MARK_STARTS : MARK_ENDS))
		return true;
	if (pin < netlist->n_ports)
		return end->from ? netlist->port_direction[pin] != LIB_OUTPUT
				 : netlist->port_direction[pin] != LIB_INPUT;
	if (end->from)
		return pin_path_ends(netlist, pin) & PIN_BEGINS_PATHS;
	return netlist->pin_net[pin] >= 0 && netlist_takes_signals(netlist, pin) &&
	       pin_path_ends(netlist, pin) != PIN_BEGINS_PATHS;
}

/* One warning for the pins of a command's option. */
static void tell(struct sdc *s, const struct sdc_end *end, int32_t n)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	netlist_write_pin(s->netlist, end->pin, '/', &name);
	if (n > 1)
		sdc_warn_at(s, end->line,
			    "%s: \"%s\" and %" PRId32 " more pins of -%s are no %s, ignored",
			    end->command, text_string(&name), n - 1, end->from ? "from" : "to",
			    end->from ? "startpoints" : "endpoints");
	else
		sdc_warn_at(s, end->line, "%s: \"%s\" is no %s, ignored", end->command,
			    text_string(&name), end->from ? "startpoint" : "endpoint");
}

enum status sdc_tell_ends(struct sdc *s)
{
	FREED uint8_t *mark = NULL;

	if (!s->n_ends)
		return STATUS_OK;
	TRY(mark_delays(s, &mark));
	for (int32_t i = 0, next; i < s->n_ends; i = next) {
		const struct sdc_end *first = NULL;
		int32_t n = 0;

		for (next = i; next < s->n_ends && s->end[next].line == s->end[i].line &&
			       s->end[next].from == s->end[i].from &&
			       s->end[next].command == s->end[i].command;
		     next++) {
			if (is_end(s, &s->end[next], mark))
				continue;
			first = first ? first : &s->end[next];
			n++;
		}
		if (first)
			tell(s, first, n);
	}
	s->n_ends = 0;
	return STATUS_OK;
}

/* Settings of the inside: case analysis, disabled arcs, derates. */
#include "write/sdc_impl.h"

static enum status write_cases(struct sdc_writer *w)
{
	const struct constraints *k = w->constraints;

	for (int32_t i = 0; i < k->n_cases; i++) {
		int32_t value = k->case_value[i].value;

		if (k->case_value[i].is_logic) {
			sdc_begin(w, value ? "set_logic_one" : "set_logic_zero");
		} else {
			sdc_begin(w, "set_case_analysis");
			sdc_add(w, value < 0 ? " rising" : value ? " 1" : " 0");
		}
		sdc_add_pins(w, &k->case_value[i].pin, 1);
		TRY(sdc_end(w));
	}
	return STATUS_OK;
}

/* ---- arcs that are off ---- */

/* " -from PIN": the name of a pin within its cell; nothing for any. */
static void add_pin_of(struct sdc_writer *w, const char *option, const struct master *master,
		       int32_t pin)
{
	if (pin < 0)
		return;
	sdc_add(w, option);
	sdc_add_word(w, names_get(&w->netlist->pin_name, master->pin_name[pin]));
}

static enum status write_disabled(struct sdc_writer *w, const struct disabled_arc *arc)
{
	const struct netlist *netlist = w->netlist;
	int32_t master = arc->instance < 0 ? arc->master : netlist->instance_master[arc->instance];
	int32_t first = arc->instance < 0 ? 0 : netlist->instance_pin[arc->instance];

	sdc_begin(w, "set_disable_timing");
	if (master < 0 && arc->from >= 0 && arc->to >= 0) {
		sdc_add(w, " [get_timing_edges -from");
		sdc_add_pins(w, &arc->from, 1);
		sdc_add(w, " -to");
		sdc_add_pins(w, &arc->to, 1);
		sdc_add(w, "]");
		return sdc_end(w);
	}
	if (master < 0) {
		sdc_add_pins(w, &arc->from, 1);
		return sdc_end(w);
	}
	add_pin_of(w, " -from", &netlist->master[master], arc->from < 0 ? -1 : arc->from - first);
	add_pin_of(w, " -to", &netlist->master[master], arc->to < 0 ? -1 : arc->to - first);
	if (arc->instance >= 0)
		sdc_add_instance(w, arc->instance);
	else
		TRY(sdc_add_master(w, master));
	return sdc_end(w);
}

/* ---- derates ---- */

static void add_flags(struct sdc_writer *w, int32_t what)
{
	bool clock = what & DERATE_CLOCK, data = what & DERATE_DATA;

	if (clock != data)
		sdc_add(w, clock ? " -clock" : " -data");
	sdc_add(w, what & DERATE_NET ? " -net_delay" : "");
	sdc_add(w, what & DERATE_CELL ? " -cell_delay" : "");
	sdc_add(w, what & DERATE_CHECK ? " -cell_check" : "");
}

/* The same in both splits, one after the other? */
static bool is_pair(const struct derate *a, const struct derate *b)
{
	return a->instance == b->instance && a->master == b->master && a->net == b->net &&
	       a->what == b->what && a->edges == b->edges && a->factor == b->factor &&
	       a->split == EARLY && b->split == LATE;
}

static enum status write_derate(struct sdc_writer *w, const struct derate *derate, bool pair)
{
	sdc_begin(w, "set_timing_derate");
	sdc_add(w, pair ? " -early -late" : derate->split == EARLY ? " -early" : " -late");
	if (derate->edges != EDGES_BOTH)
		sdc_add(w, derate->edges == EDGES_RISE ? " -rise" : " -fall");
	add_flags(w, derate->what);
	sdc_add_number(w, derate->factor);
	if (derate->instance >= 0)
		sdc_add_instance(w, derate->instance);
	else if (derate->net >= 0)
		sdc_add_net(w, derate->net);
	else if (derate->master >= 0)
		TRY(sdc_add_master(w, derate->master));
	return sdc_end(w);
}

enum status sdc_write_inside(struct sdc_writer *w)
{
	const struct constraints *k = w->constraints;

	TRY(write_cases(w));
	for (int32_t i = 0; i < k->n_disabled; i++)
		TRY(write_disabled(w, &k->disabled[i]));
	for (int32_t i = 0; i < k->n_derates; i++) {
		bool pair = i + 1 < k->n_derates && is_pair(&k->derate[i], &k->derate[i + 1]);

		TRY(write_derate(w, &k->derate[i], pair));
		i += pair;
	}
	return STATUS_OK;
}

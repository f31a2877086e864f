/* Commands that define and report parasitics. */
#include <inttypes.h>

#include "base/print.h"
#include "read/spef/spef.h"
#include "session/objects.h"
#include "session/session.h"

/* ---- read_spef ---- */

#define MOST_COUPLING 1000.0

#define SPEF_OPTIONS(X)                                                                            \
	X(SPEF_PATH, "-path", OPTION_WORD, "INSTANCE",                                             \
	  "the file is of this block: its names are those inside")                                 \
	X(SPEF_MIN, "-min", OPTION_FLAG, NULL,                                                     \
	  "for early delays and hold checks only; the first of triplets")                          \
	X(SPEF_MAX, "-max", OPTION_FLAG, NULL,                                                     \
	  "for late delays and setup checks only; the third of triplets")                          \
	X(SPEF_INCREMENT, "-increment", OPTION_FLAG, NULL,                                         \
	  "only nets that have no parasitics yet")                                                 \
	X(SPEF_PINS, "-pin_cap_included", OPTION_FLAG, NULL,                                       \
	  "the file's capacitances have those of pins in them")                                    \
	X(SPEF_COUPLING, "-coupling_reduction_factor", OPTION_WORD, "FACTOR",                      \
	  "what capacitances between nets are multiplied by (1)")                                  \
	X(SPEF_COUPLING_TOO, "-coupling_factor", OPTION_WORD, "FACTOR", "the same")                \
	X(SPEF_QUIET, "-quiet", OPTION_FLAG, NULL,                                                 \
	  "one warning of each kind, and the number of the others")                                \
	X(SPEF_KEEP_CAPACITIVE_COUPLING, "-keep_capacitive_coupling", OPTION_FLAG, NULL,           \
	  "accepted: they count as capacitances to ground")                                        \
	X(SPEF_REDUCE, "-reduce", OPTION_FLAG, NULL,                                               \
	  "accepted: delays are those of the whole network")                                       \
	X(SPEF_REDUCE_TO, "-reduce_to", OPTION_WORD, "MODEL", "accepted: likewise")                \
	X(SPEF_ELMORE, "-elmore", OPTION_FLAG, NULL,                                               \
	  "accepted: likewise, set_delay_model chooses")                                           \
	X(SPEF_DELETE_AFTER_REDUCE, "-delete_after_reduce", OPTION_FLAG, NULL,                     \
	  "accepted: it is kept")                                                                  \
	X(SPEF_SAVE, "-save", OPTION_FLAG, NULL, "accepted: likewise")                             \
	X(SPEF_NAME, "-name", OPTION_MISSING, NULL, NULL)                                          \
	X(SPEF_CORNER, "-corner", OPTION_MISSING, NULL, NULL)                                      \
	X(SPEF_SCENE, "-scene", OPTION_MISSING, NULL, NULL)                                        \
	X(SPEF_ALLOW_LARGE, ALLOW_LARGE_FIELDS)

OPTION_TABLE(spef_options, SPEF_OPTIONS);

/* Those that a command is for. */
static int splits_of(const struct call *call, int min, int max)
{
	int splits = (call->option[min].given ? 1 << EARLY : 0) |
		     (call->option[max].given ? 1 << LATE : 0);

	return splits ? splits : BOTH_SPLITS;
}

static enum status take_coupling(const struct call *call, double *factor)
{
	int option = call->option[SPEF_COUPLING].given ? SPEF_COUPLING : SPEF_COUPLING_TOO;

	if (!call->option[option].given)
		return STATUS_OK;
	TRY(call_real(call, call->option[option].word, factor));
	if (*factor < 0 || *factor > MOST_COUPLING)
		return call_fail(call, STATUS_USAGE, "%s expects a factor from 0 to %g",
				 call->command->options[option].name, MOST_COUPLING);
	return STATUS_OK;
}

static void warn_one_sided(const struct net_wires *wires, const struct netlist *netlist)
{
	for (int split = 0; split < N_SPLITS; split++) {
		int32_t n = net_wires_n_one_sided(wires, (enum split)split, netlist);

		if (n)
			print_error("warning: %" PRId32
				    " nets have parasitics for %s analysis only; for %s analysis "
				    "their wires have none\n",
				    n, split == LATE ? "early" : "late",
				    split == LATE ? "late" : "early");
	}
}

static enum status read_spef(struct call *call)
{
	struct design *design = &call->session->design;
	struct spef_source source = SPEF_SOURCE_INIT(design->netlist);
	int splits = splits_of(call, SPEF_MIN, SPEF_MAX);
	struct text warnings = TEXT_INIT;
	struct parasitics *parasitics = NULL;
	struct net_wires *wires;
	enum status status;

	TRY(design_need_netlist(design));
	source.block = call->option[SPEF_PATH].given ? call->option[SPEF_PATH].word : NULL;
	source.includes_pins = call->option[SPEF_PINS].given;
	source.quiet = call->option[SPEF_QUIET].given;
	source.triplet = splits == 1 << EARLY ? 0 : splits == 1 << LATE ? 2 : 1;
	TRY(take_coupling(call, &source.coupling));
	TRY(print_warnings(&warnings, spef_read(call->argument[0], &source, &warnings,
						&call->session->task, &parasitics)));
	session_drop_for_edit(call->session);
	status = design_change_wires(design, &wires);
	if (status != STATUS_OK) {
		parasitics_unref(parasitics);
		return status;
	}
	TRY(net_wires_add(wires, parasitics, splits, call->option[SPEF_INCREMENT].given,
			  design->netlist));
	warn_one_sided(wires, design->netlist);
	return STATUS_OK;
}

/* ---- set_pi_model, set_elmore ---- */

enum { MODEL_MIN, MODEL_MAX };

static const struct option model_options[] = {
	[MODEL_MIN] = {"-min", OPTION_FLAG, NULL, "for early delays and hold checks only"},
	[MODEL_MAX] = {"-max", OPTION_FLAG, NULL, "for late delays and setup checks only"},
	{0},
};

/* A value that isn't below 0, in our unit. */
static enum status take_value(const struct call *call, int argument, const char *what, double unit,
			      double most, double *value)
{
	TRY(call_real(call, call->argument[argument], value));
	*value *= unit;
	if (*value < 0 || *value > most)
		return call_fail(call, STATUS_USAGE, "%s is out of range: \"%.100s\"", what,
				 call->argument[argument]);
	return STATUS_OK;
}

/* The driver that is the first argument, and its net, which has no other. */
static enum status take_driver(const struct call *call, int32_t *pin, int32_t *net)
{
	const struct netlist *netlist = call->session->design.netlist;

	TRY(need_pin(call, call->argument[0], pin));
	*net = netlist->pin_net[*pin];
	if (*net < 0 || !netlist_drives(netlist, *pin) || netlist->net_n_drivers[*net] != 1)
		return call_fail(call, STATUS_FAILED, "\"%.200s\" isn't the one driver of a net",
				 call->argument[0]);
	return STATUS_OK;
}

static enum status set_pi_model(struct call *call)
{
	struct design *design = &call->session->design;
	double most = 1e15;
	struct pi_model pi;
	struct net_wires *wires;
	struct units units;
	int32_t pin, net;

	TRY(design_need_netlist(design));
	units = netlist_units(design->netlist);
	TRY(take_driver(call, &pin, &net));
	TRY(take_value(call, 1, "c2", units.capacitance, most, &pi.near));
	TRY(take_value(call, 2, "rpi", units.resistance, 1e9, &pi.resistance));
	TRY(take_value(call, 3, "c1", units.capacitance, most, &pi.far));
	session_drop_for_edit(call->session);
	TRY(design_change_wires(design, &wires));
	return net_wires_set_pi(wires, design->netlist, net, splits_of(call, MODEL_MIN, MODEL_MAX),
				&pi);
}

static bool is_load_of(const struct netlist *netlist, int32_t pin, int32_t net)
{
	for (int32_t i = netlist->net_pin_row[net] + netlist->net_n_drivers[net];
	     i < netlist->net_pin_row[net + 1]; i++) {
		if (netlist->net_pin[i] == pin)
			return true;
	}
	return false;
}

static enum status set_elmore(struct call *call)
{
	struct design *design = &call->session->design;
	int splits = splits_of(call, MODEL_MIN, MODEL_MAX);
	int32_t driver, net, load;
	struct net_wires *wires;
	double delay;

	TRY(design_need_netlist(design));
	TRY(take_driver(call, &driver, &net));
	TRY(need_pin(call, call->argument[1], &load));
	if (!is_load_of(design->netlist, load, net))
		return call_fail(call, STATUS_FAILED, "\"%.200s\" isn't a load of \"%.200s\"",
				 call->argument[1], call->argument[0]);
	TRY(take_value(call, 2, "the delay", netlist_units(design->netlist).time, 1e6, &delay));
	for (int split = 0; split < N_SPLITS; split++) {
		if (splits & 1 << split &&
		    !net_wires_has_model(design->wires, net, (enum split)split))
			return call_fail(call, STATUS_FAILED, "net \"%.200s\" has no set_pi_model",
					 names_get(&design->netlist->net_name, net));
	}
	session_drop_for_edit(call->session);
	TRY(design_change_wires(design, &wires));
	return net_wires_set_elmore(wires, design->netlist, load, splits, delay);
}

/* ---- report_parasitic_annotation ---- */

enum { ANNOTATION_UNANNOTATED };

static const struct option annotation_options[] = {
	[ANNOTATION_UNANNOTATED] = {"-report_unannotated", OPTION_FLAG, NULL, "also name them"},
	{0},
};

/* Also where a model goes before. */
static bool has_node(const struct net_wires *wires, int32_t net, int32_t pin, enum split split)
{
	const struct parasitics *p = wires->parasitics[split];
	int32_t entry = p ? p->entry_of_net[net] : -1;

	if (net_wires_has_model(wires, net, split))
		return true;
	for (int64_t v = entry < 0 ? 0 : p->node_row[entry];
	     entry >= 0 && v < p->node_row[entry + 1]; v++) {
		if (p->node_pin[v] == pin)
			return true;
	}
	return false;
}

/* The pins of a driver's net that its parasitics don't have, as lines. */
static void write_left_out(const struct netlist *netlist, const struct net_wires *wires,
			   int32_t driver, struct text *out)
{
	int32_t net = netlist->pin_net[driver];

	for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1]; i++) {
		int32_t pin = netlist->net_pin[i];

		if (has_node(wires, net, pin, EARLY) && has_node(wires, net, pin, LATE))
			continue;
		text_add(out, "  ");
		netlist_write_pin(netlist, pin, '/', out);
		text_add(out, "\n");
	}
}

/* How many drivers have no parasitics (partly: those that leave pins of the net out); with their names
 * after that. As OpenSTA 3 counts: pins that drive nothing too, but none of a library's inside. */
static void report_drivers(struct call *call, bool partly)
{
	const struct design *design = &call->session->design;
	const struct netlist *netlist = design->netlist;
	RELEASED_BY(text_release) struct text names = TEXT_INIT, left_out = TEXT_INIT;
	int64_t n = 0;

	for (int32_t pin = 0; pin < netlist->n_pins; pin++) {
		int32_t net = netlist->pin_net[pin];
		bool has = net >= 0 && net_wires_has_wire(design->wires, net, EARLY) &&
			   net_wires_has_wire(design->wires, net, LATE);

		if (!netlist_drives(netlist, pin) || has != partly)
			continue;
		text_clear(&left_out);
		if (partly)
			write_left_out(netlist, design->wires, pin, &left_out);
		if (partly && !left_out.length)
			continue;
		n++;
		text_add(&names, " ");
		netlist_write_pin(netlist, pin, '/', &names);
		text_printf(&names, "\n%s", text_string(&left_out));
	}
	text_printf(call->out, "Found %" PRId64 " %sunannotated drivers.\n", n,
		    partly ? "partially " : "");
	if (call->option[ANNOTATION_UNANNOTATED].given)
		text_append(call->out, text_string(&names), names.length);
}

static enum status report_parasitic_annotation(struct call *call)
{
	TRY(design_need_netlist(&call->session->design));
	report_drivers(call, false);
	report_drivers(call, true);
	return STATUS_OK;
}

const struct command wire_commands[] = {
	{"read_spef", read_spef, IN_SESSION, "FILE", 1, 1, spef_options,
	 "Read parasitics in SPEF (.gz too), net by net in place of what was read before"},
	{"read_parasitics", read_spef, IN_SESSION, "FILE", 1, 1, spef_options, "Same as read_spef"},
	{"set_pi_model", set_pi_model, IN_SESSION, "DRIVER C2 R C1", 4, 4, model_options,
	 "Give a driver the load C1 + C2, pins included, in place of its net's parasitics"},
	{"set_elmore", set_elmore, IN_SESSION, "DRIVER LOAD DELAY", 3, 3, model_options,
	 "Set the delay from a driver that has a set_pi_model to a load"},
	{"report_parasitic_annotation", report_parasitic_annotation, IN_SESSION, NULL, 0, 0,
	 annotation_options,
	 "Report how many drivers have no parasitics, or parasitics that lack pins of the net"},
	{0},
};

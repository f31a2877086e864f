/* get_fanin and get_fanout: the pins or cells that lead to pins, or that these lead to. */
#include "db/fan.h"

#include "session/objects.h"
#include "session/session.h"

enum { FAN_PINS, FAN_FLAT, FAN_ONLY_CELLS, FAN_ENDS, FAN_LEVELS, FAN_PIN_LEVELS, FAN_TRACE_ARCS };

enum { TRACE_TIMING, TRACE_ENABLED, TRACE_ALL };

#define FAN_COMMON                                                                                 \
	[FAN_FLAT] = {"-flat", OPTION_FLAG, NULL, "also below blocks, as always"},                 \
	[FAN_ONLY_CELLS] = {"-only_cells", OPTION_FLAG, NULL,                                      \
			    "the instances of these pins instead"},                                \
	[FAN_LEVELS] = {"-levels", OPTION_COUNT, "N", "at most N cells away"},                     \
	[FAN_PIN_LEVELS] = {"-pin_levels", OPTION_COUNT, "N", "at most N pins away"},              \
	[FAN_TRACE_ARCS] = {                                                                       \
		"-trace_arcs", OPTION_CHOICE, "timing|enabled|all",                                \
		"along arcs that timing has (timing and enabled), or also those that constants "   \
		"and set_disable_timing turn off (all)"}

static const struct option fanin_options[] = {
	[FAN_PINS] = {"-to", OPTION_WORD, "PINS", "what leads to these pins, ports or nets"},
	[FAN_ENDS] = {"-startpoints_only", OPTION_FLAG, NULL,
		      "only where that begins: input ports, clock pins of registers, pins that "
		      "nothing drives"},
	FAN_COMMON,
	{0},
};

static const struct option fanout_options[] = {
	[FAN_PINS] = {"-from", OPTION_WORD, "PINS", "what these pins, ports or nets lead to"},
	[FAN_ENDS] = {"-endpoints_only", OPTION_FLAG, NULL,
		      "only where that ends: output ports, pins of registers, loads that lead "
		      "nowhere"},
	FAN_COMMON,
	{0},
};

static enum status to_cells(const struct netlist *netlist, const struct object_list *pins,
			    struct object_list *cells)
{
	for (int32_t i = 0; i < pins->n; i++) {
		int32_t instance = netlist->pin_instance[pins->id[i]];

		if (instance >= 0)
			TRY(object_list_add(cells, instance));
	}
	return STATUS_OK;
}

static void give(struct call *call, const struct object_list *list)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	for (int32_t i = 0; i < list->n; i++) {
		text_clear(&name);
		object_write_name(call->session->design.netlist, list->kind, list->id[i], &name);
		list_add(call->result, text_string(&name));
	}
}

static enum status find(struct call *call, bool forward, struct object_list *pins)
{
	const struct option_value *option = call->option;
	struct fan_query query = {
		.forward = forward,
		.all_arcs =
			option[FAN_TRACE_ARCS].given && option[FAN_TRACE_ARCS].number == TRACE_ALL,
		.ends_only = option[FAN_ENDS].given,
		.levels = (int32_t)option[FAN_LEVELS].number,
		.pin_levels = (int32_t)option[FAN_PIN_LEVELS].number,
	};
	const struct design *design = &call->session->design;

	TRY(take_pins(call, option[FAN_PINS].word, pins));
	return fan_find(design->netlist, design->constraints, &query, &call->session->task, pins);
}

static enum status get_fan(struct call *call)
{
	const struct netlist *netlist = call->session->design.netlist;
	RELEASED_BY(object_list_release) struct object_list pins = {0}, cells = {0};
	bool only_cells = call->option[FAN_ONLY_CELLS].given;

	TRY(design_need_netlist(&call->session->design));
	if (!call->option[FAN_PINS].given)
		return call_fail(call, STATUS_USAGE, "%s is needed",
				 call->command->options[FAN_PINS].name);
	TRY(object_list_init(&pins, netlist, OBJECT_PIN));
	TRY(object_list_init(&cells, netlist, OBJECT_CELL));
	TRY(find(call, call->command->options == fanout_options, &pins));
	TRY(to_cells(netlist, &pins, &cells));
	give(call, only_cells ? &cells : &pins);
	call->names_kind = only_cells ? "cell" : ""; /* ports are among the pins */
	return text_status(call->result);
}

const struct command fan_commands[] = {
	{"get_fanin", get_fan, IN_SESSION, NULL, 0, 0, fanin_options,
	 "Return the pins and ports that lead to pins, up to registers and inputs"},
	{"get_fanout", get_fan, IN_SESSION, NULL, 0, 0, fanout_options,
	 "Return the pins and ports that pins lead to, up to registers and outputs"},
	{0},
};

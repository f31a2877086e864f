#include "report/annotated.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/hierarchy.h"

/* An arc that is counted. */
struct arc {
	enum annotated_role role;
	int32_t from, to; /* pins; of a pulse or period the same */
	const struct library *library;
	const struct lib_arc *lib; /* NULL = a wire, a pulse or a period */
	int edge;                  /* of a pulse: that it begins with */
};

/* Of a pin, its name for the order of lists: levels of the instance, then its own. */
struct named_pin {
	int32_t pin;
	int64_t instance, name; /* where they begin in the text of names */
};

struct report {
	const struct annotated_options *o;
	const struct netlist *netlist;
	struct text *out;
	uint8_t *is_constant; /* owned [n_pins]; NULL = no pin is */
	int64_t n[N_ROLES], n_annotated[N_ROLES];
	int64_t n_constant[N_ROLES], n_constant_annotated[N_ROLES];
	/* of a list */
	bool of_annotated;
	int64_t n_lines;
	int32_t last_width; /* the pin whose pulses have their line */
};

typedef void arc_fn(struct report *r, const struct arc *arc);

/* ---- which arcs there are ---- */

static void visit_wires(struct report *r, int32_t pin, arc_fn *visit)
{
	const struct netlist *netlist = r->netlist;
	int32_t net = netlist->pin_net[pin], begin, end;

	if (net < 0)
		return;
	begin = netlist->net_pin_row[net];
	end = netlist->net_pin_row[net + 1];
	if (!netlist_may_drive(netlist, pin))
		return;
	/* ports come last */
	for (int ports = 0; ports < 2; ports++) {
		for (int32_t l = begin; l < end; l++) {
			int32_t to = netlist->net_pin[l];
			struct arc arc = {.role = pin < netlist->n_ports  ? ROLE_FROM_INPUT
						  : to < netlist->n_ports ? ROLE_TO_OUTPUT
									  : ROLE_NET,
					  .from = pin,
					  .to = to};

			if ((to < netlist->n_ports) == (ports == 1) &&
			    netlist_is_wire(netlist, pin, to))
				visit(r, &arc);
		}
	}
}

static bool starts(const char *type, const char *with)
{
	return type && strncmp(type, with, strlen(with)) == 0;
}

/* N_ROLES = it isn't counted. */
static enum annotated_role role_of(const struct lib_arc *arc)
{
	const struct lib_timing_type *type = &lib_timing_types[arc->type];

	if (arc->delay[RISE] < 0 && arc->delay[FALL] < 0)
		return N_ROLES;
	switch (arc->kind) {
	case LIB_COMBINATIONAL:
	case LIB_THREE_STATE:
	case LIB_LAUNCH:
	case LIB_SET_RESET:
		return ROLE_CELL;
	case LIB_SETUP:
		return type->non_sequential ? N_ROLES : ROLE_SETUP;
	case LIB_HOLD:
		return type->non_sequential ? N_ROLES : ROLE_HOLD;
	case LIB_RECOVERY:
		return ROLE_RECOVERY;
	case LIB_REMOVAL:
		return ROLE_REMOVAL;
	case LIB_OTHER:
		break;
	}
	return starts(type->name, "skew_")       ? ROLE_SKEW
	       : starts(type->name, "nochange_") ? ROLE_NOCHANGE
						 : N_ROLES;
}

/* Those that the library has last come first. */
static void visit_cell(struct report *r, int32_t pin, arc_fn *visit)
{
	const struct netlist *netlist = r->netlist;
	int32_t instance = netlist->pin_instance[pin], first = netlist->instance_pin[instance];
	const struct library *library;
	const struct lib_cell *cell = netlist_lib_cell(netlist, instance, LATE, &library);

	if (!cell)
		return;
	for (int32_t a = cell->first_arc + cell->n_arcs - 1; a >= cell->first_arc; a--) {
		const struct lib_arc *lib = &library->arc[a];
		struct arc arc = {role_of(lib), pin, first + lib->to, library, lib, 0};

		if (lib->from == pin - first && arc.role != N_ROLES)
			visit(r, &arc);
	}
}

static void visit_pulses(struct report *r, int32_t pin, arc_fn *visit)
{
	const struct lib_pin *lib = netlist_lib_pin(r->netlist, pin, LATE);
	struct arc arc = {.role = ROLE_PERIOD, .from = pin, .to = pin};

	if (!lib)
		return;
	if (lib->min_period >= 0)
		visit(r, &arc);
	arc.role = ROLE_WIDTH;
	for (arc.edge = 0; arc.edge < N_EDGES; arc.edge++) {
		if (lib->min_width[arc.edge] >= 0)
			visit(r, &arc);
	}
}

static void visit_pin(struct report *r, int32_t pin, arc_fn *visit)
{
	visit_wires(r, pin, visit);
	if (pin < r->netlist->n_ports)
		return;
	visit_cell(r, pin, visit);
	visit_pulses(r, pin, visit);
}

/* ---- what is annotated ---- */

static bool has(const struct report *r, enum annotated what, int32_t from, int32_t to, int32_t arc)
{
	struct annotation_key key = {(int32_t)what, from, to, arc};

	return annotations_find(r->o->annotations, &key) != NULL;
}

static bool is_annotated(const struct report *r, const struct arc *a)
{
	const struct netlist *netlist = r->netlist;
	const struct master *master;
	int32_t number;
	bool any = false;

	if (!r->o->annotations)
		return false;
	if (a->role == ROLE_PERIOD)
		return has(r, ANNOTATED_PERIOD, a->from * N_EDGES, a->from * N_EDGES, -1);
	if (a->role == ROLE_WIDTH)
		return has(r, ANNOTATED_WIDTH, a->from * N_EDGES + a->edge,
			   a->from * N_EDGES + a->edge, -1);
	for (int edge = 0; edge < N_EDGES && !a->lib; edge++)
		any |= has(r, ANNOTATED_WIRE, a->from * N_EDGES + edge, a->to * N_EDGES + edge, -1);
	if (!a->lib)
		return any;
	master = &netlist->master[netlist->instance_master[netlist->pin_instance[a->from]]];
	number = master_arc_number(master, a->lib);
	for (int e = 0; e < N_EDGES * N_EDGES; e++)
		any |= has(r, a->role == ROLE_CELL ? ANNOTATED_ARC : ANNOTATED_CHECK,
			   a->from * N_EDGES + e / N_EDGES, a->to * N_EDGES + e % N_EDGES, number);
	return any;
}

/* ---- counts ---- */

static void count(struct report *r, const struct arc *arc)
{
	bool annotated, constant;

	if (!(r->o->roles & 1 << arc->role))
		return;
	annotated = is_annotated(r, arc);
	constant = r->is_constant && (r->is_constant[arc->from] || r->is_constant[arc->to]);
	r->n[arc->role]++;
	r->n_annotated[arc->role] += annotated;
	r->n_constant[arc->role] += constant;
	r->n_constant_annotated[arc->role] += constant && annotated;
}

static enum status count_all(struct report *r, struct task *task)
{
	for (int32_t pin = 0; pin < r->netlist->n_pins; pin++) {
		visit_pin(r, pin, count);
		if (pin % 4096 == 0)
			TRY(task_progress(task, pin));
	}
	return STATUS_OK;
}

static const char rule[] = "----------------------------------------------------------------\n";

static void write_counts(struct report *r, bool checks)
{
	static const char *const title[N_ROLES] = {"cell arcs",
						   "internal net arcs",
						   "net arcs from primary inputs",
						   "net arcs to primary outputs",
						   "cell setup arcs",
						   "cell hold arcs",
						   "cell recovery arcs",
						   "cell removal arcs",
						   "cell nochange arcs",
						   "cell width arcs",
						   "cell period arcs",
						   "cell skew arcs"};
	int64_t total = 0, annotated = 0;

	text_printf(r->out, "%58sNot   \n%-34sTotal    Annotated   Annotated\n%s", "",
		    checks ? "Check type" : "Delay type", rule);
	for (int role = 0; role < N_ROLES; role++) {
		/* checks that there are none of have no line */
		if (!(r->o->roles & 1 << role) || (checks && !r->n[role]))
			continue;
		text_printf(r->out, "%-28s %10" PRId64 "  %10" PRId64 "  %10" PRId64 "\n",
			    title[role], r->n[role], r->n_annotated[role],
			    r->n[role] - r->n_annotated[role]);
		if (r->o->constants)
			text_printf(r->out, "%-28s %10s  %10" PRId64 "  %10" PRId64 "\n",
				    "constant arcs", "", r->n_constant_annotated[role],
				    r->n_constant[role] - r->n_constant_annotated[role]);
		total += r->n[role];
		annotated += r->n_annotated[role];
	}
	text_printf(r->out, "%s%-28s %10" PRId64 "  %10" PRId64 "  %10" PRId64 "\n", rule, " ",
		    total, annotated, total - annotated);
}

/* ---- lists ---- */

static void write_pin(struct report *r, int32_t pin)
{
	const struct netlist *netlist = r->netlist;
	int32_t instance = netlist->pin_instance[pin];

	if (instance >= 0) {
		hierarchy_write_levels(netlist, instance, '/', "/[]\\", r->out);
		text_add(r->out, "/");
	}
	text_add(r->out, netlist_pin_own_name(netlist, pin));
}

static void write_line(struct report *r, const struct arc *arc)
{
	static const char *const name[N_ROLES] = {
		"delay",  "internal net", "primary input net", "primary output net", "setup",
		"hold",   "recovery",     "removal",           "nochange",           "min width",
		"period", "skew"};
	bool of_pin = arc->role == ROLE_WIDTH || arc->role == ROLE_PERIOD;

	if (!(r->o->roles & 1 << arc->role) || is_annotated(r, arc) != r->of_annotated ||
	    (arc->role == ROLE_WIDTH && r->last_width == arc->from) ||
	    (r->o->most_lines && r->n_lines >= r->o->most_lines))
		return;
	if (arc->role == ROLE_WIDTH)
		r->last_width = arc->from;
	r->n_lines++;
	text_printf(r->out, " %-18s ", name[arc->role]);
	write_pin(r, arc->from);
	if (!of_pin) {
		text_add(r->out, " -> ");
		write_pin(r, arc->to);
		if (arc->lib && arc->lib->sdf_cond)
			text_printf(r->out, " %s",
				    names_get(&arc->library->string, arc->lib->sdf_cond - 1));
	}
	text_add(r->out, "\n");
}

static int compare_pins(const void *a, const void *b, void *names)
{
	const struct named_pin *p = a, *q = b;
	const char *text = names;

	return strcmp(text + p->instance, text + q->instance)
		       ?: strcmp(text + p->name, text + q->name);
}

static enum status name_pins(struct report *r, struct named_pin *pins, struct text *names)
{
	const struct netlist *netlist = r->netlist;

	for (int32_t pin = 0; pin < netlist->n_pins; pin++) {
		int32_t instance = netlist->pin_instance[pin];

		pins[pin] = (struct named_pin){.pin = pin, .instance = names->length};
		if (instance >= 0 && pin > netlist->instance_pin[instance]) {
			pins[pin].instance = pins[pin - 1].instance;
		} else {
			if (instance >= 0)
				hierarchy_write_levels(netlist, instance, '\1', "", names);
			text_append(names, "", 1);
		}
		pins[pin].name = names->length;
		text_add(names, netlist_pin_own_name(netlist, pin));
		text_append(names, "", 1);
	}
	return text_status(names);
}

static enum status write_list(struct report *r, const struct named_pin *pins, bool annotated,
			      struct task *task)
{
	text_printf(r->out, "\n%s Arcs\n", annotated ? "Annotated" : "Unannotated");
	r->of_annotated = annotated;
	r->n_lines = 0;
	r->last_width = -1;
	for (int32_t i = 0; i < r->netlist->n_pins; i++) {
		visit_pin(r, pins[i].pin, write_line);
		if (i % 4096 == 0)
			TRY(task_progress(task, i));
		if (r->o->most_lines && r->n_lines >= r->o->most_lines)
			break;
	}
	return STATUS_OK;
}

static enum status write_lists(struct report *r, struct task *task)
{
	FREED struct named_pin *pins = NULL;
	RELEASED_BY(text_release) struct text names = TEXT_INIT;

	TRY(ALLOC(&pins, r->netlist->n_pins));
	TRY(name_pins(r, pins, &names));
	if (r->netlist->n_pins)
		qsort_r(pins, (size_t)r->netlist->n_pins, sizeof *pins, compare_pins, names.data);
	if (r->o->lists_annotated)
		TRY(write_list(r, pins, true, task));
	return r->o->lists_others ? write_list(r, pins, false, task) : STATUS_OK;
}

static enum status mark_constants(struct report *r)
{
	const struct constraints *k = r->o->constraints;

	if (!r->o->constants || !k || !k->n_cases)
		return STATUS_OK;
	TRY(ALLOC(&r->is_constant, r->netlist->n_pins));
	for (int32_t i = 0; i < k->n_cases; i++)
		r->is_constant[k->case_value[i].pin] = k->case_value[i].is_logic;
	return STATUS_OK;
}

static void end(struct report *r)
{
	free(r->is_constant);
}

enum status annotated_report(const struct annotated_options *options, struct task *task,
			     struct text *out)
{
	RELEASED_BY(end) struct report r = {.o = options, .netlist = options->netlist, .out = out};
	DOING(task, "counting annotations", r.netlist->n_pins);

	TRY(mark_constants(&r));
	TRY(count_all(&r, task));
	write_counts(&r, options->roles >= ROLES_OF_DELAYS);
	return options->lists_annotated || options->lists_others ? write_lists(&r, task)
								 : STATUS_OK;
}

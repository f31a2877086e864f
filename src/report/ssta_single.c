/* Single dies: which have a slack, and what one lane does at one gate. */
#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "base/order.h"
#include "report/ssta.h"

/* ---- lists ---- */

static int compare_items(const void *a, const void *b)
{
	const struct die_item *x = a, *y = b;

	return ORDER(x->slack, y->slack) ?: ORDER(x->die, y->die);
}

enum status dies_list(struct session *session, const struct die_subject *subject, int64_t n,
		      int64_t low, int64_t high, struct die_list *out)
{
	const struct ssta *ssta = session->design.ssta;
	bool whole = subject->kind == DIES_OF_CHIP || subject->kind == DIES_OF_GROUP;
	RELEASED_BY(die_values_release) struct die_values v = {0};
	FREED struct die_item *found = NULL;
	int64_t capacity = 0, n_found = 0;

	*out = (struct die_list){NULL, 0};
	TRY(dies_values(session, subject, n, &v));
	for (int64_t i = 0; i < v.n; i++) {
		struct die_item item = {v.begin + i, v.slack[i], -1};

		if (item.slack < low || item.slack >= high)
			continue;
		if (whole)
			ssta_worst(ssta, subject->kind == DIES_OF_GROUP ? subject->index : -1, i,
				   &item.endpoint);
		TRY(APPEND(found, n_found, &capacity, item));
	}
	if (n_found)
		qsort(found, (size_t)n_found, sizeof *found, compare_items);
	out->n = n_found;
	HAND_OVER(&out->item, found);
	return STATUS_OK;
}

/* ---- a gate ---- */

struct lane {
	struct session *session;
	struct ssta_cone_sample in; /* its arrays owned */
	int32_t sink;
	struct die_gate *out;
};

static void lane_release(struct lane *l)
{
	FREE_ALL(l->in.at, l->in.shared);
}

static int64_t op_sum(const struct lane *l, int32_t o, struct ssta_lane *lane)
{
	ssta_cone_lane(&l->in, o, lane);
	return l->in.cone->op[o].early ? -lane->sum : lane->sum;
}

/* The op that a node's arrival comes by. */
static int32_t deciding(const struct lane *l, int32_t x)
{
	struct ssta_lane lane;
	int32_t o = l->in.cone->node_row[x];

	while (op_sum(l, o, &lane) != l->in.at[x])
		o++;
	return o;
}

/* The last node with several ops on the worst path, or the last that has any that varies. */
static int32_t last_gate(const struct lane *l)
{
	int32_t last = l->in.cone->sink[l->sink].data;

	for (int32_t x = last; x >= 0; x = l->in.cone->op[deciding(l, x)].source) {
		if (l->in.cone->node_row[x + 1] - l->in.cone->node_row[x] > 1)
			return x;
	}
	return last;
}

static int32_t node_pin(const struct lane *l, int32_t x)
{
	return netlist_named_pin(l->session->design.netlist, l->in.cone->node_vertex[x] / N_EDGES);
}

/* Of the two edges of a pin the one that the worst path passes, or the first. */
static int32_t gate_at(const struct lane *l, int32_t pin)
{
	for (int32_t x = l->in.cone->sink[l->sink].data; x >= 0;
	     x = l->in.cone->op[deciding(l, x)].source) {
		if (node_pin(l, x) == pin)
			return x;
	}
	int32_t n = l->in.cone->n_nodes, found = FIRST(x, 0, n, node_pin(l, x) == pin);

	return found < n ? found : -1;
}

static void fill_arc(const struct lane *l, int32_t x, int32_t o, struct die_gate_arc *out)
{
	const struct ssta_cone *c = l->in.cone;
	const struct ssta_op *op = &c->op[o];
	struct ssta_lane lane;

	*out = (struct die_gate_arc){.from = -1};
	out->counts = op_sum(l, o, &lane) == l->in.at[x];
	if (c->hop_row[o + 1] - c->hop_row[o] > 1)
		out->from = c->hop_vertex[c->hop_row[o] + 1];
	else if (op->source >= 0)
		out->from = c->node_vertex[op->source];
	out->source = lane.source;
	out->nominal = lane.nominal;
	out->increment = lane.increment;
	out->delay = lane.delay;
	out->sum = lane.sum;
	if (!op->sigma[0] && !op->sigma[1])
		return;
	out->z = ssta_cone_z(l->in.ssta, op, l->in.shared, l->out->die);
	out->sigma = ldexp(abs(op->sigma[out->z < 0]), -SIGMA_SHIFT);
}

static enum status fill(struct lane *l, int32_t pin)
{
	int32_t x = pin < 0 ? last_gate(l) : gate_at(l, pin);
	const struct ssta_cone *c = l->in.cone;

	if (x < 0)
		return status_fail(STATUS_FAILED, "no delay there counts in any die on the way to "
						  "the worst endpoint");
	l->out->vertex = c->node_vertex[x];
	l->out->split = (enum split)c->node_split[x];
	l->out->arrival = l->out->split == EARLY ? -l->in.at[x] : l->in.at[x];
	for (int32_t o = c->node_row[x]; o < c->node_row[x + 1] && l->out->n_arcs < DIE_GATE_ARCS;
	     o++)
		fill_arc(l, x, o, &l->out->arc[l->out->n_arcs++]);
	return STATUS_OK;
}

static enum status find_worst(struct lane *l)
{
	const struct ssta_options *options = ssta_options(l->in.ssta);
	int64_t i = l->out->die - options->begin;

	l->out->endpoint = -1; /* of a die that isn't among them: by the fan-in of all */
	if (i >= 0 && i < ssta_n(l->in.ssta))
		ssta_worst(l->in.ssta, -1, i, &l->out->endpoint);
	return dies_cone(l->session, l->out->endpoint, &l->in.cone);
}

enum status dies_gate(struct session *session, int64_t die, int32_t pin, struct die_gate *out)
{
	RELEASED_BY(lane_release)
	struct lane l = {.session = session,
			 .in = {.ssta = session->design.ssta, .sample = die},
			 .out = out};

	*out = (struct die_gate){.die = die};
	TRY(find_worst(&l));
	TRY(ALLOC(&l.in.at, l.in.cone->n_nodes));
	TRY(ssta_die_shared(l.in.ssta, die, &l.in.shared));
	TRY(ssta_cone_die(l.in.ssta, l.in.cone, die, l.in.at, &l.sink, &out->slack));
	out->endpoint = l.in.cone->sink_end[l.sink];
	return fill(&l, pin);
}

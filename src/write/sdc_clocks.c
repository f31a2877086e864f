/* Clocks, their settings, and relations between clocks. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/grow.h"
#include "base/order.h"
#include "write/sdc_impl.h"

/* ---- waveforms ---- */

/* When it falls after its rise, not only within the period. */
static double fall_of(const struct clock *clock)
{
	return clock->time[FALL] > clock->time[RISE] ? clock->time[FALL]
						     : clock->time[FALL] + clock->period;
}

static enum status write_plain_clock(struct sdc_writer *w, const struct clock *clock, bool add)
{
	double rise = clock->time[RISE], fall = fall_of(clock);

	if (fall - rise >= clock->period)
		return status_fail(STATUS_FAILED,
				   "clock \"%.200s\" can't be written in SDC: it is never low",
				   clock->name);
	sdc_begin(w, "create_clock -name");
	sdc_add_word(w, clock->name);
	sdc_add(w, add ? " -add" : "");
	sdc_add(w, " -period");
	sdc_add_time(w, clock->period);
	sdc_add(w, " -waveform {");
	sdc_put_number(w, rise, w->time_unit);
	sdc_add_time(w, fall);
	sdc_add(w, "}");
	if (clock->n_sources)
		sdc_add_pins(w, clock->source, clock->n_sources);
	return sdc_end(w);
}

/* When edge `number`, from 1, of a master comes. */
static double edge_time(const struct clock *master, int32_t number)
{
	double time = number % 2 ? master->time[RISE] : fall_of(master);

	return time + master->period * ((number - 1) / 2);
}

/* Of a clock whose definition isn't known: three edges of the master, and the shift of each.
 */
static struct clock_making derive_making(const struct clock *clock, const struct clock *master)
{
	double wave[3] = {clock->time[RISE], fall_of(clock), clock->time[RISE] + clock->period};
	bool falls = clock->master_edge[RISE] == FALL;
	struct clock_making making = {0};

	making.edge[0] = falls ? 2 : 1;
	making.edge[1] =
		making.edge[0] + (clock->master_edge[FALL] == clock->master_edge[RISE] ? 2 : 1);
	making.edge[2] = making.edge[0] + 2 + (making.edge[1] == making.edge[0] + 2 ? 2 : 0);
	for (int i = 0; i < 3; i++)
		making.shift[i] = wave[i] - edge_time(master, making.edge[i]);
	return making;
}

static bool is_known(const struct clock_making *making)
{
	return making->divide_by || making->multiply_by || making->combinational || making->edge[0];
}

static void add_edges(struct sdc_writer *w, const struct clock_making *making)
{
	text_printf(&w->out.text, " -edges {%" PRId32 " %" PRId32 " %" PRId32 "}", making->edge[0],
		    making->edge[1], making->edge[2]);
	if (making->shift[0] == 0 && making->shift[1] == 0 && making->shift[2] == 0)
		return;
	sdc_add(w, " -edge_shift {");
	sdc_put_number(w, making->shift[0], w->time_unit);
	sdc_add_time(w, making->shift[1]);
	sdc_add_time(w, making->shift[2]);
	sdc_add(w, "}");
}

static void add_making(struct sdc_writer *w, const struct clock *clock)
{
	struct clock_making making = clock->making;

	if (!is_known(&making))
		making = derive_making(clock, &w->constraints->clock[clock->master]);
	sdc_add(w, making.combinational ? " -combinational" : "");
	if (making.edge[0])
		add_edges(w, &making);
	else if (making.multiply_by)
		text_printf(&w->out.text, " -multiply_by %" PRId32, making.multiply_by);
	else if (!making.combinational)
		text_printf(&w->out.text, " -divide_by %" PRId32, making.divide_by);
	if (making.duty_cycle > 0) {
		sdc_add(w, " -duty_cycle");
		sdc_add_number(w, making.duty_cycle);
	}
	sdc_add(w, making.invert ? " -invert" : "");
}

static enum status write_generated_clock(struct sdc_writer *w, const struct clock *clock, bool add)
{
	sdc_begin(w, "create_generated_clock -name");
	sdc_add_word(w, clock->name);
	sdc_add(w, add ? " -add" : "");
	sdc_add(w, " -source");
	sdc_add_pins(w, &clock->master_pin, 1);
	sdc_add(w, " -master_clock");
	sdc_add_clock(w, clock->master);
	add_making(w, clock);
	sdc_add_pins(w, clock->source, clock->n_sources);
	return sdc_end(w);
}

/* ---- their order ---- */

/* Would a clock that isn't added take the source of one before it? */
static bool displaces(const struct constraints *k)
{
	for (int32_t i = 0; i < k->n_clocks; i++) {
		for (int32_t j = 0; j < i && !k->clock[i].add; j++) {
			if (clocks_share_source(&k->clock[i], &k->clock[j]))
				return true;
		}
	}
	return false;
}

/* A clock after its master, its master's master, … */
static enum status write_clock(struct sdc_writer *w, bool *written, int32_t id)
{
	const struct clock *clock = w->constraints->clock;

	while (!written[id]) {
		int32_t next = id;

		while (clock[next].master >= 0 && !written[clock[next].master])
			next = clock[next].master;
		written[next] = true;
		if (clock[next].making.of_library)
			continue; /* its cell makes it where this is read */
		w->exact = true;  /* their relations depend on each digit */
		TRY(clock[next].master < 0
			    ? write_plain_clock(w, &clock[next], clock[next].add)
			    : write_generated_clock(w, &clock[next], clock[next].add));
		w->exact = false;
	}
	return STATUS_OK;
}

/* By number, so that reading gives them the same numbers; where that would displace some, added clocks come last. */
static enum status write_definitions(struct sdc_writer *w)
{
	const struct constraints *k = w->constraints;
	bool added_last = displaces(k);
	FREED bool *written = NULL;

	TRY(ALLOC(&written, k->n_clocks));
	for (int32_t i = 0; i < k->n_clocks; i++) {
		if (!added_last || !k->clock[i].add)
			TRY(write_clock(w, written, i));
	}
	for (int32_t i = 0; i < k->n_clocks; i++)
		TRY(write_clock(w, written, i));
	return STATUS_OK;
}

/* ---- their settings ---- */

/* Of a clock, or at a pin (-1 = none) of this clock or of all (-1). */
static enum status write_latencies(struct sdc_writer *w, double latency[N_SPLITS][N_EDGES],
				   int32_t id, int32_t pin, bool source)
{
	struct sdc_corners corners[N_SPLITS * N_EDGES];
	int n = sdc_list_corners(latency, corners);

	for (int i = 0; i < n; i++) {
		sdc_begin(w, "set_clock_latency");
		sdc_add(w, source ? " -source" : "");
		if (pin >= 0 && id >= 0) {
			sdc_add(w, " -clock");
			sdc_add_clock(w, id);
		}
		sdc_add_corners(w, &corners[i], source ? "-early" : "-min",
				source ? "-late" : "-max");
		sdc_add_time(w, corners[i].value);
		if (pin >= 0)
			sdc_add_pins(w, &pin, 1);
		else
			sdc_add_clock(w, id);
		TRY(sdc_end(w));
	}
	return STATUS_OK;
}

/* One command if both checks have the same values, else one each; `end` appends the objects. */
static enum status write_splits(struct sdc_writer *w, const double value[N_SPLITS],
				void (*end)(struct sdc_writer *w, const void *context),
				const void *context)
{
	bool same = value[EARLY] == value[LATE];

	for (int split = N_SPLITS - 1; split >= same; split--) {
		if (!is_given(value[split]))
			continue;
		sdc_begin(w, "set_clock_uncertainty");
		if (!same)
			sdc_add(w, split == EARLY ? " -hold" : " -setup");
		sdc_add_time(w, value[split]);
		end(w, context);
		TRY(sdc_end(w));
	}
	return STATUS_OK;
}

static void end_pin(struct sdc_writer *w, const void *context)
{
	sdc_add_pins(w, context, 1);
}

/* After the clocks, of which some may be defined there. */
static enum status write_clock_pins(struct sdc_writer *w)
{
	EACH_ITEM(at, w->constraints->clock_pin, w->constraints->n_clock_pins) {
		TRY(write_latencies(w, at->source_latency, at->clock, at->pin, true));
		if (at->propagated) {
			sdc_begin(w, "set_propagated_clock");
			sdc_add_pins(w, &at->pin, 1);
			TRY(sdc_end(w));
		}
		TRY(write_latencies(w, at->network_latency, at->clock, at->pin, false));
		TRY(write_splits(w, at->uncertainty, end_pin, &at->pin));
	}
	return STATUS_OK;
}

static enum status write_transitions(struct sdc_writer *w, int32_t id)
{
	struct sdc_corners corners[N_SPLITS * N_EDGES];
	int n = sdc_list_corners(w->constraints->clock[id].transition, corners);

	for (int i = 0; i < n; i++) {
		sdc_begin(w, "set_clock_transition");
		sdc_add_corners(w, &corners[i], "-min", "-max");
		sdc_add_time(w, corners[i].value);
		sdc_add_clock(w, id);
		TRY(sdc_end(w));
	}
	return STATUS_OK;
}

static void end_clock(struct sdc_writer *w, const void *context)
{
	sdc_add_clock(w, *(const int32_t *)context);
}

static enum status write_clock_settings(struct sdc_writer *w, int32_t id)
{
	struct clock *clock = &w->constraints->clock[id];

	TRY(write_latencies(w, clock->source_latency, id, -1, true));
	TRY(write_latencies(w, clock->network_latency, id, -1, false));
	TRY(write_transitions(w, id));
	TRY(write_splits(w, clock->uncertainty, end_clock, &id));
	if (!clock->propagated)
		return STATUS_OK;
	sdc_begin(w, "set_propagated_clock"); /* after latencies, which make it ideal */
	sdc_add_clock(w, id);
	return sdc_end(w);
}

/* ---- clocks and each other ---- */

/* Both edges of both clocks alike, as -from and -to mean it. */
static bool is_of_all_edges(const struct constraints *k, int32_t i)
{
	const struct clock_uncertainty *u = &k->uncertainty[i];

	if (i + N_EDGES * N_EDGES > k->n_uncertainties)
		return false;
	return !ANY(e, 0, N_EDGES * N_EDGES,
		    u[e].from != CLOCK_EDGE(u->from / N_EDGES, e / N_EDGES) ||
			    u[e].to != CLOCK_EDGE(u->to / N_EDGES, e % N_EDGES) ||
			    u[e].uncertainty[EARLY] != u->uncertainty[EARLY] ||
			    u[e].uncertainty[LATE] != u->uncertainty[LATE]);
}

struct between {
	const struct clock_uncertainty *uncertainty;
	bool all_edges;
};

static void end_between(struct sdc_writer *w, const void *context)
{
	static const char *const from[] = {" -rise_from", " -fall_from", " -from"};
	static const char *const to[] = {" -rise_to", " -fall_to", " -to"};
	const struct between *between = context;
	const struct clock_uncertainty *u = between->uncertainty;

	sdc_add(w, from[between->all_edges ? 2 : u->from % N_EDGES]);
	sdc_add_clock(w, u->from / N_EDGES);
	sdc_add(w, to[between->all_edges ? 2 : u->to % N_EDGES]);
	sdc_add_clock(w, u->to / N_EDGES);
}

static enum status write_uncertainties(struct sdc_writer *w)
{
	const struct constraints *k = w->constraints;
	int32_t step;

	for (int32_t i = 0; i < k->n_uncertainties; i += step) {
		struct between between = {&k->uncertainty[i], is_of_all_edges(k, i)};

		step = between.all_edges ? N_EDGES * N_EDGES : 1;
		TRY(write_splits(w, k->uncertainty[i].uncertainty, end_between, &between));
	}
	return STATUS_OK;
}

static int compare_members(const void *a, const void *b, void *context)
{
	const struct clock_group *group = context;
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
	const struct clock_group *g = &group[x], *h = &group[y];

	return ORDER(g->set, h->set) ?: ORDER(g->group, h->group) ?: ORDER(x, y);
}

/* Where the set, or the group of it, ends that begins with entry i of the order. */
static int32_t end_of(const struct constraints *k, const int32_t *order, int32_t i, bool group)
{
	const struct clock_group *first = &k->clock_group[order[i]];

	for (i++; i < k->n_clock_groups; i++) {
		const struct clock_group *other = &k->clock_group[order[i]];

		if (other->set != first->set || (group && other->group != first->group))
			break;
	}
	return i;
}

/* A single group excludes nothing, but read back it would exclude all other clocks. */
static enum status write_group_set(struct sdc_writer *w, const int32_t *order, int32_t i,
				   int32_t end, int32_t *clock)
{
	static const char *const kinds[N_CLOCK_GROUP_KINDS] = {
		[CLOCKS_ASYNCHRONOUS] = " -asynchronous",
		[CLOCKS_LOGICALLY_EXCLUSIVE] = " -logically_exclusive",
		[CLOCKS_PHYSICALLY_EXCLUSIVE] = " -physically_exclusive"};
	const struct constraints *k = w->constraints;
	const char *name = constraints_group_name(k, k->clock_group[order[i]].set);

	if (end_of(k, order, i, true) == end)
		return STATUS_OK;
	sdc_begin(w, "set_clock_groups");
	if (name) {
		sdc_add(w, " -name");
		sdc_add_word(w, name);
	}
	sdc_add(w, kinds[k->clock_group[order[i]].kind]);
	while (i < end) {
		int32_t next = end_of(k, order, i, true);

		for (int32_t j = i; j < next; j++)
			clock[j - i] = k->clock_group[order[j]].clock;
		sdc_add(w, " -group");
		sdc_add_clocks(w, clock, next - i);
		i = next;
	}
	return sdc_end(w);
}

static enum status write_group_sets(struct sdc_writer *w, const int32_t *order, int32_t *clock)
{
	int32_t end;

	for (int32_t i = 0; i < w->constraints->n_clock_groups; i = end) {
		end = end_of(w->constraints, order, i, false);
		TRY(write_group_set(w, order, i, end, clock));
	}
	return STATUS_OK;
}

static enum status write_groups(struct sdc_writer *w)
{
	const struct constraints *k = w->constraints;
	int32_t n = k->n_clock_groups;
	FREED int32_t *order = NULL, *clock = NULL;

	TRY(ALLOC_ALL(n, &order, &clock));
	for (int32_t i = 0; i < n; i++)
		order[i] = i;
	qsort_r(order, (size_t)n, sizeof *order, compare_members, k->clock_group);
	return write_group_sets(w, order, clock);
}

enum status sdc_write_clocks(struct sdc_writer *w)
{
	sdc_begin_section(w, "Clocks");
	TRY(write_definitions(w));
	for (int32_t i = 0; i < w->constraints->n_clocks; i++)
		TRY(write_clock_settings(w, i));
	TRY(write_clock_pins(w));
	TRY(write_uncertainties(w));
	return write_groups(w);
}

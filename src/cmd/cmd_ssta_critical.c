/* Which pins, paths and dies are critical, two endpoints beside each other, and normal distributions beside dies. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/order.h"
#include "cmd/ssta.h"
#include "session/objects.h"
#include "session/search.h"

/* ---- pins ---- */

struct passed {
	int64_t n;
	int32_t pin;
};

static int compare_passed(const void *a, const void *b)
{
	const struct passed *x = a, *y = b;

	return ORDER(y->n, x->n) ?: ORDER(x->pin, y->pin);
}

enum status ssta_write_pins(const struct ssta_report *r, int64_t n)
{
	int32_t n_pins = r->call->session->design.netlist->n_pins, n_passed = 0;
	const int64_t *count;
	FREED struct passed *passed = NULL;

	TRY(dies_criticality(r->call->session, &count));
	TRY(ALLOC(&passed, n_pins));
	for (int32_t p = 0; p < n_pins; p++) {
		if (count[p])
			passed[n_passed++] = (struct passed){count[p], p};
	}
	qsort(passed, (size_t)n_passed, sizeof *passed, compare_passed);
	text_printf(r->out,
		    "\npins by the share of dies whose worst path passes them; %" PRId32
		    " are passed in some\n%12s  pin\n",
		    n_passed, "dies");
	for (int64_t i = 0; i < min_i64(n, n_passed); i++) {
		text_printf(r->out, "%10.3f %%  ", 100.0 * (double)passed[i].n / (double)r->n);
		ssta_write_pin(r, passed[i].pin);
		text_add(r->out, "\n");
	}
	return STATUS_OK;
}

/* ---- paths ---- */

/* All dies of some paths. */
struct paths {
	const struct ssta_report *r;
	int64_t n;
	struct die_values *v; /* owned [n], their slacks too */
	int64_t *n_first,
		*n_chip; /* owned [n]: dies in which it is the worst of these, of the chip */
};

static void paths_release(struct paths *p)
{
	for (int64_t i = 0; i < p->n && p->v; i++)
		die_values_release(&p->v[i]);
	FREE_ALL(p->v, p->n_first, p->n_chip);
}

static enum status read_paths(struct paths *p)
{
	for (int64_t i = 0; i < p->n; i++) {
		struct die_subject subject = {DIES_OF_PATH, (int32_t)i};

		TRY(dies_values(p->r->call->session, &subject, p->r->n, &p->v[i]));
		TRY(call_flush(p->r->call));
	}
	for (int64_t d = 0; d < p->r->n; d++) {
		int64_t worst = ssta_worst(p->r->ssta, -1, d, NULL), first = 0;

		for (int64_t i = 0; i < p->n; i++) {
			if (p->v[i].slack[d] < p->v[first].slack[d])
				first = i;
			p->n_chip[i] += p->v[i].slack[d] == worst;
		}
		p->n_first[first]++;
	}
	return STATUS_OK;
}

static void write_path(const struct paths *p, int64_t i)
{
	const struct ssta_report *r = p->r;
	double n = (double)r->n;
	struct ssta_statistics s;

	ssta_statistics_of(p->v[i].slack, r->n, p->v[i].nominal, &s);
	text_printf(r->out, "%6" PRId64 "%9.3f %%%9.3f %%%9.3f %%", i + 1,
		    100 * (double)p->n_first[i] / n, 100 * (double)p->n_chip[i] / n,
		    100 * (double)s.n_failing / n);
	report_time(&r->units, p->v[i].nominal, 12, r->out);
	ssta_write_statistics(r, &s);
	text_add(r->out, "\n");
}

static enum status write_paths(struct paths *p)
{
	const struct ssta_report *r = p->r;

	TRY(ALLOC_ALL(p->n, &p->v, &p->n_first, &p->n_chip));
	TRY(read_paths(p));
	text_printf(r->out,
		    "\nthe first %" PRId64
		    " paths in each die: the worst of these, of the chip, failing\n"
		    "%6s%11s%11s%11s%12s%12s%10s%8s%8s\n",
		    p->n, "path", "of these", "of all", "fails in", "nominal", "mean", "sigma",
		    "skew", "kurt.");
	for (int64_t i = 0; i < p->n; i++)
		write_path(p, i);
	return STATUS_OK;
}

enum status ssta_write_paths(const struct ssta_report *r, int64_t n)
{
	struct session *session = r->call->session;
	RELEASED_BY(paths_release) struct paths p = {.r = r};

	TRY(session_need_search(session));
	p.n = min_i64(n, search_count(session->search));
	if (p.n == 0)
		return status_fail(STATUS_FAILED, "find_paths has found no path");
	if (p.n > DIES_MOST_PATHS)
		return call_fail(r->call, STATUS_USAGE, "%d paths at most", DIES_MOST_PATHS);
	return write_paths(&p);
}

/* ---- normal distributions ---- */

/* Three sigma below the mean is where 0.135 % of a normal variable are. */
static void write_rule(const struct ssta_report *r, const char *name, const struct ssta_normal *n,
		       const struct ssta_statistics *s, double least)
{
	const double value[] = {n->mean, n->sigma, n->mean - 3 * n->sigma};
	const double other[] = {s->mean, s->sigma, least};

	text_printf(r->out, "  %-18s", name);
	for (int i = 0; i < 3; i++) {
		double apart = (value[i] - other[i]) / (r->units.time * 1000);
		double scale = pow(10, r->units.digits + 2);

		/* no minus before what rounds to 0 */
		apart = floor(fabs(apart) * scale + 0.5) / scale * (apart < 0 ? -1 : 1) + 0.0;
		ssta_write_real(r, value[i], 12);
		text_printf(r->out, " %+*.*f", 10, r->units.digits + 2, apart == 0 ? 0 : apart);
	}
	text_add(r->out, "\n");
}

static enum status write_beside(const struct ssta_report *r, const struct die_subject *subject,
				const struct ssta_normal *clark,
				const struct ssta_normal *quadrature)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	RELEASED_BY(die_values_release) struct die_values v = {0};
	struct ssta_statistics s;
	double least;

	TRY(ssta_sorted(r, subject, &v, NULL, &name));
	ssta_statistics_of(v.slack, v.n, v.nominal, &s);
	least = (double)v.slack[dies_quantile(v.n, 0.135, 0)];
	text_printf(r->out, "%s\n  %-18s", text_string(&name), "Monte-Carlo");
	ssta_write_real(r, s.mean, 12);
	ssta_write_real(r, s.sigma, 23);
	ssta_write_real(r, least, 23);
	text_add(r->out, "\n");
	write_rule(r, "Clark", clark, &s, least);
	write_rule(r, "quadrature", quadrature, &s, least);
	return call_flush(r->call);
}

/* The endpoint that represents its pin: the one with the worst mean. */
static int32_t endpoint_of_pin(const struct ssta_report *r, const struct ssta_normals *normals,
			       int32_t pin)
{
	int32_t found = -1;

	for (int32_t i = 0; i < ssta_n_endpoints(r->ssta); i++) {
		struct ssta_endpoint e;

		ssta_endpoint(r->ssta, i, &e);
		if (e.pin == pin && (found < 0 || normals->end[i].mean < normals->end[found].mean))
			found = i;
	}
	return found;
}

static enum status write_normals(const struct ssta_report *r, const struct ssta_normals *normals,
				 const struct die_rank *rank, int64_t n)
{
	struct die_subject subject = {DIES_OF_CHIP, 0};
	int32_t n_groups = ssta_n_groups(r->ssta), n_ends = ssta_n_endpoints(r->ssta);

	text_printf(r->out, "\n%-20s%12s %10s%12s %10s%12s %10s\n", "beside dies", "mean", "apart",
		    "sigma", "apart", "0.135 %", "apart");
	TRY(write_beside(r, &subject, &normals->chip[SSTA_CLARK], &normals->chip[SSTA_QUADRATURE]));
	for (int32_t g = 0; g < n_groups; g++) {
		subject = (struct die_subject){DIES_OF_GROUP, g};
		if (ssta_nominal(r->ssta, g) != FS_NONE_64)
			TRY(write_beside(r, &subject, &normals->group[g],
					 &normals->group[n_groups + g]));
	}
	for (int64_t i = 0; i < n; i++) {
		struct ssta_endpoint e;
		int32_t end;

		ssta_endpoint(r->ssta, rank[i].endpoint, &e);
		subject = (struct die_subject){DIES_OF_ENDPOINT, e.pin};
		end = endpoint_of_pin(r, normals, e.pin);
		TRY(write_beside(r, &subject, &normals->end[end], &normals->end[n_ends + end]));
	}
	return STATUS_OK;
}

enum status ssta_write_normals(const struct ssta_report *r, int64_t n_endpoints)
{
	const struct ssta_cone *all;
	RELEASED_BY(ssta_normals_release) struct ssta_normals normals = {0};
	FREED struct die_rank *rank = NULL;

	TRY(dies_cone(r->call->session, -1, &all));
	TRY(ssta_normals_make(r->ssta, all, &normals));
	TRY(dies_rank(r->ssta, r->n, &rank));
	return write_normals(r, &normals, rank, min_i64(n_endpoints, ssta_n_endpoints(r->ssta)));
}

/* ---- report_correlation ---- */

enum { CORRELATION_DIGITS };

static const struct option correlation_options[] = {
	[CORRELATION_DIGITS] = OPTION_DIGITS,
	{0},
};

static void write_correlation(const struct ssta_report *r, const int64_t *a, const int64_t *b)
{
	double low, high, value = dies_correlation(a, b, r->n, &low, &high);
	int64_t n_both = 0, n_a = 0, n_b = 0;

	for (int64_t i = 0; i < r->n; i++) {
		n_a += a[i] < 0;
		n_b += b[i] < 0;
		n_both += a[i] < 0 && b[i] < 0;
	}
	text_printf(r->out, "%12.4f   %.4f to %.4f in %" PRId64 " dies\n", value, low, high, r->n);
	text_printf(r->out,
		    "%10.3f %% of dies fail at the first, %.3f %% at the second, %.3f %% at both; "
		    "%.3f %% if they were independent\n",
		    100 * (double)n_a / (double)r->n, 100 * (double)n_b / (double)r->n,
		    100 * (double)n_both / (double)r->n,
		    100 * ((double)n_a / (double)r->n) * ((double)n_b / (double)r->n));
}

/* Each of the endpoints with each other one. */
static enum status report_correlation(struct call *call)
{
	RELEASED_BY(die_values_release) struct die_values first = {0}, second = {0};
	struct die_subject subject[2];
	struct ssta_report r;

	TRY(ssta_open_report(call, CORRELATION_DIGITS, &r));
	for (int i = 0; i < 2; i++)
		TRY(ssta_find_endpoint(call, call->argument[i], &subject[i]));
	text_printf(r.out, "correlation of the %s slacks of ",
		    ssta_split_name(ssta_options(r.ssta)->split));
	ssta_write_pin(&r, subject[0].index);
	text_add(r.out, " and ");
	ssta_write_pin(&r, subject[1].index);
	text_add(r.out, "\n");
	TRY(dies_values(call->session, &subject[0], r.n, &first));
	TRY(dies_values(call->session, &subject[1], r.n, &second));
	write_correlation(&r, first.slack, second.slack);
	return STATUS_OK;
}

/* ---- report_dies ---- */

enum { DIES_SUBJECT, DIES_FROM = DIES_SUBJECT + N_SUBJECT_OPTIONS, DIES_TO, DIES_N, DIES_DIGITS };

static const struct option dies_options[] = {
	[DIES_SUBJECT] = OPTIONS_SUBJECT,
	[DIES_FROM] = {"-from", OPTION_WORD, "SLACK", "dies with this slack or more"},
	[DIES_TO] = {"-to", OPTION_WORD, "SLACK", "dies with less than this slack"},
	[DIES_N] = {"-n", OPTION_COUNT, "N", "dies at most, the worst (20)"},
	[DIES_DIGITS] = OPTION_DIGITS,
	{0},
};

static enum status parse_slack(struct call *call, const struct ssta_report *r, int option,
			       int64_t *out)
{
	double time;

	if (!call->option[option].given)
		return STATUS_OK;
	TRY(call_real(call, call->option[option].word, &time));
	if (fabs(time * r->units.time) > 1e9)
		return call_fail(call, STATUS_USAGE, "%g is too long", time);
	*out = fs_of_ps(time * r->units.time);
	return STATUS_OK;
}

static void write_item(const struct ssta_report *r, const struct die_item *item)
{
	struct ssta_endpoint e;

	text_printf(r->out, "%12" PRId64, item->die);
	ssta_write_real(r, (double)item->slack, 12);
	if (item->endpoint >= 0) {
		ssta_endpoint(r->ssta, item->endpoint, &e);
		text_add(r->out, "  ");
		ssta_write_pin(r, e.pin);
	}
	text_add(r->out, "\n");
}

static enum status report_dies(struct call *call)
{
	int64_t low = INT64_MIN, high = INT64_MAX, most = 20;
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	struct die_subject subject;
	struct die_list dies;
	struct ssta_report r;

	TRY(ssta_open_report(call, DIES_DIGITS, &r));
	TRY(ssta_find_subject(call, DIES_SUBJECT, &subject));
	TRY(parse_slack(call, &r, DIES_FROM, &low));
	TRY(parse_slack(call, &r, DIES_TO, &high));
	if (call->option[DIES_N].given)
		most = call->option[DIES_N].number;
	TRY(dies_list(call->session, &subject, r.n, low, high, &dies));
	dies_write_name(call->session, &subject, &name);
	text_printf(r.out, "%" PRId64 " dies by the %s%s, %s first\n", dies.n,
		    dies_of(&subject, ssta_options(r.ssta)->split), text_string(&name),
		    subject.kind == DIES_OF_ARRIVAL ? "least" : "worst");
	text_printf(r.out, "%12s%12s%s\n", "die",
		    subject.kind == DIES_OF_ARRIVAL ? "arrival" : "slack",
		    dies.n && dies.item[0].endpoint >= 0 ? "  endpoint" : "");
	for (int64_t i = 0; i < min_i64(dies.n, most); i++)
		write_item(&r, &dies.item[i]);
	free(dies.item);
	return STATUS_OK;
}

/* ---- report_die ---- */

enum { DIE_GATE, DIE_DIGITS };

static const struct option die_options[] = {
	[DIE_GATE] = {"-gate", OPTION_WORD, "PIN",
		      "at this output (the last with several arcs on the worst path)"},
	[DIE_DIGITS] = OPTION_DIGITS,
	{0},
};

static void write_vertex(const struct ssta_report *r, int32_t vertex)
{
	if (vertex < 0) {
		text_add(r->out, "(given)");
		return;
	}
	ssta_write_pin(r, vertex / N_EDGES);
	text_add(r->out, vertex % N_EDGES == RISE ? " ^" : " v");
}

static void write_arc(const struct ssta_report *r, const struct die_gate_arc *a)
{
	ssta_write_real(r, (double)a->source, 12);
	ssta_write_real(r, (double)a->nominal, 12);
	text_printf(r->out, "%10.5f", a->z);
	ssta_write_real(r, a->sigma, 10);
	ssta_write_real(r, (double)a->increment, 11);
	ssta_write_real(r, (double)a->delay, 12);
	ssta_write_real(r, (double)a->sum, 12);
	text_add(r->out, a->counts ? " < " : "   ");
	write_vertex(r, a->from);
	text_add(r->out, "\n");
}

/* What the die that is the first argument draws for the gate of -gate. */
static enum status find_gate(struct call *call, uint64_t *die, struct die_gate *gate)
{
	int32_t pin = -1;

	TRY(ssta_parse_die(call, die));
	if (call->option[DIE_GATE].given)
		TRY(need_pin(call, call->option[DIE_GATE].word, &pin));
	return dies_gate(call->session, (int64_t)*die, pin, gate);
}

static enum status report_die(struct call *call)
{
	struct ssta_endpoint e;
	struct ssta_report r;
	struct die_gate gate;
	uint64_t die;

	TRY(ssta_open_report(call, DIE_DIGITS, &r));
	TRY(find_gate(call, &die, &gate));
	ssta_endpoint(r.ssta, gate.endpoint, &e);
	text_printf(r.out, "die %" PRIu64 " of seed %" PRIu64 ": worst %s slack before credit ",
		    die, ssta_options(r.ssta)->seed, ssta_split_name(ssta_options(r.ssta)->split));
	ssta_write_real(&r, (double)gate.slack, 0);
	text_add(r.out, " at ");
	ssta_write_pin(&r, e.pin);
	text_add(r.out, "\n");
	write_vertex(&r, gate.vertex);
	text_printf(r.out, ": the %s of the sums\n", gate.split == LATE ? "largest" : "least");
	text_printf(r.out, "%12s%12s%10s%10s%11s%12s%12s   from\n", "arrival", "nominal", "z",
		    "sigma", "sigma z", "delay", "sum");
	for (int32_t i = 0; i < gate.n_arcs; i++)
		write_arc(&r, &gate.arc[i]);
	text_printf(r.out, "%67s", "");
	ssta_write_real(&r, (double)gate.arrival, 12);
	text_add(r.out, "\n");
	return STATUS_OK;
}

/* ---- get_die_arcs ---- */

static const struct option arcs_options[] = {
	[DIE_GATE] = {"-gate", OPTION_WORD, "PIN",
		      "at this output (the last with several arcs on the worst path)"},
	{0},
};

static void add_arc(struct call *call, const struct die_gate_arc *a)
{
	RELEASED_BY(text_release) struct text from = TEXT_INIT, arc = TEXT_INIT;

	if (a->from >= 0)
		netlist_write_pin(call->session->design.netlist, a->from / N_EDGES, '/', &from);
	text_add(&arc, "from ");
	list_add(&arc, text_string(&from));
	text_printf(&arc, " edge %s source %.6g nominal %.6g z %.5f sigma %.6g",
		    a->from < 0                 ? "given"
		    : a->from % N_EDGES == RISE ? "rise"
						: "fall",
		    (double)a->source / 1000, (double)a->nominal / 1000, a->z, a->sigma / 1000);
	text_printf(&arc, " delay %.6g sum %.6g counts %d", (double)a->delay / 1000,
		    (double)a->sum / 1000, a->counts);
	list_add(call->result, text_string(&arc));
}

static enum status get_die_arcs(struct call *call)
{
	struct die_gate gate;
	uint64_t die;

	TRY(session_need_ssta(call->session));
	TRY(find_gate(call, &die, &gate));
	for (int32_t i = 0; i < gate.n_arcs; i++)
		add_arc(call, &gate.arc[i]);
	return STATUS_OK;
}

const struct command ssta_critical_commands[] = {
	{"get_die_arcs", get_die_arcs, IN_SESSION, "DIE", 1, 1, arcs_options,
	 "Return what one die draws for the arcs of a gate: a list of dictionaries, times in ps"},
	{"report_correlation", report_correlation, IN_SESSION, "PIN PIN", 2, 2, correlation_options,
	 "Report how the slacks of two endpoints depend on each other, over dies"},
	{"report_dies", report_dies, IN_SESSION, NULL, 0, 0, dies_options,
	 "List dies by their slack, for example those of a histogram's bar"},
	{"report_die", report_die, IN_SESSION, "DIE", 1, 1, die_options,
	 "Report what one die draws for the arcs of a gate, their sums and the largest"},
	{0},
};

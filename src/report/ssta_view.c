/* The readings of view SSTA: what is known of the dies up to a place on their timeline, and lists of them. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "report/ssta.h"
#include "session/parts.h"

/* ---- endpoints ---- */

static enum status fill_rows(const struct design *design, struct snap_ssta *snap, int64_t n)
{
	const struct ssta *ssta = design->ssta;
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	FREED struct die_rank *rank = NULL;

	TRY(dies_rank(ssta, n, &rank));
	for (int32_t i = 0; i < snap->n_rows; i++) {
		struct snap_ssta_row *row = &snap->row[i];
		struct ssta_statistics s;
		struct ssta_endpoint e;

		ssta_endpoint(ssta, rank[i].endpoint, &e);
		ssta_endpoint_statistics(ssta, rank[i].endpoint, &s);
		text_clear(&name);
		netlist_write_pin(design->netlist, e.pin, '/', &name);
		*row = (struct snap_ssta_row){copy_string(text_string(&name)),
					      rank[i].n_worst,
					      n == ssta_n(ssta) ? s.n_failing : -1,
					      e.nominal,
					      s.mean,
					      s.sigma};
	}
	return text_status(&name);
}

/* ---- the chart ---- */

static void fill_picks(const struct die_values *v, struct snap_ssta *snap)
{
	static const double share[SSTA_PICKS] = {0.135, 10, 50, 90, 99.865};

	for (int i = 0; i < SSTA_PICKS; i++)
		snap->pick[i] = v->slack[dies_quantile(v->n, share[i], 0)];
}

static int32_t whole(const struct die_chart *chart, double value)
{
	return (int32_t)fmin(value * (chart->curve ? SSTA_WHOLE_YIELD : 1) + 0.5, INT32_MAX);
}

static void fill_bins(const struct die_chart *chart, struct snap_ssta *snap)
{
	for (int32_t b = 0; b < snap->axis.n_bins; b++) {
		struct die_bin bin;

		dies_chart_bin(chart, b, &bin);
		snap->count[b] = whole(chart, bin.count);
		snap->normal[b] = whole(chart, bin.normal);
		snap->over[b] = whole(chart, bin.over);
		snap->least[b] = whole(chart, bin.least);
		snap->most[b] = whole(chart, bin.most);
		snap->die[b] = -1;
	}
}

/* The first die of each bin. */
static enum status fill_dies(struct session *session, const struct die_subject *subject,
			     struct snap_ssta *snap)
{
	RELEASED_BY(die_values_release) struct die_values v = {0};

	TRY(dies_values(session, subject, snap->n, &v));
	for (int64_t i = 0; i < v.n; i++) {
		int64_t at = snap->curve ? -v.slack[i] : v.slack[i];
		int64_t b = (at - snap->axis.low) / snap->axis.width;

		if (at >= snap->axis.low && b < snap->axis.n_bins && snap->die[b] < 0)
			snap->die[b] = v.begin + i;
	}
	return STATUS_OK;
}

static char *take_name(const struct session *session, const struct die_subject *subject)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	dies_write_name(session, subject, &name);
	return copy_string(text_string(&name));
}

/* ---- one lane ---- */

static void write_vertex(const struct netlist *netlist, int32_t vertex, struct text *out)
{
	if (vertex < 0) {
		text_add(out, "given");
		return;
	}
	netlist_write_pin(netlist, vertex / N_EDGES, '/', out);
	text_add(out, vertex % N_EDGES == RISE ? " ^" : " v");
}

static void write_lane(const struct netlist *netlist, const struct die_gate *gate, struct text *out)
{
	text_printf(out, "die %" PRId64 ", ", gate->die);
	write_vertex(netlist, gate->vertex, out);
	text_add(out, ", ps");
	EACH_ITEM(a, gate->arc, gate->n_arcs) {
		text_add(out, "\n");
		write_vertex(netlist, a->from, out);
		text_printf(out, "\n z %.5f sigma %.3f", a->z, a->sigma / 1000);
		text_printf(out, "\n %.3f%+.3f delay %.3f", (double)a->nominal / 1000,
			    (double)a->increment / 1000, (double)a->delay / 1000);
		text_printf(out, "\n in %.3f sum %.3f%s", (double)a->source / 1000,
			    (double)a->sum / 1000, a->counts ? " <" : "");
	}
	text_printf(out, "\n%s %.3f", gate->split == LATE ? "max" : "min",
		    (double)gate->arrival / 1000);
}

static enum status fill_lane(struct session *session, int64_t die, struct snap_ssta *snap)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	struct die_gate gate;

	if (die < 0 || !ssta_can_replay(session->design.ssta))
		return STATUS_OK;
	TRY(dies_gate(session, die, -1, &gate));
	write_lane(session->design.netlist, &gate, &text);
	snap->lane = copy_string(text_string(&text));
	return STATUS_OK;
}

/* ---- all of it ---- */

static void fill_numbers(const struct session *session, const struct dies_shown *shown,
			 const struct die_chart *chart, struct snap_ssta *snap)
{
	const struct ssta_options *options = ssta_options(session->design.ssta);

	snap->split = chart->v.split;
	snap->seed = options->seed;
	snap->method = ssta_method_short(options);
	snap->is_paper = options->method != SSTA_CHAINS;
	snap->name = take_name(session, &shown->subject);
	snap->n = chart->v.n;
	snap->n_all = ssta_finished(session->design.ssta) ? ssta_n(session->design.ssta)
							  : options->end - options->begin;
	snap->open = session->design.n_open - 1;
	snap->n_failing = chart->s.n_failing;
	snap->nominal = chart->v.nominal;
	snap->mean = chart->s.mean;
	snap->mean_within = chart->s.mean_within;
	snap->sigma = chart->s.sigma;
	snap->sigma_within = chart->s.sigma_within;
	snap->skew = chart->s.skew;
	snap->curve = chart->curve;
	snap->axis = chart->axis;
	if (shown->has_over)
		snap->over_name = take_name(session, &shown->over);
}

static enum status fill(struct session *session, const struct ssta_request *wanted,
			const struct dies_shown *shown, const struct die_chart *chart, int64_t n,
			struct snap_ssta *snap)
{
	fill_numbers(session, shown, chart, snap);
	fill_picks(&chart->v, snap);
	fill_bins(chart, snap);
	TRY(fill_dies(session, &shown->subject, snap));
	TRY(fill_lane(session, wanted->die, snap));
	return fill_rows(&session->design, snap, n);
}

static enum status answer_ssta(struct session *session, const struct ssta_request *wanted,
			       struct snap_ssta **out)
{
	struct ssta *ssta = session->design.ssta;
	int64_t n = ssta ? ssta_n_at(ssta, wanted->place) : 0;
	struct dies_shown shown;
	RELEASED_BY(dies_chart_release) struct die_chart chart = {0};
	SNAP_HELD struct snap_ssta *snap = NULL;

	if (n == 0 || session->in_step)
		return STATUS_FAILED;
	TRY(ssta_read(ssta));
	shown = dies_shown(session);
	TRY(dies_chart_make(session, &shown, n, wanted->curve, wanted->max_bins, &chart));
	TRY(snap_ssta_new(wanted->edition, chart.axis.n_bins,
			  (int32_t)min_i64(wanted->n_rows, ssta_n_endpoints(ssta)), &snap));
	TRY(fill(session, wanted, &shown, &chart, n, snap));
	HAND_OVER(out, snap);
	return STATUS_OK;
}

static char *endpoint_name(const struct design *design, int32_t endpoint)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	struct ssta_endpoint e;

	if (endpoint < 0)
		return NULL;
	ssta_endpoint(design->ssta, endpoint, &e);
	netlist_write_pin(design->netlist, e.pin, '/', &name);
	return copy_string(text_string(&name));
}

static void die_list_release(struct die_list *list)
{
	free(list->item);
}

static enum status answer_ssta_dies(struct session *session, const struct ssta_dies_request *wanted,
				    struct snap_ssta_dies **out)
{
	struct ssta *ssta = session->design.ssta;
	int64_t n = ssta ? ssta_n_at(ssta, wanted->place) : 0;
	struct dies_shown shown;
	RELEASED_BY(die_list_release) struct die_list dies = {0};

	if (n == 0 || session->in_step)
		return STATUS_FAILED;
	shown = dies_shown(session);
	TRY(dies_list(session, &shown.subject, n, wanted->low, wanted->high, &dies));
	TRY(snap_ssta_dies_new(wanted->edition, (int32_t)min_i64(dies.n, wanted->n_rows), out));
	(*out)->low = wanted->low;
	(*out)->high = wanted->high;
	(*out)->n = dies.n;
	for (int32_t i = 0; i < (*out)->n_rows; i++)
		(*out)->row[i] = (struct snap_ssta_die){
			dies.item[i].die, dies.item[i].slack,
			endpoint_name(&session->design, dies.item[i].endpoint)};
	return STATUS_OK;
}

ANSWER(ssta, snap_ssta)
ANSWER(ssta_dies, snap_ssta_dies)

const struct session_part ssta_view_part = {.answer[READ_ssta] = answer_any_ssta,
					    .answer[READ_ssta_dies] = answer_any_ssta_dies};

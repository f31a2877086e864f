#include "report/ssta.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/order.h"
#include "session/search.h"

enum { MOST_SERIES = 16 };

/* Slacks that were replayed. */
struct series {
	struct die_subject subject;
	int64_t search; /* of a path: which search's */
	int32_t n_cones;
	struct ssta_cone **cone; /* owned, each too */
	int64_t n, capacity, nominal;
	int64_t *slack; /* owned */
};

struct fan_in {
	int32_t endpoint;
	struct ssta_cone *cone; /* owned */
};

struct kept {
	char *name; /* owned */
	struct die_values values;
};

struct dies {
	int64_t serial; /* of the run that these are of: */
	struct ssta_coner *coner;
	struct series series[MOST_SERIES];
	int32_t n_series;
	struct fan_in *fan_in; /* owned */
	int32_t n_fan_in;
	int64_t fan_in_capacity;
	int64_t n_critical; /* dies that are counted in: */
	int64_t *critical;  /* owned [n_pins] */
	/* whatever the run: */
	struct kept kept[DIES_MOST_KEPT];
	int32_t n_kept;
	struct dies_shown shown;
};

/* ---- what is remembered ---- */

static void release_series(struct series *s)
{
	for (int32_t i = 0; i < s->n_cones; i++)
		ssta_cone_free(s->cone[i]);
	FREE_ALL(s->cone, s->slack);
	*s = (struct series){0};
}

/* What is of the run. */
static void forget_run(struct dies *d)
{
	RESET(ssta_coner_free, d->coner);
	while (d->n_series > 0)
		release_series(&d->series[--d->n_series]);
	while (d->n_fan_in > 0)
		ssta_cone_free(d->fan_in[--d->n_fan_in].cone);
	RESET(free, d->critical);
	d->n_critical = 0;
}

PART_DATA(struct dies *, slot_of, ssta_part)

static void drop_dies(struct session *session)
{
	struct dies **slot = slot_of(session), *d = *slot;

	*slot = NULL;
	if (!d)
		return;
	forget_run(d);
	free(d->fan_in);
	while (d->n_kept > 0) {
		free(d->kept[--d->n_kept].name);
		free(d->kept[d->n_kept].values.slack);
	}
	free(d);
}

static enum status need_dies(struct session *session, struct dies **out)
{
	struct dies **slot = slot_of(session), *d;
	int64_t serial = session->design.ssta ? ssta_serial(session->design.ssta) : 0;

	if (!*slot)
		TRY(ALLOC(slot, 1));
	d = *slot;
	if (d->serial != serial)
		forget_run(d);
	d->serial = serial;
	*out = d;
	return STATUS_OK;
}

/* ---- parts of the graph ---- */

/* They are of the nominal timing: a die that is open is closed meanwhile. */
static enum status begin_nominal(struct session *session, struct dies *d)
{
	struct design *design = &session->design;

	TRY(ssta_open_nominal(design->ssta));
	return d->coner ? STATUS_OK : ssta_coner_new(design->ssta, &d->coner);
}

static enum status end_nominal(struct session *session, enum status status)
{
	struct design *design = &session->design;
	enum status opened = STATUS_OK;
	int32_t n_negative;

	if (design->n_open)
		opened = ssta_open(design->ssta, design->n_open - 1, &n_negative);
	else
		opened = ssta_close(design->timing);
	if (opened == STATUS_OK)
		opened = timing_read(design->timing);
	return status != STATUS_OK ? status : opened;
}

enum status dies_cone(struct session *session, int32_t endpoint, const struct ssta_cone **out)
{
	struct ssta_cone *cone;
	struct dies *d;
	enum status status;

	TRY(need_dies(session, &d));
	for (int32_t i = 0; i < d->n_fan_in; i++) {
		if (d->fan_in[i].endpoint == endpoint) {
			*out = d->fan_in[i].cone;
			return STATUS_OK;
		}
	}
	TRY(GROW(&d->fan_in, &d->fan_in_capacity, d->n_fan_in + 1));
	status = begin_nominal(session, d) ?: ssta_cone_of_endpoint(d->coner, endpoint, &cone);
	TRY(end_nominal(session, status));
	d->fan_in[d->n_fan_in++] = (struct fan_in){endpoint, cone};
	*out = cone;
	return STATUS_OK;
}

/* ---- slacks that are replayed ---- */

static enum status add_cone(struct series *s, int64_t *capacity)
{
	TRY(GROW(&s->cone, capacity, s->n_cones + 1));
	s->cone[s->n_cones] = NULL;
	return STATUS_OK;
}

static enum status make_endpoint(struct dies *d, const struct ssta *ssta, struct series *s)
{
	int64_t capacity = 0;

	for (int32_t i = 0; i < ssta_n_endpoints(ssta); i++) {
		struct ssta_endpoint e;

		ssta_endpoint(ssta, i, &e);
		if (e.pin != s->subject.index)
			continue;
		TRY(add_cone(s, &capacity));
		TRY(ssta_cone_of_endpoint(d->coner, i, &s->cone[s->n_cones]));
		s->n_cones++;
	}
	return STATUS_OK;
}

static enum status make_path(struct session *session, struct dies *d, struct series *s)
{
	RELEASED_BY(traces_release) struct traces traces = {0};
	FREED int32_t *state = NULL;
	int64_t capacity = 0, n;
	int32_t sink;

	TRY(session_need_search(session));
	TRY(search_traces(session->search, LEVEL_NEWEST, s->subject.index, 1, &traces));
	if (traces.n_paths == 0)
		return status_fail(STATUS_FAILED, "there is no path %" PRId32,
				   s->subject.index + 1);
	TRY(add_cone(s, &capacity));
	n = traces.offset[1] - traces.offset[0] - 1;
	TRY(ALLOC(&state, n));
	for (int64_t i = 0; i < n; i++)
		state[i] = session_state(session, traces.vertex[i]);
	sink = session_sink(session, traces.vertex[n] - session->graph->n_vertices);
	TRY(ssta_cone_of_path(d->coner, state, n, sink, &s->cone[0]));
	s->n_cones = 1;
	return STATUS_OK;
}

static enum status make_arrival(struct dies *d, struct series *s)
{
	int64_t capacity = 0;

	TRY(add_cone(s, &capacity));
	TRY(ssta_cone_of_pin(d->coner, s->subject.index, &s->cone[0]));
	s->n_cones = 1;
	return STATUS_OK;
}

static enum status make_series(struct session *session, struct dies *d, struct series *s)
{
	enum status status = begin_nominal(session, d)
				     ?: (s->subject.kind == DIES_OF_PATH ? make_path(session, d, s)
					 : s->subject.kind == DIES_OF_ARRIVAL
						 ? make_arrival(d, s)
						 : make_endpoint(d, session->design.ssta, s));

	status = end_nominal(session, status);
	s->nominal = FS_NONE_64;
	for (int32_t i = 0; i < s->n_cones; i++)
		s->nominal = min_i64(s->nominal, s->cone[i]->nominal);
	return status;
}

static enum status find_series(struct session *session, struct dies *d,
			       const struct die_subject *subject, struct series **out)
{
	int64_t search = subject->kind == DIES_OF_PATH ? session_query(session)->serial : 0;
	struct series s = {.subject = *subject, .search = search};
	enum status status;

	for (int32_t i = 0; i < d->n_series; i++) {
		*out = &d->series[i];
		if ((*out)->subject.kind == subject->kind &&
		    (*out)->subject.index == subject->index && (*out)->search == search)
			return STATUS_OK;
	}
	status = make_series(session, d, &s);
	if (status != STATUS_OK) {
		release_series(&s);
		return status;
	}
	if (d->n_series == MOST_SERIES) {
		release_series(&d->series[0]);
		memmove(d->series, d->series + 1, sizeof *d->series * --d->n_series);
	}
	*out = &d->series[d->n_series++];
	**out = s;
	return STATUS_OK;
}

/* The dies that came since. */
static enum status extend(const struct ssta *ssta, struct series *s, int64_t n)
{
	int64_t begin = ssta_options(ssta)->begin, some = n - s->n;
	FREED int64_t *slack = NULL;

	if (some <= 0)
		return STATUS_OK;
	TRY(GROW(&s->slack, &s->capacity, n));
	TRY(ALLOC(&slack, some * s->n_cones));
	TRY(ssta_cones_run(ssta, s->cone, s->n_cones, begin + s->n, begin + n, slack));
	for (int64_t i = 0; i < some; i++) {
		s->slack[s->n + i] = slack[i];
		for (int32_t c = 1; c < s->n_cones; c++)
			s->slack[s->n + i] = min_i64(s->slack[s->n + i], slack[c * some + i]);
	}
	s->n = n;
	return STATUS_OK;
}

/* Slacks of an endpoint that the run kept. */
static bool copy_kept(const struct ssta *ssta, int32_t pin, struct die_values *out)
{
	bool first = true;

	for (int32_t i = 0; i < ssta_n_endpoints(ssta); i++) {
		struct ssta_endpoint e;

		ssta_endpoint(ssta, i, &e);
		if (e.pin != pin)
			continue;
		if (e.series < 0)
			return false;
		out->nominal = first ? e.nominal : min_i64(out->nominal, e.nominal);
		for (int64_t s = 0; s < out->n; s++) {
			int64_t slack = ssta_series(ssta, e.series, s);

			out->slack[s] = first ? slack : min_i64(out->slack[s], slack);
		}
		first = false;
	}
	return !first;
}

static enum status copy_replayed(struct session *session, const struct die_subject *subject,
				 struct die_values *out)
{
	struct series *series;
	struct dies *d;

	TRY(need_dies(session, &d));
	TRY(find_series(session, d, subject, &series));
	TRY(extend(session->design.ssta, series, out->n));
	memcpy(out->slack, series->slack, (size_t)out->n * sizeof *out->slack);
	out->nominal = series->nominal;
	if (subject->kind != DIES_OF_ARRIVAL || out->split == EARLY)
		return STATUS_OK;
	out->nominal = -out->nominal;
	for (int64_t i = 0; i < out->n; i++)
		out->slack[i] = -out->slack[i];
	return STATUS_OK;
}

static enum status fill_values(struct session *session, const struct die_subject *subject,
			       struct die_values *out)
{
	const struct ssta *ssta = session->design.ssta;
	int32_t group = subject->kind == DIES_OF_GROUP ? subject->index : -1;

	if (subject->kind == DIES_OF_PATH || subject->kind == DIES_OF_ARRIVAL)
		return copy_replayed(session, subject, out);
	if (subject->kind == DIES_OF_ENDPOINT)
		return copy_kept(ssta, subject->index, out) ? STATUS_OK
							    : copy_replayed(session, subject, out);
	out->nominal = ssta_nominal(ssta, group);
	for (int64_t i = 0; i < out->n; i++)
		out->slack[i] = ssta_worst(ssta, group, i, NULL);
	return STATUS_OK;
}

enum status dies_values(struct session *session, const struct die_subject *subject, int64_t n,
			struct die_values *out)
{
	const struct ssta *ssta = session->design.ssta;
	const struct die_values *kept = NULL;
	enum status status;

	if (subject->kind == DIES_KEPT) {
		dies_kept(session, subject->index, &kept);
		*out = *kept;
		TRY(ALLOC(&out->slack, kept->n));
		memcpy(out->slack, kept->slack, (size_t)kept->n * sizeof *out->slack);
		return STATUS_OK;
	}
	TRY(session_need_ssta(session));
	*out = (struct die_values){.split = ssta_options(ssta)->split,
				   .begin = ssta_options(ssta)->begin,
				   .n = n,
				   .sampling = ssta_options(ssta)->sampling,
				   .strata = ssta_options(ssta)->strata};
	TRY(ALLOC(&out->slack, n));
	status = fill_values(session, subject, out);
	if (status != STATUS_OK)
		die_values_release(out); /* the caller may free what it holds of several subjects */
	return status;
}

void die_values_release(struct die_values *values)
{
	RESET(free, values->slack);
}

const char *dies_of(const struct die_subject *subject, enum split split)
{
	if (subject->kind == DIES_OF_ARRIVAL)
		return split == LATE ? "latest " : "earliest ";
	return split == LATE ? "setup slack before credit of " : "hold slack before credit of ";
}

void dies_write_name(const struct session *session, const struct die_subject *subject,
		     struct text *out)
{
	const struct design *design = &session->design;

	switch (subject->kind) {
	case DIES_OF_CHIP:
		text_add(out, "the chip");
		break;
	case DIES_OF_GROUP:
		text_add(out, design->timing->image->states->group[subject->index]);
		break;
	case DIES_OF_ARRIVAL:
		text_add(out, DIES_ARRIVAL);
		netlist_write_pin(design->netlist, subject->index, '/', out);
		break;
	case DIES_OF_ENDPOINT:
		netlist_write_pin(design->netlist, subject->index, '/', out);
		break;
	case DIES_OF_PATH:
		text_printf(out, "path %" PRId32, subject->index + 1);
		break;
	case DIES_KEPT:
		text_add(out, dies_kept(session, subject->index, NULL));
		break;
	}
}

void dies_write_method(const struct session *session, const struct die_subject *subject,
		       struct text *out)
{
	const struct ssta_options *options;

	if (subject->kind == DIES_KEPT || !session->design.ssta)
		return;
	options = ssta_options(session->design.ssta);
	if (*ssta_method_short(options))
		text_printf(out, " (%s%s)", options->method == SSTA_CHAINS ? "" : "SSTA paper: ",
			    ssta_method_short(options));
}

enum status dies_find_endpoint(const struct session *session, int32_t pin, struct die_subject *out)
{
	const struct ssta *ssta = session->design.ssta;
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	for (int32_t i = 0; i < ssta_n_endpoints(ssta); i++) {
		struct ssta_endpoint e;

		ssta_endpoint(ssta, i, &e);
		if (e.pin == pin) {
			*out = (struct die_subject){DIES_OF_ENDPOINT, pin};
			return STATUS_OK;
		}
	}
	netlist_write_pin(session->design.netlist, pin, '/', &name);
	return status_fail(STATUS_FAILED, "%.100s is no endpoint of the dies", text_string(&name));
}

/* ---- what is kept ---- */

int32_t dies_n_kept(const struct session *session)
{
	return *slot_of(session) ? (*slot_of(session))->n_kept : 0;
}

const char *dies_kept(const struct session *session, int32_t i, const struct die_values **values)
{
	if (values)
		*values = &(*slot_of(session))->kept[i].values;
	return (*slot_of(session))->kept[i].name;
}

int32_t dies_find_kept(const struct session *session, const char *name)
{
	int32_t found = FIRST(i, 0, dies_n_kept(session),
			      strcmp((*slot_of(session))->kept[i].name, name) == 0);

	return found < dies_n_kept(session) ? found : -1;
}

/* What is shown by number stays that, or is shown no more. */
static void forget_shown(struct dies_shown *shown, int32_t i)
{
	struct die_subject *subject[] = {&shown->subject, &shown->over};

	for (int s = 0; s < 2; s++) {
		if (subject[s]->kind != DIES_KEPT)
			continue;
		if (subject[s]->index == i && s == 0)
			*subject[s] = (struct die_subject){DIES_OF_CHIP, 0};
		else if (subject[s]->index == i)
			shown->has_over = false;
		else if (subject[s]->index > i)
			subject[s]->index--;
	}
	shown->edition++;
}

bool dies_drop(struct session *session, const char *name)
{
	int32_t i = dies_find_kept(session, name);
	struct dies *d = *slot_of(session);

	if (i < 0)
		return false;
	FREE_ALL(d->kept[i].name, d->kept[i].values.slack);
	memmove(&d->kept[i], &d->kept[i + 1], sizeof *d->kept * (size_t)(--d->n_kept - i));
	forget_shown(&d->shown, i);
	return true;
}

enum status dies_keep(struct session *session, const char *name, struct die_values *values)
{
	int32_t i = dies_find_kept(session, name);
	struct dies *d;
	char *copy;

	TRY(need_dies(session, &d));
	if (i >= 0) {
		free(d->kept[i].values.slack);
		d->kept[i].values = *values;
		d->shown.edition++;
		return STATUS_OK;
	}
	if (d->n_kept == DIES_MOST_KEPT)
		return status_fail(STATUS_FAILED, "%d runs are kept; ssta_keep -drop forgets one",
				   DIES_MOST_KEPT);
	copy = copy_string(name);
	if (!copy)
		return STATUS_NO_MEMORY;
	d->kept[d->n_kept++] = (struct kept){copy, *values};
	return STATUS_OK;
}

/* ---- what is shown ---- */

enum status dies_show(struct session *session, const struct die_subject *subject,
		      const struct die_subject *over)
{
	struct dies *d;

	TRY(need_dies(session, &d));
	d->shown.subject = *subject;
	d->shown.has_over = over != NULL;
	if (over)
		d->shown.over = *over;
	d->shown.edition++;
	return STATUS_OK;
}

/* Another run's groups, pins and paths can't be mapped to this one. */
struct dies_shown dies_shown(const struct session *session)
{
	struct dies_shown shown = {0};
	const struct ssta *ssta = session->design.ssta;
	struct die_subject *subject[] = {&shown.subject, &shown.over};

	if (*slot_of(session))
		shown = (*slot_of(session))->shown;
	for (int i = 0; i < 2 && ssta; i++) {
		bool is_there = true;
		struct die_subject found;

		if (subject[i]->kind == DIES_OF_GROUP)
			is_there = subject[i]->index < ssta_n_groups(ssta) &&
				   ssta_nominal(ssta, subject[i]->index) != FS_NONE_64;
		if (subject[i]->kind == DIES_OF_ENDPOINT)
			is_there =
				dies_find_endpoint(session, subject[i]->index, &found) == STATUS_OK;
		if (subject[i]->kind == DIES_OF_PATH)
			is_there = session->search &&
				   ssta_options(ssta)->split == session_search_split(session);
		if (!is_there && i == 0)
			*subject[i] = (struct die_subject){DIES_OF_CHIP, 0};
		else if (!is_there)
			shown.has_over = false;
	}
	return shown;
}

/* ---- criticality ---- */

static int compare_ranks(const void *a, const void *b)
{
	const struct die_rank *x = a, *y = b;

	return ORDER(y->n_worst, x->n_worst) ?: ORDER(x->nominal, y->nominal)
	       ?: ORDER(x->endpoint, y->endpoint);
}

enum status dies_rank(const struct ssta *ssta, int64_t n, struct die_rank **out)
{
	int32_t n_ends = ssta_n_endpoints(ssta), worst;

	TRY(ALLOC(out, n_ends));
	for (int32_t i = 0; i < n_ends; i++) {
		struct ssta_endpoint e;

		ssta_endpoint(ssta, i, &e);
		(*out)[i] = (struct die_rank){0, e.nominal, i};
	}
	for (int64_t s = 0; s < n; s++) {
		ssta_worst(ssta, -1, s, &worst);
		(*out)[worst].n_worst++;
	}
	qsort(*out, (size_t)n_ends, sizeof **out, compare_ranks);
	return STATUS_OK;
}

/* The dies of one endpoint, and what their worst paths pass. */
static enum status count_passed(struct session *session, const struct die_rank *rank, int64_t *pin)
{
	const struct ssta *ssta = session->design.ssta;
	const struct netlist *netlist = session->design.netlist;
	int64_t begin = ssta_options(ssta)->begin, n = 0;
	FREED int64_t *sample = NULL, *passed = NULL;
	const struct ssta_cone *cone;

	TRY(dies_cone(session, rank->endpoint, &cone));
	TRY(ALLOC(&sample, rank->n_worst));
	for (int64_t i = 0; n < rank->n_worst; i++) {
		int32_t worst;

		ssta_worst(ssta, -1, i, &worst);
		if (worst == rank->endpoint)
			sample[n++] = begin + i;
	}
	TRY(ALLOC(&passed, (int64_t)cone->n_ops + cone->n_sinks));
	TRY(ssta_cone_trace(ssta, cone, sample, n, passed));
	for (int32_t h = 0; h < cone->n_ops + cone->n_sinks; h++) {
		for (int32_t i = cone->hop_row[h]; i < cone->hop_row[h + 1]; i++)
			pin[netlist_named_pin(netlist, cone->hop_vertex[i] / N_EDGES)] += passed[h];
	}
	return STATUS_OK;
}

enum status dies_criticality(struct session *session, const int64_t **out)
{
	const struct ssta *ssta = session->design.ssta;
	int64_t n = ssta_n(ssta);
	FREED int64_t *pin = NULL;
	FREED struct die_rank *rank = NULL;
	struct dies *d;

	TRY(need_dies(session, &d));
	*out = d->critical;
	if (d->critical && d->n_critical == n)
		return STATUS_OK;
	TRY(dies_rank(ssta, n, &rank));
	TRY(ALLOC(&pin, session->design.netlist->n_pins));
	for (int32_t i = 0; i < ssta_n_endpoints(ssta) && rank[i].n_worst > 0; i++) {
		TRY(count_passed(session, &rank[i], pin));
		if (!session->serving)
			TRY(task_breathe(&session->task));
	}
	free(d->critical);
	HAND_OVER(&d->critical, pin);
	*out = d->critical;
	d->n_critical = n;
	return STATUS_OK;
}

const struct session_part ssta_part = {
	.size = sizeof(struct dies *), .drop = drop_dies, .drops_at = LOSS_DESIGN};

/* Paths in sampled dies by a product, by the forest, and one after another on the host, beside the dies of run_ssta. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/random.h"
#include "gpu/ssta/die_paths.h"
#include "report/lab.h"

enum { SERIAL, PRODUCT, FOREST, N_WAYS };

enum { MOST_SHOWN = 10 };

/* What comes of a path in all dies. */
struct path_dies {
	int32_t rank;
	int64_t n_worst;    /* dies in which it is the worst, of equals the first */
	double sum, square; /* of differences from the nominal slack, fs */
};

struct dies {
	struct session *session;
	const struct ssta *ssta;
	struct die_paths paths;
	int64_t begin, end;
	int64_t *slack;          /* owned [paths][DIES] fs */
	struct path_dies *found; /* owned [paths] */
	float *worst;            /* owned [dies] ps */
	uint64_t digest[N_WAYS];
	/* dies of the run whose worst slack of all paths these paths have; those whose it isn't; those of which it is above theirs */
	int64_t n_same, n_others, n_wrong;
};

/* ---- what is measured ---- */

static enum status run_serial(void *context)
{
	struct dies *d = context;

	return die_paths_serial(&d->paths, d->slack);
}

static enum status run_product(void *context)
{
	die_paths_multiply(&((struct dies *)context)->paths);
	return STATUS_OK;
}

static enum status run_forest(void *context)
{
	die_paths_follow(&((struct dies *)context)->paths);
	return STATUS_OK;
}

static enum status measure(struct dies *d, struct lab *lab, int way, int32_t runs)
{
	static const char *const names[N_WAYS] = {"serial", "product", "forest"};
	static lab_run *const run[N_WAYS] = {run_serial, run_product, run_forest};
	struct lab_row *row = lab_add(lab, names[way]);

	TRY(lab_measure(d->session, run[way], d, way == SERIAL && !runs ? 3 : runs, row));
	row->work = (double)d->paths.n_paths * DIES;
	row->bytes = way == SERIAL ? 0 : die_paths_bytes(&d->paths, way == FOREST);
	return STATUS_OK;
}

/* ---- dies ---- */

/* A die: whose slack is the worst, and is it what the run of all paths says? */
static void look_at_die(struct dies *d, int64_t die, int64_t at)
{
	const struct ssta_options *options = ssta_options(d->ssta);
	int64_t worst = INT64_MAX, of_all;
	int32_t whose = -1;

	for (int32_t p = 0; p < d->paths.n_paths; p++) {
		int64_t slack = d->slack[(int64_t)p * DIES + at];
		double differs = (double)(slack - d->paths.slack[p]);

		d->found[p].sum += differs;
		d->found[p].square += differs * differs;
		if (slack < worst) {
			worst = slack;
			whose = p;
		}
	}
	if (whose < 0)
		return;
	d->found[whose].n_worst++;
	d->worst[die - d->begin] = (float)((double)worst / 1000);
	if (die < options->begin || die >= options->begin + ssta_n(d->ssta))
		return;
	of_all = ssta_worst(d->ssta, -1, die - options->begin, NULL);
	d->n_same += worst == of_all;
	d->n_others += worst > of_all;
	d->n_wrong += worst < of_all;
}

static enum status look_at_batch(struct dies *d, int64_t first)
{
	int64_t n = 2 * (int64_t)d->paths.n_paths * DIES; /* words */

	for (int way = N_WAYS - 1; way >= 0; way--) {
		if (way == SERIAL)
			TRY(die_paths_serial(&d->paths, d->slack));
		else
			TRY(die_paths_read(&d->paths, way == FOREST, d->slack));
		d->digest[way] = random_mix(d->digest[way] ^ lab_digest(d->slack, n));
	}
	for (int64_t at = 0; at < DIES; at++) {
		if (first + at >= d->begin && first + at < d->end)
			look_at_die(d, first + at, at);
	}
	return STATUS_OK;
}

static enum status run_dies(struct dies *d, struct lab *lab, int32_t runs)
{
	struct task *task = &d->session->task;
	int64_t first = d->begin / DIES * DIES;

	for (int64_t at = first; at < d->end; at += DIES) {
		TRY(die_paths_draw(&d->paths, at));
		if (at == first) {
			for (int way = 0; way < N_WAYS; way++)
				TRY(measure(d, lab, way, runs));
		}
		die_paths_multiply(&d->paths);
		die_paths_follow(&d->paths);
		TRY(look_at_batch(d, at));
		TRY(task_progress(task, at - first));
		TRY(task_breathe(task));
	}
	return STATUS_OK;
}

/* ---- the lab ---- */

/* What is multiplied is the lab's matrix: ones, whose columns are what varies. */
static enum status keep_matrix(const struct dies *d, struct lab **out)
{
	const struct die_paths *p = &d->paths;
	struct sparse *a;

	TRY(sparse_new("paths in dies", p->n_paths, p->n_columns + p->n_ends, p->n_entries, &a));
	a->is_pattern = true;
	memcpy(a->row, p->row, ((size_t)p->n_paths + 1) * sizeof *a->row);
	if (p->n_entries)
		memcpy(a->column, p->column, (size_t)p->n_entries * sizeof *a->column);
	for (int64_t e = 0; e < p->n_entries; e++)
		a->value[e] = 1;
	return lab_set_matrix(d->session, a, out);
}

static enum status finish(struct dies *d, struct lab *lab)
{
	for (int way = 0; way < N_WAYS; way++) {
		struct lab_row *row = &lab->table.row[way];

		row->digest = d->digest[way];
		snprintf(row->note, LAB_NOTE, "%s",
			 d->digest[way] == d->digest[SERIAL]
				 ? "the same slacks to the femtosecond"
				 : "OTHER SLACKS than one path after another");
	}
	lab_finish(lab, NULL);
	TRY(lab_keep(lab, d->end - d->begin, 1, "die", "worst slack, ps"));
	lab->y_first = d->begin;
	for (int64_t i = 0; i < lab->n_y; i++)
		lab->y[i] = d->worst[i];
	return STATUS_OK;
}

static int by_worst(const void *a, const void *b)
{
	const struct path_dies *p = a, *q = b;

	if (p->n_worst != q->n_worst)
		return p->n_worst > q->n_worst ? -1 : 1;
	return p->rank < q->rank ? -1 : p->rank > q->rank;
}

static void write_paths(struct dies *d, struct text *out)
{
	double n = (double)(d->end - d->begin);

	for (int32_t p = 0; p < d->paths.n_paths; p++)
		d->found[p].rank = p;
	qsort(d->found, (size_t)d->paths.n_paths, sizeof *d->found, by_worst);
	text_printf(out, "%8s %12s %12s %12s %10s\n", "path", "worst in", "slack ps", "mean ps",
		    "sigma ps");
	for (int32_t i = 0; i < MOST_SHOWN && i < d->paths.n_paths && d->found[i].n_worst; i++) {
		const struct path_dies *f = &d->found[i];
		double mean = f->sum / n, variance = f->square / n - mean * mean,
		       slack = (double)d->paths.slack[f->rank];

		text_printf(out, "%8" PRId32 " %12" PRId64 " %12.3f %12.3f %10.3f\n", f->rank + 1,
			    f->n_worst, slack / 1000, (slack + mean) / 1000,
			    sqrt(variance > 0 ? variance : 0) / 1000);
	}
}

static void write_dies(struct dies *d, struct text *out)
{
	text_printf(out,
		    "of %" PRId64 " dies that run_ssta has computed %" PRId64
		    " have one of these paths as the worst, with the same slack; in %" PRId64
		    " another path is worse\n",
		    d->n_same + d->n_others + d->n_wrong, d->n_same, d->n_others);
	write_paths(d, out);
}

static enum status open_dies(struct dies *d, const struct lab_dies *options)
{
	struct session *session = d->session;

	TRY(die_paths_open(session->search, session->paths, d->ssta, options->most, &d->paths));
	TRY(ALLOC(&d->slack, (int64_t)d->paths.n_paths * DIES));
	TRY(ALLOC(&d->found, d->paths.n_paths));
	return ALLOC(&d->worst, d->end - d->begin);
}

static enum status run(struct dies *d, const struct lab_dies *options, struct lab **lab,
		       struct text *out)
{
	const struct die_paths *p = &d->paths;
	char title[LAB_TITLE];

	TRY(open_dies(d, options));
	TRY(keep_matrix(d, lab));
	snprintf(title, sizeof title,
		 "%" PRId32 " paths in dies %" PRId64 " to %" PRId64 ": %" PRId64
		 " entries, %" PRId32 " columns and %" PRId32 " ends vary; %" PRId32
		 " clock states, %" PRId32 " states of the forest",
		 p->n_paths, d->begin, d->end - 1, p->n_entries, p->n_columns, p->n_ends,
		 p->n_nodes, p->n_states);
	TRY(lab_begin(d->session, *lab, "dies", "Gslacks/s", title));
	TRY(run_dies(d, *lab, options->runs));
	if (d->n_wrong)
		return status_fail(STATUS_FAILED,
				   "in %" PRId64 " dies a path is worse than run_ssta's worst",
				   d->n_wrong);
	TRY(finish(d, *lab));
	lab_write_results(*lab, out);
	write_dies(d, out);
	return STATUS_OK;
}

enum status lab_run_dies(struct session *session, const struct lab_dies *options, struct text *out)
{
	struct dies d = {.session = session,
			 .ssta = session->design.ssta,
			 .begin = options->begin,
			 .end = options->begin + options->n};
	struct lab *lab = NULL;
	enum status status;

	DOING(&session->task, "timing paths in dies", options->n);
	status = run(&d, options, &lab, out);
	die_paths_close(&d.paths);
	status = queue_settle(session->queue, status);
	FREE_ALL(d.slack, d.found, d.worst);
	if (status != STATUS_OK && lab)
		lab->table.n = 0;
	return status;
}

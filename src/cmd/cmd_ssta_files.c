/* Dies in files: tables, arrays, and parts of runs that are put together. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/ranks.h"
#include "cmd/ssta.h"
#include "read/ssta_part.h"
#include "report/quote.h"
#include "session/device_read.h"
#include "session/objects.h"
#include "write/npy.h"
#include "write/ssta_part.h"

/* ---- tables ---- */

enum { WRITE_PART, WRITE_ENDPOINTS };

static const struct option write_options[] = {
	[WRITE_PART] = {"-part", OPTION_FLAG, NULL,
			"all data of the dies, for merge_ssta, instead of a table"},
	[WRITE_ENDPOINTS] = {"-endpoints", OPTION_WORD, "PINS",
			     "slacks of these endpoints too, which are replayed"},
	{0},
};

/* Columns of a table: slacks of the path groups, of endpoints that are kept, and of others. */
struct dies_table {
	struct call *call;
	const struct ssta *ssta;
	int64_t n;
	int32_t n_columns;
	int64_t **column; /* owned, each too */
	char **name;      /* the same */
	int64_t column_capacity, name_capacity;
};

static void release_table(struct dies_table *t)
{
	for (int32_t i = 0; i < t->n_columns; i++) {
		FREE_ALL(t->column[i], t->name[i]);
	}
	FREE_ALL(t->column, t->name);
}

static enum status add_column(struct dies_table *t, const struct die_subject *subject)
{
	struct session *session = t->call->session;
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	struct die_values values;

	TRY(GROW(&t->column, &t->column_capacity, t->n_columns + 1));
	TRY(GROW(&t->name, &t->name_capacity, t->n_columns + 1));
	TRY(dies_values(session, subject, t->n, &values));
	dies_write_name(session, subject, &name);
	t->column[t->n_columns] = values.slack;
	t->name[t->n_columns++] = copy_string(text_string(&name));
	return STATUS_OK;
}

static enum status add_asked(struct dies_table *t)
{
	RELEASED_BY(words_free) struct words words = {0};

	if (!t->call->option[WRITE_ENDPOINTS].given)
		return STATUS_OK;
	words_of(t->call, t->call->option[WRITE_ENDPOINTS].word, &words);
	for (int i = 0; i < words.n; i++) {
		struct die_subject subject;

		TRY(ssta_find_endpoint(t->call, words.word[i], &subject));
		TRY(add_column(t, &subject));
	}
	return STATUS_OK;
}

static enum status fill_table(struct dies_table *t)
{
	for (int32_t g = 0; g < ssta_n_groups(t->ssta); g++) {
		if (ssta_nominal(t->ssta, g) != FS_NONE_64)
			TRY(add_column(t, &(struct die_subject){DIES_OF_GROUP, g}));
	}
	for (int32_t i = 0; i < ssta_n_endpoints(t->ssta); i++) {
		struct ssta_endpoint e;

		ssta_endpoint(t->ssta, i, &e);
		if (e.series >= 0)
			TRY(add_column(t, &(struct die_subject){DIES_OF_ENDPOINT, e.pin}));
	}
	return add_asked(t);
}

/* ---- comma-separated values ---- */

static void write_csv_row(const struct dies_table *t, int64_t i, struct text *pin, struct text *out)
{
	int32_t worst;
	int64_t slack = ssta_worst(t->ssta, -1, i, &worst);
	struct ssta_endpoint e;

	ssta_endpoint(t->ssta, worst, &e);
	text_clear(pin);
	netlist_write_pin(t->call->session->design.netlist, e.pin, '/', pin);
	text_printf(out, "%" PRId64 ",%s,", ssta_options(t->ssta)->begin + i, PS(slack));
	quote_csv(out, text_string(pin));
	for (int32_t c = 0; c < t->n_columns; c++)
		text_printf(out, ",%s", PS(t->column[c][i]));
	text_add(out, "\n");
}

static enum status write_csv(const struct dies_table *t, struct output *out)
{
	RELEASED_BY(text_release) struct text pin = TEXT_INIT;

	text_add(&out->text, "die,slack_ps,endpoint");
	for (int32_t c = 0; c < t->n_columns; c++) {
		text_add(&out->text, ",");
		quote_csv(&out->text, t->name[c] ? t->name[c] : "");
	}
	text_add(&out->text, "\n");
	for (int64_t i = 0; i < t->n; i++) {
		write_csv_row(t, i, &pin, &out->text);
		TRY(output_step(out, i));
	}
	return STATUS_OK;
}

/* ---- .npy ---- */

/* Whole numbers of 64 bits: the die, the chip's slack in fs, and those of the columns; their names are a comment
 * in the head. */
static enum status write_npy(const struct dies_table *t, struct output *out)
{
	RELEASED_BY(text_release) struct text note = TEXT_INIT;

	text_add(&note, "die, slack in fs");
	for (int32_t c = 0; c < t->n_columns; c++)
		text_printf(&note, ", %s", t->name[c] ? t->name[c] : "");
	npy_begin(&out->text, "<i8", t->n, 2 + (int64_t)t->n_columns, text_string(&note));
	for (int64_t i = 0; i < t->n; i++) {
		npy_put(&out->text, (uint64_t)(ssta_options(t->ssta)->begin + i));
		npy_put(&out->text, (uint64_t)ssta_worst(t->ssta, -1, i, NULL));
		for (int32_t c = 0; c < t->n_columns; c++)
			npy_put(&out->text, (uint64_t)t->column[c][i]);
		TRY(output_step(out, i));
	}
	return STATUS_OK;
}

/* ---- write_ssta ---- */

static bool is_npy(const char *path)
{
	size_t n = strlen(path);

	return (n > 4 && strcmp(path + n - 4, ".npy") == 0) ||
	       (n > 7 && strcmp(path + n - 7, ".npy.gz") == 0);
}

static enum status write_table(struct call *call, const char *path)
{
	RELEASED_BY(release_table)
	struct dies_table t = {.call = call, .ssta = call->session->design.ssta};
	struct output out;

	t.n = ssta_n(t.ssta);
	TRY(fill_table(&t));
	TRY(output_open(&out, path, &call->session->task));
	return output_close(&out, is_npy(path) ? write_npy(&t, &out) : write_csv(&t, &out));
}

static enum status write_ssta(struct call *call)
{
	struct session *session = call->session;
	RELEASED_BY(ssta_part_release) struct ssta_part part = {0};

	TRY(session_need_ssta(session));
	if (ssta_n(session->design.ssta) == 0)
		return status_fail(STATUS_FAILED, "no dies yet; step computes some");
	if (!call->option[WRITE_PART].given)
		return write_table(call, call->argument[0]);
	TRY(ssta_export(session->design.ssta, &part));
	return ssta_part_write(&part, call->argument[0], &session->task);
}

/* ---- merge_ssta ---- */

static enum status merge_parts(struct session *session, struct ssta_part *part, int32_t n)
{
	struct design *design = &session->design;
	struct ssta_options options;
	enum status status;

	TRY(ssta_parts_options(part, n, &options));
	options.sharing.placement = design->placement;
	options.more = session_devices(session)->more_queue;
	options.n_more = session_devices(session)->n_more;
	session_drop_ssta(session);
	TRY(session_need_timing(session));
	TRY(ssta_new(session->queue, design->timing, &design->variation, &options, &design->ssta));
	status = ranks_agree(ssta_import(design->ssta, part, n));
	if (status != STATUS_OK) {
		session_drop_ssta(session);
		return status;
	}
	return ssta_put(session);
}

static enum status merge_ssta(struct call *call)
{
	struct session *session = call->session;
	FREED struct ssta_part *part = NULL;
	RELEASED_BY(words_free) struct words words = {0};
	int32_t n = 0;
	enum status status;

	TRY(design_need_netlist(&session->design));
	words_of(call, call->argument[0], &words);
	status = words.n ? ALLOC(&part, words.n)
			 : call_fail(call, STATUS_USAGE, "expected a list of files");
	while (n < words.n && status == STATUS_OK) {
		status = ssta_part_read(words.word[n], &session->task, &part[n]);
		n += status == STATUS_OK;
	}
	status = ranks_agree(status) ?: merge_parts(session, part, n);
	while (n > 0)
		ssta_part_release(&part[--n]);
	return status;
}

const struct command ssta_file_commands[] = {
	{"write_ssta", write_ssta, IN_SESSION, "FILE", 1, 1, write_options,
	 "Write the slacks of each die as comma-separated values, or for NumPy (.npy); .gz too"},
	{"merge_ssta", merge_ssta, IN_SESSION, "FILES", 1, 1, NULL,
	 "Merge parts of a run, as if all dies were computed here"},
	{0},
};

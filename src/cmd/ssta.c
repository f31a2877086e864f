#include "cmd/ssta.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "session/objects.h"

enum status ssta_open_report(struct call *call, int digits, struct ssta_report *r)
{
	struct session *session = call->session;

	*r = (struct ssta_report){.call = call, .out = call->out};
	TRY(session_need_ssta(session));
	r->units = report_units_of(session->design.netlist);
	if (digits >= 0)
		TRY(report_units_parse(call, digits, session->design.netlist, &r->units));
	r->ssta = session->design.ssta;
	r->n = ssta_n(r->ssta);
	if (r->n == 0)
		return status_fail(STATUS_FAILED, "no dies yet; step computes some");
	return ssta_read(r->ssta);
}

void ssta_write_field_error(const struct ssta *ssta, struct text *out)
{
	struct ssta_field_error e = ssta_field_error(ssta);

	if (e.n)
		text_printf(
			out,
			"-length %g: over %" PRId64
			" pairs of gates the correlation differs from 1 / (1 + (distance / %g um)^2) by %.4f "
			"at most, %.4f rms\n",
			ssta_options(ssta)->sharing.length, e.n, ssta_options(ssta)->sharing.length,
			e.largest, e.rms);
}

/* ---- whose slack ---- */

static enum status find_group(struct call *call, const char *name, struct die_subject *out)
{
	const struct design *design = &call->session->design;
	const struct state_graph *states = design->timing->image->states;

	int32_t g = ssta_n_groups(design->ssta) - 1;

	while (g >= 0 && strcmp(states->group[g], name) != 0)
		g--;
	for (int32_t set = 0; set < states->n_groups && g >= 0; set++) {
		if (set != g && state_group_has(states, set, g))
			return call_fail(call, STATUS_FAILED,
					 "some paths of group \"%.100s\" are in other groups "
					 "too, which dies don't have apart",
					 name);
	}
	if (g < 0 || ssta_nominal(design->ssta, g) == FS_NONE_64)
		return call_fail(call, STATUS_FAILED, "no endpoint is in a path group \"%.100s\"",
				 name);
	*out = (struct die_subject){DIES_OF_GROUP, g};
	return STATUS_OK;
}

enum status ssta_find_endpoint(struct call *call, const char *name, struct die_subject *out)
{
	int32_t pin;

	TRY(need_pin(call, name, &pin));
	return dies_find_endpoint(call->session, pin, out);
}

enum status ssta_find_kept(struct call *call, const char *name, struct die_subject *out)
{
	int32_t i = dies_find_kept(call->session, name);

	if (i < 0)
		return call_fail(call, STATUS_FAILED,
				 "nothing is kept as \"%.100s\"; ssta_keep does", name);
	*out = (struct die_subject){DIES_KEPT, i};
	return STATUS_OK;
}

enum status ssta_find_subject(struct call *call, int first, struct die_subject *out)
{
	const struct option_value *given = &call->option[first];
	int n = SUM(int, i, 0, N_SUBJECT_OPTIONS, given[i].given);

	if (n > 1)
		return call_fail(call, STATUS_USAGE,
				 "-group, -endpoint, -path, -arrival and -kept exclude each other");
	*out = (struct die_subject){DIES_OF_CHIP, 0};
	if (given[SUBJECT_KEPT].given)
		return ssta_find_kept(call, given[SUBJECT_KEPT].word, out);
	TRY(session_need_ssta(call->session));
	if (given[SUBJECT_GROUP].given)
		return find_group(call, given[SUBJECT_GROUP].word, out);
	if (given[SUBJECT_ENDPOINT].given)
		return ssta_find_endpoint(call, given[SUBJECT_ENDPOINT].word, out);
	if (given[SUBJECT_ARRIVAL].given) {
		out->kind = DIES_OF_ARRIVAL;
		return need_pin(call, given[SUBJECT_ARRIVAL].word, &out->index);
	}
	if (given[SUBJECT_PATH].given)
		*out = (struct die_subject){DIES_OF_PATH, (int32_t)given[SUBJECT_PATH].number - 1};
	return STATUS_OK;
}

enum status ssta_sorted(const struct ssta_report *r, const struct die_subject *subject,
			struct die_values *out, struct ssta_replicates *replicates,
			struct text *name)
{
	TRY(dies_values(r->call->session, subject, r->n, out));
	if (replicates)
		TRY(dies_replicates(out, replicates));
	qsort(out->slack, (size_t)out->n, sizeof *out->slack, compare_int64);
	dies_write_name(r->call->session, subject, name);
	return STATUS_OK;
}

/* ---- writing ---- */

void ssta_write_real(const struct ssta_report *r, double fs, int width)
{
	text_printf(r->out, "%*.*f", width, r->units.digits + 2, fs / (r->units.time * 1000));
}

void ssta_write_statistics(const struct ssta_report *r, const struct ssta_statistics *s)
{
	ssta_write_real(r, s->mean, 12);
	ssta_write_real(r, s->sigma, 10);
	text_printf(r->out, "%8.3f%8.3f", s->skew, s->kurtosis);
}

void ssta_write_pin(const struct ssta_report *r, int32_t pin)
{
	netlist_write_pin(r->call->session->design.netlist, pin, '/', r->out);
}

const char *ssta_split_name(enum split split)
{
	return split == LATE ? "setup" : "hold";
}

enum status ssta_parse_number(const struct call *call, const char *option, const char *word,
			      uint64_t *out)
{
	char *end;

	errno = 0;
	*out = strtoull(word, &end, 0);
	if (*word < '0' || *word > '9' || *end || errno)
		return call_fail(call, STATUS_USAGE, "%s expects a whole number, not \"%.100s\"",
				 option, word);
	return STATUS_OK;
}

enum status ssta_parse_die(const struct call *call, uint64_t *out)
{
	TRY(ssta_parse_number(call, "a die", call->argument[0], out));
	return *out < SSTA_MOST_SAMPLES
		       ? STATUS_OK
		       : call_fail(call, STATUS_USAGE, "dies have numbers below 2^30");
}

/* What commands about dies share. */
#ifndef CMD_SSTA_H
#define CMD_SSTA_H

#include <stdlib.h>

#include "gpu/ssta/ssta_normal.h"
#include "report/ssta.h"
#include "report/report_units.h"

/* Pin up the timeline of the dies. */
enum status ssta_put(struct session *session);

/* A report on the dies that there are. */
struct ssta_report {
	struct call *call;
	struct text *out;
	struct report_units units;
	struct ssta *ssta;
	int64_t n;
	struct ssta_replicates replicates; /* of what is reported */
};

static inline void ssta_close_report(struct ssta_report *r)
{
	ssta_replicates_release(&r->replicates);
}

/* STATUS_FAILED without dies. `digits`: the option, -1 = it has none. */
enum status ssta_open_report(struct call *call, int digits, struct ssta_report *r);

/* Whose slack: the chip's, or by one of these options. */
#define OPTIONS_SUBJECT                                                                            \
	{"-group", OPTION_WORD, "NAME", "of a path group"},                                        \
		{"-endpoint", OPTION_WORD, "PIN", "of an endpoint"},                               \
		{"-path", OPTION_COUNT, "RANK", "of a path that find_paths found"},                \
		{"-arrival", OPTION_WORD, "PIN", "in place of a slack the arrival at any pin"},    \
	{                                                                                          \
		"-kept", OPTION_WORD, "NAME", "of what ssta_keep has kept"                         \
	}
enum {
	SUBJECT_GROUP,
	SUBJECT_ENDPOINT,
	SUBJECT_PATH,
	SUBJECT_ARRIVAL,
	SUBJECT_KEPT,
	N_SUBJECT_OPTIONS
};

/* By these options, of which the first one is `first`. */
enum status ssta_find_subject(struct call *call, int first, struct die_subject *out);
enum status ssta_find_endpoint(struct call *call, const char *name, struct die_subject *out);
enum status ssta_find_kept(struct call *call, const char *name, struct die_subject *out);

/* Its slacks, least first, and its name; the values' slacks and the name are owned by the caller, also on failure. Where wanted
 * (not NULL) also by replicate, each least first. */
enum status ssta_sorted(const struct ssta_report *r, const struct die_subject *subject,
			struct die_values *out, struct ssta_replicates *replicates,
			struct text *name);

void ssta_write_real(const struct ssta_report *r, double fs, int width);
/* Mean, sigma, skew, kurtosis. */
void ssta_write_statistics(const struct ssta_report *r, const struct ssta_statistics *s);
void ssta_write_pin(const struct ssta_report *r, int32_t pin);
/* setup or hold */
const char *ssta_split_name(enum split split);
/* A whole number of an argument or an option. */
enum status ssta_parse_number(const struct call *call, const char *option, const char *word,
			      uint64_t *out);

/* The number of a die that is the first argument. */
enum status ssta_parse_die(const struct call *call, uint64_t *out);

/* How well the correlation of -length is kept; nothing without it. */
void ssta_write_field_error(const struct ssta *ssta, struct text *out);
/* report_ssta's tables, by option. */
enum status ssta_write_pins(const struct ssta_report *r, int64_t n);
enum status ssta_write_paths(const struct ssta_report *r, int64_t n);
enum status ssta_write_normals(const struct ssta_report *r, int64_t n_endpoints);

#endif

/* Words, numbers and parentheses of SDF. */
#ifndef READ_SDF_SDF_SCAN_H
#define READ_SDF_SDF_SCAN_H

#include "read/sdf/sdf_impl.h"

/* STATUS_BAD_INPUT: what was expected, and what is here. */
enum status sdf_expected(struct sdf *sdf, const char *what) __attribute__((cold));

/* Is the next one this? Then it isn't taken. */
enum status sdf_see(struct sdf *sdf, char c, bool *is);
/* Take a parenthesis. */
enum status sdf_take(struct sdf *sdf, char c, const char *what);
/* Take '(' and the word after it. */
enum status sdf_begin(struct sdf *sdf, struct sdf_span *keyword);
/* The same, where it has to be this word. */
enum status sdf_expect(struct sdf *sdf, const char *keyword);
/* Take ')' if it is next. */
enum status sdf_at_end(struct sdf *sdf, bool *ends);
/* The items of a list, up to its ')': `read` is called after the keyword of each, and takes it whole. */
typedef enum status sdf_item(struct sdf *sdf, struct sdf_span keyword);
enum status sdf_read_items(struct sdf *sdf, sdf_item *read);
/* Past one that nothing is done with, with a warning. */
enum status sdf_skip_item(struct sdf *sdf, struct sdf_span keyword);
/* Past the ')' of the parenthesis that is open. */
enum status sdf_skip(struct sdf *sdf);
/* A name: up to a blank or parenthesis that isn't escaped. */
enum status sdf_take_name(struct sdf *sdf, const char *what, struct sdf_span *name);
/* "text", without its quotes. */
enum status sdf_take_string(struct sdf *sdf, struct sdf_span *text);
/* Is a word this keyword, in letters of either case? */
bool sdf_is(struct sdf_span word, const char *keyword);
/* Is it just this text? */
bool sdf_is_same(struct sdf_span word, const char *text);
/* "(1:2:3)", "(1)", "()". */
enum status sdf_take_value(struct sdf *sdf, struct sdf_value *value);
/* Values up to the end of the parenthesis that is open, which is taken. */
enum status sdf_take_values(struct sdf *sdf, struct sdf_values *values);
/* A pin, with (posedge …) and, of checks, (COND …) around it. */
enum status sdf_take_port(struct sdf *sdf, bool of_check, struct sdf_port *port);

/* For messages: as much of a span as is shown. */
#define SDF_SHOWN(span)                                                                            \
	(int)((span).end - (span).begin > 200 ? 200 : (span).end - (span).begin), (span).begin

#endif

#include "read/spef/spef_scan.h"

#include <math.h>

#include "base/units.h"

enum { BETWEEN_LOOKS = 1 << 16 }; /* bytes between two looks at whether to stop */

enum status spef_look_up(struct spef *spef, const char *at)
{
	spef->look = at + BETWEEN_LOOKS;
	if (spef->is_chunk)
		return task_cancelled(spef->in->task) ? STATUS_CANCELLED : STATUS_OK;
	return task_progress(spef->in->task, at - spef->in->data);
}

enum status spef_expected(struct spef *spef, const char *what)
{
	struct spef_word word = spef_word_here(spef);

	if (word.length == 0)
		return input_error_at(spef->in, spef->at, "expected %s, the file ends", what);
	return input_error_at(spef->in, spef->at, "expected %s, found \"%.*s\"", what,
			      spef_shown(&word), word.begin);
}

enum status spef_out_of_range(struct spef *spef, const char *place)
{
	struct spef_word word;

	spef->at = place;
	word = spef_word_here(spef);
	return input_error_at(spef->in, place, "number out of range: \"%.*s\"", spef_shown(&word),
			      word.begin);
}

enum status spef_skip_to_keyword(struct spef *spef)
{
	for (;;) {
		TRY(spef_skip_blanks(spef));
		if (spef_at_end(spef) || spef_at_keyword(spef))
			return STATUS_OK;
		if (*spef->at == '"') {
			const char *quote =
				memchr(spef->at + 1, '"', (size_t)(spef->end - spef->at - 1));

			if (!quote)
				return input_error_at(spef->in, spef->at,
						      "text without closing quote");
			spef->at = quote + 1;
			continue;
		}
		while (!spef_is_blank(*spef->at))
			spef->at++;
	}
}

enum status spef_take_keyword(struct spef *spef, struct spef_word *word)
{
	TRY(spef_skip_to_keyword(spef));
	*word = spef_word_here(spef);
	if (spef_at_end(spef) || spef_is_keyword(word, "*D_NET") || spef_is_keyword(word, "*R_NET"))
		return spef_expected(spef, "*END");
	spef->at += word->length;
	return STATUS_OK;
}

enum status spef_skip_section(struct spef *spef)
{
	struct spef_word word;

	do
		TRY(spef_take_keyword(spef, &word));
	while (!spef_is_keyword(&word, "*END"));
	return STATUS_OK;
}

enum status spef_try_value(struct spef *spef, bool *is_number, double *value)
{
	const char *p = spef->at;
	double part[3];
	int n = 0;

	*is_number = false;
	for (;;) {
		switch (parse_real(&p, spef->end, &part[n])) {
		case DECIMAL_OK:
			break;
		case DECIMAL_OUT_OF_RANGE:
			return spef_out_of_range(spef, spef->at);
		case DECIMAL_NOT_A_NUMBER:
			return STATUS_OK;
		}
		n++;
		if (*p != ':' || n == 3)
			break;
		p++;
	}
	if (!spef_is_blank(*p) || n == 2)
		return STATUS_OK;
	*is_number = true;
	*value = part[n == 3 ? spef->source->triplet : 0];
	spef->at = p;
	return STATUS_OK;
}

enum status spef_take_value(struct spef *spef, const char *what, double *value)
{
	bool is_number;

	TRY(spef_skip_blanks(spef));
	TRY(spef_try_value(spef, &is_number, value));
	return is_number ? STATUS_OK : spef_expected(spef, what);
}

enum status spef_convert(struct spef *spef, const char *place, double unit, double largest,
			 double *value)
{
	*value *= unit;
	if (fabs(*value) > largest)
		return spef_out_of_range(spef, place);
	if (*value < 0) {
		struct spef_word word = {.begin = place};

		while (!spef_is_blank(place[word.length]))
			word.length++;
		spef_warn(spef, SPEF_NEGATIVE, place, "negative \"%.*s\" taken as 0",
			  spef_shown(&word), place);
		*value = 0;
	}
	return STATUS_OK;
}

#include "read/spef/spef_scan.h"

#include <math.h>

#include "base/units.h"

enum status spef_expected(struct spef *spef, const char *what)
{
	struct word word = spef_word_here(spef);

	return walk_expected(&spef->walk, &word, what);
}

enum status spef_out_of_range(struct spef *spef, const char *place)
{
	struct word word;

	spef->walk.at = place;
	word = spef_word_here(spef);
	return input_error_at(spef->walk.in, place, "number out of range: \"%.*s\"",
			      WORD_SHOWN(word));
}

enum status spef_skip_to_keyword(struct spef *spef)
{
	for (;;) {
		TRY(walk_skip_blanks(&spef->walk));
		if (spef_at_end(spef) || spef_at_keyword(spef))
			return STATUS_OK;
		if (*spef->walk.at == '"') {
			const char *quote = memchr(spef->walk.at + 1, '"',
						   (size_t)(spef->walk.end - spef->walk.at - 1));

			if (!quote)
				return input_error_at(spef->walk.in, spef->walk.at,
						      "text without closing quote");
			spef->walk.at = quote + 1;
			continue;
		}
		while (!walk_blank(*spef->walk.at))
			spef->walk.at++;
	}
}

enum status spef_take_keyword(struct spef *spef, struct word *word)
{
	TRY(spef_skip_to_keyword(spef));
	*word = spef_word_here(spef);
	if (spef_at_end(spef) || word_is(word, "*D_NET") || word_is(word, "*R_NET"))
		return spef_expected(spef, "*END");
	spef->walk.at += word->length;
	return STATUS_OK;
}

enum status spef_skip_section(struct spef *spef)
{
	struct word word;

	do
		TRY(spef_take_keyword(spef, &word));
	while (!word_is(&word, "*END"));
	return STATUS_OK;
}

enum status spef_try_value(struct spef *spef, bool *is_number, double *value)
{
	const char *p = spef->walk.at;
	double part[3];
	int n = 0;

	*is_number = false;
	for (;;) {
		switch (parse_real(&p, spef->walk.end, &part[n])) {
		case DECIMAL_OK:
			break;
		case DECIMAL_OUT_OF_RANGE:
			return spef_out_of_range(spef, spef->walk.at);
		case DECIMAL_NOT_A_NUMBER:
			return STATUS_OK;
		}
		n++;
		if (*p != ':' || n == 3)
			break;
		p++;
	}
	if (!walk_blank(*p) || n == 2)
		return STATUS_OK;
	*is_number = true;
	*value = part[n == 3 ? spef->source->triplet : 0];
	spef->walk.at = p;
	return STATUS_OK;
}

enum status spef_take_value(struct spef *spef, const char *what, double *value)
{
	bool is_number;

	TRY(walk_skip_blanks(&spef->walk));
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
		struct word word = {.begin = place};

		while (!walk_blank(place[word.length]))
			word.length++;
		walk_warn(&spef->walk, SPEF_NEGATIVE, place, "negative \"%.*s\" taken as 0",
			  WORD_SHOWN(word));
		*value = 0;
	}
	return STATUS_OK;
}

#include "mutate.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A part of the data. */
struct part {
	size_t at, n;
};

struct mutation {
	uint8_t *data;
	size_t size, most;
	uint64_t random;
};

static size_t below(struct mutation *m, size_t n)
{
	m->random = m->random * 6364136223846793005u + 1442695040888963407u;
	return n ? (size_t)(m->random >> 33) % n : 0;
}

/* Other bytes in the place of a part, if there is room. */
static void replace(struct mutation *m, struct part part, const uint8_t *with, size_t n)
{
	size_t after = part.at + part.n;

	if (m->size - part.n + n > m->most)
		return;
	memmove(m->data + part.at + n, m->data + after, m->size - after);
	if (n)
		memcpy(m->data + part.at, with, n);
	m->size += n - part.n;
}

static void replace_by(struct mutation *m, struct part part, struct part with)
{
	uint8_t *copy = malloc(with.n + 1);

	if (!copy)
		abort();
	memcpy(copy, m->data + with.at, with.n);
	replace(m, part, copy, with.n);
	free(copy);
}

/* The later one first, so that the earlier one stays where it is. */
static void swap(struct mutation *m, struct part a, struct part b)
{
	uint8_t *copy;

	if (a.at > b.at) {
		swap(m, b, a);
		return;
	}
	if (a.at + a.n > b.at)
		return;
	copy = malloc(b.n + 1);
	if (!copy)
		abort();
	memcpy(copy, m->data + b.at, b.n);
	replace_by(m, b, a);
	replace(m, a, copy, b.n);
	free(copy);
}

/* ---- parts of text ---- */

/* What ends with a character, as statements and lines do: the one that a place is in. */
static struct part record_at(const struct mutation *m, size_t at, char end)
{
	struct part part = {at, 0};

	while (part.at > 0 && m->data[part.at - 1] != (uint8_t)end)
		part.at--;
	while (at < m->size && m->data[at] != (uint8_t)end)
		at++;
	part.n = (at < m->size ? at + 1 : at) - part.at;
	return part;
}

/* The statement or word before a bracket, and all that this encloses; of size 0 when there is none. */
static struct part block_at(const struct mutation *m, size_t at, char open, char close)
{
	size_t depth = 0, end;

	while (at < m->size && m->data[at] != (uint8_t)open)
		at++;
	for (end = at; end < m->size; end++) {
		depth += m->data[end] == (uint8_t)open;
		depth -= m->data[end] == (uint8_t)close;
		if (depth == 0)
			break;
	}
	if (end >= m->size)
		return (struct part){at, 0};
	while (at > 0 && !strchr(";{}\n", m->data[at - 1]))
		at--;
	return (struct part){at, end + 1 - at};
}

/* From a line to one that ends a section ("END …", "*END", "endmodule"). */
static struct part section_at(const struct mutation *m, size_t at)
{
	struct part part = record_at(m, at, '\n'), line = part;

	while (line.n && line.at + line.n < m->size) {
		const char *text = (const char *)m->data + line.at;

		if (line.n >= 3 && (memcmp(text, "END", 3) == 0 || memcmp(text, "*EN", 3) == 0 ||
				    memcmp(text, "end", 3) == 0))
			break;
		line = record_at(m, line.at + line.n, '\n');
	}
	part.n = line.at + line.n - part.at;
	return part;
}

static bool in_word(uint8_t c)
{
	return isalnum(c) || strchr("_.+-\\/[]$", c) != NULL;
}

/* The next word after a place; of size 0 when there is none. */
static struct part word_at(const struct mutation *m, size_t at)
{
	struct part part = {at, 0};

	while (part.at < m->size && (!m->data[part.at] || !in_word(m->data[part.at])))
		part.at++;
	while (part.at + part.n < m->size && m->data[part.at + part.n] &&
	       in_word(m->data[part.at + part.n]))
		part.n++;
	return part;
}

static struct part number_at(const struct mutation *m, size_t at)
{
	struct part part = word_at(m, at);

	while (part.n && !isdigit(m->data[part.at]))
		part = word_at(m, part.at + part.n);
	return part;
}

static struct part any_part(struct mutation *m, size_t kind)
{
	size_t at = below(m, m->size);

	switch (kind) {
	case 0:
		return record_at(m, at, ';');
	case 1:
		return record_at(m, at, '\n');
	case 2:
		return block_at(m, at, '{', '}');
	case 3:
		return block_at(m, at, '(', ')');
	case 4:
		return section_at(m, at);
	default:
		return word_at(m, at);
	}
}

enum { PART_KINDS = 6, WORDS = 5 };

static void change_number(struct mutation *m)
{
	static const char *const ends[] = {"0",           "-1",         "2147483647",
					   "-2147483648", "4294967296", "1e30",
					   "1e308",       "1e-30",      "999999999999999999999"};
	struct part part = number_at(m, below(m, m->size));
	char text[40];

	if (!part.n)
		return;
	if (below(m, 2)) {
		const char *end = ends[below(m, sizeof ends / sizeof *ends)];

		replace(m, part, (const uint8_t *)end, strlen(end));
		return;
	}
	snprintf(text, sizeof text, "%.*s", (int)(part.n < 20 ? part.n : 20),
		 (const char *)m->data + part.at);
	snprintf(text, sizeof text, "%lld",
		 strtoll(text, NULL, 10) % INT64_MAX + (below(m, 2) ? 1 : -1));
	replace(m, part, (const uint8_t *)text, strlen(text));
}

static void mutate_text(struct mutation *m)
{
	size_t kind = below(m, PART_KINDS), what = below(m, 5);
	struct part a = any_part(m, kind), b = any_part(m, kind);

	if (what == 0)
		change_number(m);
	else if (what == 1 && kind < WORDS)
		replace(m, a, NULL, 0);
	else if (what == 2 && kind < WORDS)
		replace_by(m, (struct part){b.at, 0}, a);
	else if (what == 3)
		replace_by(m, b, a);
	else
		swap(m, a, b);
}

/* ---- records of one size ---- */

static void mutate_words(struct mutation *m, size_t n)
{
	size_t first = m->size % n, n_records = m->size / n;
	struct part a = {first + below(m, n_records) * n, n},
		    b = {first + below(m, n_records) * n, n};
	int32_t number;

	switch (n_records ? below(m, n == 4 ? 4 : 5) : 9) {
	case 0:
		memcpy(&number, m->data + a.at, sizeof number);
		number = (int32_t)((uint32_t)number + (below(m, 2) ? 1u : ~0u));
		memcpy(m->data + a.at, &number, sizeof number);
		break;
	case 1:
	case 2:
		replace_by(m, b, a);
		break;
	case 3:
		swap(m, a, b);
		break;
	case 4:
		replace_by(m, (struct part){b.at, below(m, 2) ? n : 0},
			   below(m, 2) ? a : (struct part){a.at, 0});
		break;
	default:
		break;
	}
}

size_t mutate_records(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	struct mutation m = {data, size, most, seed};
	size_t n_text = 0;

	for (size_t i = 0; i < size && i < 256; i++)
		n_text += isprint(data[i]) || isspace(data[i]);
	if (size >= 4 && memcmp(data, "\x89WSD", 4) == 0)
		mutate_words(&m, 4);
	else if (n_text >= (size < 256 ? size : 256) * 3 / 4)
		mutate_text(&m);
	else
		mutate_words(&m, 5);
	return m.size;
}

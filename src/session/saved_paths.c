#include "session/saved_paths.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

#define MOST_PART (INT64_C(1) << 58) /* fs: all parts can be added up */

static bool is_plain(char c)
{
	return (unsigned char)c > ' ' && c != '%' && c != 0x7f;
}

void saved_path_add_word(struct text *out, const char *name, int64_t length)
{
	const char *end = name + length;

	text_add(out, length ? " " : " %");
	while (name < end) {
		const char *plain = name;

		while (name < end && is_plain(*name))
			name++;
		text_append(out, plain, name - plain);
		if (name < end)
			text_printf(out, "%%%02X", (unsigned char)*name++);
	}
}

void saved_path_add_parts(struct text *out, const int64_t *part)
{
	for (int p = 0; p < N_SLACK_PARTS; p++)
		text_printf(out, "%s%" PRId64, p ? " " : "", part[p]);
}

bool saved_path_parts(const char *line, int64_t *part, const char **end)
{
	bool fits = true;

	for (int p = 0; p < N_SLACK_PARTS && fits; p++) {
		part[p] = strtoll(line, (char **)end, 10);
		fits = *end > line && **end == ' ' && llabs(part[p]) < MOST_PART;
		line = *end;
	}
	return fits;
}

/* ---- cells ---- */

struct word {
	const char *at;
	int length;
};

/* The instance and cell of the next point that has one; points are after two clocks. */
static bool next_cell(const char **at, struct word cell[2])
{
	while (**at) {
		for (int w = 0; w < WORDS_OF_POINT; w++) {
			struct word word = {*at + 1, (int)strcspn(*at + 1, " ")};

			*at = word.at + word.length;
			if (w == 0 || w == 2)
				cell[w / 2] = word;
		}
		if (*cell[0].at != '%' || cell[0].length > 1)
			return true;
	}
	return false;
}

static bool equals(struct word a, struct word b)
{
	return a.length == b.length && memcmp(a.at, b.at, (size_t)a.length) == 0;
}

/* The next point of that instance, around the end of a path: mostly it is the one at hand. */
static bool find_cell(const char *path, const char **at, struct word instance, struct word cell[2])
{
	for (int pass = 0; pass < 2; pass++) {
		while (next_cell(at, cell)) {
			if (equals(instance, cell[0]))
				return true;
		}
		*at = path;
	}
	return false;
}

/* Cells that the other path hasn't, with a sign before them, or, without one, that are of another size there. */
static void tell_cells(const char *points, const char *other, const char *sign, struct names *told)
{
	struct word cell[2], same[2];
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	const char *at = other;
	int32_t id;

	while (next_cell(&points, cell)) {
		bool found = find_cell(other, &at, cell[0], same);

		if (found == (*sign != '\0') || (found && equals(cell[1], same[1])))
			continue;
		text_clear(&text);
		text_printf(&text, "%s%.*s %.*s", sign, cell[0].length, cell[0].at, cell[1].length,
			    cell[1].at);
		if (found)
			text_printf(&text, " > %.*s", same[1].length, same[1].at);
		if (names_add(told, text_string(&text), text.length, &id, NULL) != STATUS_OK)
			memory_note_short();
	}
}

/* ---- blame ---- */

static const char *path_now(const struct slack_comparison *c, int32_t id)
{
	char *const *now = c->now ? c->now->path[c->split] : c->match->path[c->split];

	if (c->now)
		id = names_find(&c->now->pin, names_get(&c->before->pin, id),
				names_length(&c->before->pin, id));
	return now && id >= 0 ? now[id] : NULL;
}

/* Of an endpoint before, with cells that come and go or only if it is worse. */
static void add_end(const struct slack_comparison *c, int32_t id, bool all, struct slack_blame *to)
{
	const char *side[2] = {id < 0 ? NULL : c->before->path[c->split][id], NULL}, *after[2];
	int64_t part[2][N_SLACK_PARTS], change;

	side[1] = side[0] ? path_now(c, id) : NULL;
	if (!side[1] || !saved_path_parts(side[0], part[0], &after[0]) ||
	    !saved_path_parts(side[1], part[1], &after[1]))
		return;
	change = SUM(int64_t, p, 0, N_SLACK_PARTS, part[1][p] - part[0][p]);
	if (change >= 0 && !all)
		return;
	to->n++;
	for (int p = 0; p < N_SLACK_PARTS; p++)
		to->part[p] += part[1][p] - part[0][p];
	for (int s = 0; s < 4; s++) /* after the clocks */
		after[s / 2] += 1 + strcspn(after[s / 2] + 1, " ");
	tell_cells(after[0], after[1], "", &to->cells);
	if (all) {
		tell_cells(after[1], after[0], "+", &to->cells);
		tell_cells(after[0], after[1], "-", &to->cells);
	}
}

void slack_comparison_blame(const struct slack_comparison *comparison, const struct change_row *row,
			    struct slack_blame *blame)
{
	if (!comparison->before->path[comparison->split])
		return;
	if (row)
		add_end(comparison, comparison->match->id[row->entry], true, blame);
	for (int32_t id = 0; !row && id < comparison->before->pin.n; id++)
		add_end(comparison, id, false, blame);
}

/*
 * Cells that are in several libraries of a split: those of the last one are taken, wholly. Said once for
 * each two libraries; cells whose ports differ are an error, as the modules fit one of them at most.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/link/link_impl.h"

/* A pin of a cell that the other one hasn't, or has in another direction; -1 = none. */
static int32_t other_pin(const struct library *a, int32_t cell, const struct library *b,
			 int32_t other)
{
	for (int32_t i = 0; i < a->cell[cell].n_pins; i++) {
		const struct lib_pin *pin = &a->pin[a->cell[cell].first_pin + i];
		int32_t found = library_find_pin(b, other, names_get(&a->string, pin->name));

		if (pin->direction == LIB_INTERNAL)
			continue;
		if (found < 0 ||
		    b->pin[b->cell[other].first_pin + found].direction != pin->direction)
			return a->cell[cell].first_pin + i;
	}
	return -1;
}

static enum status check_ports(const char *name, const struct library *won, int32_t cell,
			       const struct library *lost, int32_t other)
{
	int32_t pin = other_pin(won, cell, lost, other);
	const struct library *of = pin >= 0 ? won : lost;

	if (pin < 0)
		pin = other_pin(lost, other, won, cell);
	if (pin < 0)
		return STATUS_OK;
	return status_fail(
		STATUS_BAD_INPUT,
		"cell \"%.200s\" has other ports in library \"%.200s\" (%.300s) than in "
		"\"%.200s\" (%.300s): pin \"%.200s\"; set link_path names the library to take",
		name, lost->name, lost->path ? lost->path : "", won->name,
		won->path ? won->path : "", names_get(&of->string, of->pin[pin].name));
}

/* lost[winner · n + loser]: how many cells of the design. */
static enum status count_lost(const struct linker *l, int split, int64_t *lost)
{
	int32_t n = l->n_libraries[split];

	for (int32_t t = 0; t < l->n_targets; t++) {
		const struct library *won = l->target[t].library[split];
		const char *name = link_string(l, l->target[t].name);
		int32_t at = n - 1, cell = won ? library_find_cell(won, name) : -1;

		while (at >= 0 && l->library[split][at] != won)
			at--;
		for (int32_t i = l->n_left_out[split]; i < at && cell >= 0; i++) {
			int32_t other = library_find_cell(l->library[split][i], name);

			if (other < 0 || l->library[split][i] == won)
				continue;
			TRY(check_ports(name, won, cell, l->library[split][i], other));
			lost[(int64_t)at * n + i]++;
		}
	}
	return STATUS_OK;
}

static void tell_lost(const struct linker *l, int split, const int64_t *lost)
{
	int32_t n = l->n_libraries[split];

	for (int64_t i = 0; i < (int64_t)n * n; i++) {
		const struct library *won = l->library[split][i / n],
				     *other = l->library[split][i % n];

		/* one that was read again is no other */
		if (lost[i] && l->warnings &&
		    !(won->path && other->path && strcmp(won->path, other->path) == 0))
			text_printf(
				l->warnings,
				"warning: %" PRId64
				" cell%s of the design %s in two libraries: \"%.200s\" (%.300s) is "
				"used, \"%.200s\" (%.300s) isn't; set link_path chooses\n",
				lost[i], lost[i] == 1 ? "" : "s", lost[i] == 1 ? "is" : "are",
				won->name, won->path ? won->path : "", other->name,
				other->path ? other->path : "");
	}
}

/* Libraries that serve both splits are looked at once. */
static int first_split(const struct linker *l)
{
	bool same = l->n_libraries[EARLY] == l->n_libraries[LATE];

	for (int32_t i = 0; same && i < l->n_libraries[LATE]; i++)
		same = l->library[EARLY][i] == l->library[LATE][i];
	return same ? LATE : EARLY;
}

enum status link_compare_libraries(struct linker *l)
{
	for (int split = first_split(l); split < N_SPLITS; split++) {
		int64_t n = l->n_libraries[split];
		FREED int64_t *lost = NULL;

		if (n < 2)
			continue;
		TRY(ALLOC(&lost, n * n));
		TRY(count_lost(l, split, lost));
		tell_lost(l, split, lost);
	}
	return STATUS_OK;
}

/*
 * Rows, blockages, regions and groups of DEF.
 */
#include "base/grow.h"
#include "read/layout/def_impl.h"

/* ---- rows ---- */

/* "DO nx BY ny STEP sx sy"; without steps sites abut */
static enum status read_steps(struct def *def, struct placed_row *row)
{
	const struct tech_site *site = &def->technology->site[row->site];
	bool swaps = orientation_swaps(row->orientation);
	struct word word;

	TRY(def_take_count(def, "a number of columns", &row->n_x));
	TRY(lex_need(&def->lex, "BY"));
	TRY(def_take_count(def, "a number of rows", &row->n_y));
	row->step_x = row->n_x > 1 ? (swaps ? site->height : site->width) : 0;
	row->step_y = row->n_y > 1 ? (swaps ? site->width : site->height) : 0;
	TRY(lex_next(&def->lex, &word));
	if (word_is(&word, "STEP")) {
		TRY(def_take_coordinate(def, 0, &row->step_x));
		TRY(def_take_coordinate(def, 0, &row->step_y));
		TRY(lex_next(&def->lex, &word));
	}
	return word_is(&word, "+")   ? lex_skip_statement(&def->lex)
	       : word_is(&word, ";") ? STATUS_OK
				     : lex_expected(&def->lex, &word, "\";\" after the row");
}

static enum status check_row(const struct def *def, const struct placed_row *row, const char *place)
{
	const struct tech_site *site = &def->technology->site[row->site];
	bool swaps = orientation_swaps(row->orientation);
	int64_t dx = (int64_t)(row->n_x - 1) * row->step_x;
	int64_t dy = (int64_t)(row->n_y - 1) * row->step_y;

	if (row->n_x < 1 || row->n_y < 1 || row->step_x < 0 || row->step_y < 0)
		return input_error_at(def->lex.in, place,
				      "a row has one site at least and steps from 0");
	TRY(def_fits(def, place, row->x + dx + (swaps ? site->height : site->width)));
	return def_fits(def, place, row->y + dy + (swaps ? site->width : site->height));
}

/* "name site x y orientation DO … ;" */
enum status def_read_row(struct def *def)
{
	struct placed_row row = {.n_x = 1, .n_y = 1};
	struct word name, word;
	uint8_t orientation;

	TRY(lex_take(&def->lex, "the name of a row", &name));
	TRY(def_add_name(def, &name, &def->string, &row.name, NULL));
	TRY(lex_take(&def->lex, "the site of a row", &word));
	TRY(def_site(def, &word, &row.site));
	TRY(def_take_coordinate(def, 0, &row.x));
	TRY(def_take_coordinate(def, 0, &row.y));
	TRY(def_take_orientation(def, &orientation));
	row.orientation = (enum orientation)orientation;
	TRY(lex_next(&def->lex, &word));
	if (word_is(&word, "DO"))
		TRY(read_steps(def, &row));
	else if (!word_is(&word, ";"))
		TRY(lex_skip_statement(&def->lex));
	TRY(check_row(def, &row, name.begin));
	return APPEND(def->row, def->n_rows, &def->row_capacity, row);
}

/* ---- blockages ---- */

static enum status add_blockages(struct def *def, const struct blockage *like,
				 const struct word *place)
{
	FREED struct rect *rect = NULL;
	int32_t n;

	TRY(def_take_points(def));
	TRY(def_cut(def, place, &rect, &n));
	for (int32_t i = 0; i < n; i++) {
		TRY(APPEND(def->blockage, def->n_blockages, &def->blockage_capacity, *like));
		def->blockage[def->n_blockages - 1].rect = rect[i];
	}
	return STATUS_OK;
}

/* One word of those between the '-' and the ';'. */
static enum status read_blockage_word(struct def *def, const struct word *word,
				      struct blockage *like)
{
	struct word name, number;

	if (word_is(word, "RECT") || word_is(word, "POLYGON"))
		return add_blockages(def, like, word);
	if (word_is(word, "COMPONENT")) {
		TRY(lex_take(&def->lex, "the name of a component", &name));
		return def_find_component(def, &name, &like->component);
	}
	if (word_is(word, "SOFT"))
		like->kind = BLOCKAGE_SOFT;
	for (int i = 0; i < N_BLOCKAGE_WORDS; i++) {
		if (!word_is(word, blockage_word[i]))
			continue;
		like->words |= 1 << i;
		if (i >= FIRST_BLOCKAGE_LENGTH)
			TRY(def_take_coordinate(def, 0, &like->length));
	}
	if (word_is(word, "PARTIAL")) {
		like->kind = BLOCKAGE_PARTIAL;
		TRY(lex_take(&def->lex, "a density", &number));
		TRY(lex_real(&def->lex, &number, &like->density));
	}
	return STATUS_OK;
}

/* "LAYER name + … RECT …;", "PLACEMENT + … RECT … ;" */
enum status def_read_blockage(struct def *def, const struct word *what)
{
	struct blockage like = {.layer = -1, .component = -1};
	struct word word;

	if (word_is(what, "LAYER")) {
		TRY(lex_take(&def->lex, "the name of a layer", &word));
		TRY(def_layer(def, &word, &like.layer));
	} else if (!word_is(what, "PLACEMENT")) {
		return lex_expected(&def->lex, what, "LAYER or PLACEMENT");
	}
	for (;;) {
		TRY(lex_next(&def->lex, &word));
		if (word_is(&word, ";"))
			return STATUS_OK;
		if (word.length == 0)
			return lex_expected(&def->lex, &word, "\";\" after the blockage");
		TRY(read_blockage_word(def, &word, &like));
	}
}

/* ---- regions ---- */

static enum status add_region_rects(struct def *def, struct region *region, const struct word *name)
{
	const int32_t *p = def->point;

	if (def->n_points < 2 || def->n_points % 2)
		return input_error_at(def->lex.in, name->begin,
				      "a region is rectangles of two points");
	region->first_rect = (int32_t)def->n_region_rects;
	region->n_rects = (int32_t)(def->n_points / 2);
	TRY(GROW(&def->region_rect, &def->region_rect_capacity,
		 def->n_region_rects + region->n_rects));
	for (int32_t i = 0; i < region->n_rects; i++, p += 4)
		def->region_rect[def->n_region_rects++] = rect_of(p[0], p[1], p[2], p[3]);
	return STATUS_OK;
}

/* "name ( … ) ( … ) … + TYPE FENCE ;" */
enum status def_read_region(struct def *def, const struct word *word)
{
	struct region region = {0};
	struct word next;
	int32_t id;
	bool added;

	TRY(def_add_name(def, word, &def->string, &region.name, NULL));
	TRY(GROW(&def->region, &def->region_capacity, (int64_t)def->region_name.n + 1));
	TRY(def_add_name(def, word, &def->region_name, &id, &added));
	if (!added)
		walk_warn(&def->lex, DEF_TWICE, word->begin,
			  "region \"%s\" is there twice, the last one counts", lex_shown(word));
	def->region[id] = region;
	TRY(def_take_points(def));
	TRY(add_region_rects(def, &region, word));
	do {
		TRY(lex_next(&def->lex, &next));
		if (next.length == 0)
			return lex_expected(&def->lex, &next, "\";\" after the region");
		if (word_is(&next, "FENCE"))
			region.kind = REGION_FENCE;
		if (word_is(&next, "GUIDE"))
			region.kind = REGION_GUIDE;
	} while (!word_is(&next, ";"));
	def->region[id] = region;
	return STATUS_OK;
}

enum status def_take_region(struct def *def, int32_t *region)
{
	const char *name;
	int64_t length;
	struct word word;

	TRY(lex_take(&def->lex, "the name of a region", &word));
	TRY(def_name(def, &word, &name, &length));
	*region = names_find(&def->region_name, name, length);
	if (*region < 0)
		walk_warn(&def->lex, DEF_REGION, word.begin, "unknown region \"%s\"",
			  lex_shown(&word));
	return STATUS_OK;
}

/* ---- groups ---- */

#define MOST_MATCHED 4000000000LL /* letters, without -allow_large */

static bool is_any(char c)
{
	return c == '*' || c == '%';
}

static bool is_pattern(const struct word *word)
{
	for (int64_t i = 0; i < word->length; i++) {
		if (word->begin[i] == '\\')
			i++;
		else if (is_any(word->begin[i]))
			return true;
	}
	return false;
}

/* Does a name match a pattern of DEF? Goes back to the last star only. Spends def->n_matched. */
static bool matches(struct def *def, const struct word *pattern, const char *name)
{
	const char *p = pattern->begin, *end = p + pattern->length;
	const char *star = NULL, *from = NULL;

	while (*name) {
		if (++def->n_matched % 65536 == 0 && task_cancelled(def->lex.in->task))
			return false;
		bool escaped = p < end && *p == '\\' && p + 1 < end;
		char c = p < end ? p[escaped] : '\0';

		if (p < end && !escaped && is_any(*p)) {
			star = ++p;
			from = name;
			continue;
		}
		if (!escaped)
			c = c == def->divider     ? '/'
			    : c == def->bus_open  ? '['
			    : c == def->bus_close ? ']'
						  : c;
		if (p < end && c == *name) {
			p += 1 + escaped;
			name++;
			continue;
		}
		if (!star)
			return false;
		p = star;
		name = ++from;
	}
	while (p < end && is_any(*p))
		p++;
	return p == end;
}

/* Of patterns times components. */
static enum status check_matched(const struct def *def, const struct word *member)
{
	struct task *task = def->lex.in->task;

	if (task_cancelled(task))
		return STATUS_CANCELLED;
	if (def->n_matched <= MOST_MATCHED || task->allow_large)
		return STATUS_OK;
	return input_error_at(def->lex.in, member->begin,
			      "patterns of groups and names of components have more than %lld "
			      "letters to compare; with -allow_large it is read all the same",
			      MOST_MATCHED);
}

static enum status put_into(struct def *def, const struct word *member, int32_t region)
{
	int32_t id;

	if (is_pattern(member)) {
		for (int32_t i = 0; i < def->component_name.n; i++) {
			TRY(check_matched(def, member));
			if (matches(def, member, names_get(&def->component_name, i)))
				def->component[i].region = region;
		}
		return STATUS_OK;
	}
	TRY(def_find_component(def, member, &id));
	if (id >= 0)
		def->component[id].region = region;
	return STATUS_OK;
}

/* Members again from the place where they begin: the region comes after them. */
static enum status put_members(struct def *def, const char *from, int32_t region)
{
	const char *after = def->lex.at;
	struct word word;

	def->lex.at = from;
	for (;;) {
		TRY(lex_next(&def->lex, &word));
		if (word_is(&word, "+") || word_is(&word, ";"))
			break;
		TRY(put_into(def, &word, region));
		TRY(task_progress(def->lex.in->task, def->lex.at - def->lex.in->data));
	}
	def->lex.at = after;
	return STATUS_OK;
}

/* "name member … + REGION name ;" */
enum status def_read_group(struct def *def, const struct word *name)
{
	const char *members = def->lex.at;
	int32_t region = -1;
	struct word word;

	(void)name;
	for (;;) {
		TRY(lex_next(&def->lex, &word));
		if (word_is(&word, ";"))
			break;
		if (word.length == 0)
			return lex_expected(&def->lex, &word, "\";\" after the group");
		if (!word_is(&word, "+"))
			continue;
		TRY(lex_take(&def->lex, "an attribute of the group", &word));
		if (word_is(&word, "REGION"))
			TRY(def_take_region(def, &region));
	}
	return region >= 0 ? put_members(def, members, region) : STATUS_OK;
}

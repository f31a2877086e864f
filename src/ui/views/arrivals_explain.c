/* What a step of levelization or of the sweep does: in words, as pseudocode, for one vertex. */
#include <inttypes.h>
#include <string.h>

#include "ui/views/view_arrivals.h"

#define LEVELIZATION(a, b, c)                                                                      \
	a "left(v) = arcs into v, for all v\n" a "frontier = all v with left(v) = 0\n"             \
	  " while there is a frontier:\n" b "  for each v of it:    one thread\n" b                \
	  "    for each arc v -> u:\n" b "      left(u) = left(u) - 1\n" b                         \
	  "      if left(u) = 0: u is next\n" c "  sort the next frontier"

#define SWEEP(best)                                                                                \
	" for each level, the lowest first:\n"                                                     \
	"   for each v of it:    one thread\n"                                                     \
	"     a(v) = what v begins with\n"                                                         \
	"     for each arc u -> v:\n"                                                              \
	">      a(v) = " best "(a(v),\n"                                                           \
	">              a(u) + delay)"

/* By the label of the step. Lines of 36 columns at most; '>' is done now. */
static const struct step_words {
	const char *label, *title, *code, *words;
} steps[] = {
	{"degrees", "levelization: in-degrees", LEVELIZATION(">", " ", " "),
	 "A vertex can be computed once all arcs into it come from computed ones. So its in-degree says "
	 "what it waits for. Vertices that wait for nothing are the first frontier: threads put them "
	 "there in any order, each at a place of its own that an atomic addition gives it."},
	{"count", "levelization: counting down", LEVELIZATION(" ", ">", " "),
	 "One thread for each vertex of the frontier takes its arcs away: one from the in-degree of "
	 "each head, by an atomic subtraction. The thread that takes a head's last arc puts it into the "
	 "next frontier. Which thread that is depends on the run, whether there is one doesn't: so a "
	 "vertex' level is one more than the highest of its tails'. Each arc is visited once."},
	{"frontier", "levelization: the next level", LEVELIZATION(" ", " ", ">"),
	 "The frontier is sorted by the vertices' numbers, and is the next level. Counting down left it in "
	 "any order; sorted it is the same in each run and on each device."},
	{"arrivals", "the sweep of arrivals", SWEEP("max"),
	 "One thread for each vertex of the level looks at the arcs into it. Their tails are of lower "
	 "levels, whose arrivals are complete, so threads of a level never wait for each other. The "
	 "latest sum decides; of equal ones the first. A level is one launch here; an analysis "
	 "that isn't looked at makes all of them in one."},
	{"earliest", "the sweep of arrivals", SWEEP("min"),
	 "One thread for each vertex of the level looks at the arcs into it. Their tails are of lower "
	 "levels, whose sums are complete, so threads of a level never wait for each other. The "
	 "least sum decides; of equal ones the first. A level is one launch here; an analysis "
	 "that isn't looked at makes all of them in one."},
};

static const struct step_words *find_words(const char *label)
{
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		if (strcmp(steps[i].label, label) == 0)
			return &steps[i];
	}
	return NULL;
}

/* ---- numbers ---- */

/* What the arcs into it are waited for. */
static void write_degrees(const struct snap_arrivals *snap, struct text *out)
{
	const struct arrival_row *row = &snap->chosen_row;

	text_printf(out, "in-degree %" PRId32 ", %" PRId32 " left\n", row->fan_in, row->left);
	EACH_ITEM(arc, snap->arc, snap->n_arcs_read) {
		bool counted = arc->level >= 0 && arc->level < snap->n_counted;

		text_add(out, counted ? " - " : "   ");
		if (arc->level < 0)
			text_add(out, "no level yet");
		else
			text_printf(out, "level %" PRId32, arc->level);
		text_add(out, "  ");
		graph_write_name(snap->snap.graph, arc->from, out);
		text_add(out, "\n");
	}
}

static void write_sum(const struct snap_arrivals *snap, const struct arrival_arc *arc,
		      struct text *out)
{
	bool comes = arc->arrival != ARRIVAL_NONE && arc->delay != ARRIVAL_NONE;
	bool decides = comes && arc->from == snap->chosen_row.from &&
		       arc->arrival + arc->delay == snap->chosen_row.arrival;

	text_add(out, decides ? " * " : "   ");
	if (!comes) {
		text_add(out, "nothing comes from ");
	} else {
		text_printf(out, "%s + %s = %s  ", SHOWN_TIME(arc->arrival), SHOWN_TIME(arc->delay),
			    SHOWN_TIME(arc->arrival + arc->delay));
	}
	graph_write_name(snap->snap.graph, arc->from, out);
	text_add(out, "\n");
}

static void write_sums(const struct snap_arrivals *snap, struct text *out)
{
	const struct arrival_row *row = &snap->chosen_row;

	if (snap->row_level >= snap->n_swept) {
		text_add(out, "its level isn't swept yet\n");
		return;
	}
	for (int32_t i = 0; i < snap->n_arcs_read; i++)
		write_sum(snap, &snap->arc[i], out);
	if (row->arrival == ARRIVAL_NONE) {
		text_add(out, "nothing comes here: no arrival\n");
		return;
	}
	text_printf(out, "%s%s\n",
		    row->from < 0 ? "begins with " : "a(v) = ", SHOWN_TIME(row->arrival));
}

static void write_numbers(const struct ui *ui, bool sweep, struct text *out)
{
	const struct snap_arrivals *snap = arrivals_of(ui)->snap;

	if (!snap || snap->chosen < 0 || snap->chosen != arrivals_of(ui)->vertices.selected ||
	    snap->row_level != arrivals_of(ui)->levels.selected)
		return;
	text_add(out, "v = ");
	graph_write_name(snap->snap.graph, snap->chosen_row.vertex, out);
	text_printf(out, ", level %" PRId64 "\n", snap->row_level);
	if (sweep)
		write_sums(snap, out);
	else
		write_degrees(snap, out);
	if (snap->chosen_row.fan_in > snap->n_arcs_read)
		text_printf(out, "and %" PRId32 " more arcs\n",
			    snap->chosen_row.fan_in - snap->n_arcs_read);
}

void arrivals_explain(struct ui *ui, struct explanation_text *out)
{
	const struct snap_timeline *t = ui->timeline;
	const char *label = t && ui->at >= 0 ? t->step[ui->at].label : NULL;
	const struct snap_arrivals *snap = arrivals_of(ui)->snap;
	bool sweep = label && strcmp(label, "arrivals") == 0;
	const struct step_words *words =
		!label ? NULL : find_words(sweep && snap && !snap->late ? "earliest" : label);

	if (snap)
		out->graph = snap->snap.graph;
	if (!words) {
		text_add(&out->title, "levelization and arrivals");
		text_printf(
			&out->words,
			"First the vertices are put into levels, then arrivals go from level to "
			"level. Press %s",
			ui_key_of("step"));
		text_printf(&out->words, " for a level, %s for a kernel.", ui_key_of("step -fine"));
		return;
	}
	text_add(&out->title, words->title);
	text_add(&out->words, words->words);
	out->code = words->code;
	write_numbers(ui, sweep, &out->numbers);
}

#include "ui/views/search_explain.h"

#include "ui/views/explain.h"
#include "ui/views/view_paths.h"

/* What one thread of the step did, for the path that is selected; NULL = not read yet. */
static const struct snap_walk *walk_now(const struct ui *ui)
{
	const struct snap_walk *walk = paths_of(ui)->walk;

	return walk && walk->step == ui->cursor && walk->shown == ui->level &&
			       walk->rank == paths_rank(ui)
		       ? walk
		       : NULL;
}

static void want_walk(struct ui *ui)
{
	struct walk_request wanted = {
		.level = ui->level, .rank = paths_rank(ui), .step = ui->cursor};

	if (!ui->search || ui->cursor < 0 || walk_now(ui))
		return;
	if (!ui->explaining && ui->search->snap.graph->n_vertices > WALK_DRAWN)
		return;
	wanted.search = ui->search->snap.serial;
	ui_want_walk(ui, &wanted);
}

/* Until the new reading is there the one before is drawn: the forest is the same. */
void search_show_graph(struct ui *ui, struct explanation_text *out)
{
	want_walk(ui);
	if (!ui->search)
		return;
	out->graph = ui->search->snap.graph;
	out->walk = ui->cursor >= 0 ? paths_of(ui)->walk : NULL;
}

void search_explain(struct ui *ui, struct explanation_text *out)
{
	const struct explanation *e = explain_find(ui->search, ui->cursor);

	if (!ui->search || ui->cursor < 0) {
		text_add(&out->title, "path search");
		text_printf(&out->words, "A search begins with the suffix forest. Press %s",
			    ui_key_of("step"));
		text_printf(&out->words, " for a level, %s for a kernel.", ui_key_of("step -fine"));
		return;
	}
	if (!e) {
		text_add(&out->title, ui->search->timeline->step[ui->cursor].label);
		text_printf(&out->words, "%s.", ui->search->timeline->step[ui->cursor].text);
		return;
	}
	text_add(&out->title, e->title);
	text_add(&out->words, e->text);
	out->code = e->code;
	explain_numbers(ui->search, ui->cursor, e, walk_now(ui), &out->numbers);
}

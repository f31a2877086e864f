#include "db/cell_exchange.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/cells_alike.h"
#include "db/timing_impl.h"

enum { WAS, IS, N_CELLS };

/* Patterns of both cells, as those of masters; their types are in a timing graph that is nothing else. */
struct comparison {
	struct timing_graph types;
	struct timing_builder b;
	struct pattern pattern[N_CELLS];
};

/* ---- are they alike? ---- */

static bool same_tables(const int32_t a[N_SPLITS], const int32_t b[N_SPLITS])
{
	return (a[EARLY] < 0) == (b[EARLY] < 0) && (a[LATE] < 0) == (b[LATE] < 0);
}

static bool same_arc(const struct comparison *c, int32_t i)
{
	const struct master_arc *x = &c->pattern[WAS].arc[i], *y = &c->pattern[IS].arc[i];
	const struct arc_type *a = &c->types.type[x->type], *b = &c->types.type[y->type];

	return x->from == y->from && x->to == y->to && x->closes < 0 && y->closes < 0 &&
	       a->launches == b->launches && x->lib->kind == y->lib->kind &&
	       x->lib->sense == y->lib->sense && same_tables(a->delay, b->delay) &&
	       same_tables(a->slew, b->slew) &&
	       lib_same_expression(a->library, x->lib->when, b->library, y->lib->when);
}

static bool same_check(const struct comparison *c, int32_t i)
{
	const struct master_check *x = &c->pattern[WAS].check[i], *y = &c->pattern[IS].check[i];
	const struct check *a = &x->check, *b = &y->check;
	const struct master *master = c->b.netlist->master;

	return a->kind == b->kind && a->split == b->split && a->clock == b->clock &&
	       a->data == b->data && a->arc == b->arc && !a->non_sequential && !b->non_sequential &&
	       lib_same_expression(master[WAS].library[a->split], x->lib->when,
				   master[IS].library[b->split], y->lib->when);
}

static bool is_alike(const struct comparison *c)
{
	const struct pattern *was = &c->pattern[WAS], *is = &c->pattern[IS];
	bool alike = was->n_arcs == is->n_arcs && was->n_checks == is->n_checks;

	for (int split = 0; split < N_SPLITS && alike; split++) {
		const struct master *master = c->b.netlist->master;

		alike = lib_cells_alike(master[WAS].library[split], master[WAS].cell[split],
					master[IS].library[split], master[IS].cell[split]);
	}
	for (int32_t i = 0; i < was->n_arcs && alike; i++)
		alike = same_arc(c, i);
	for (int32_t i = 0; i < was->n_checks && alike; i++)
		alike = same_check(c, i);
	return alike;
}

/* Those that hold for all instances of a cell. */
static bool names_cells(const struct constraints *constraints)
{
	bool names = false;

	for (int32_t i = 0; constraints && i < constraints->n_disabled && !names; i++)
		names = constraints->disabled[i].master >= 0;
	for (int32_t i = 0; constraints && i < constraints->n_derates && !names; i++)
		names = constraints->derate[i].master >= 0;
	return names;
}

/* A netlist has one cell of a name. */
static bool has_name_of(const struct early_late_cell *a, const struct early_late_cell *b)
{
	const struct library *x = a->library[LATE], *y = b->library[LATE];

	return strcmp(names_get(&x->cell_name, x->cell[a->cell[LATE]].name),
		      names_get(&y->cell_name, y->cell[b->cell[LATE]].name)) == 0;
}

/* ---- both ---- */

/* Libraries in the graph's order, so that tables have its numbers. */
static enum status add_cells(const struct timing_graph *graph, const struct early_late_cell *was,
			     const struct early_late_cell *is, struct netlist *cells)
{
	const struct early_late_cell *cell[N_CELLS] = {was, is};
	int32_t master;

	for (int32_t l = 0; l < graph->netlist->n_libraries; l++)
		TRY(netlist_add_library(cells, graph->netlist->library[l]));
	for (int i = 0; i < N_CELLS; i++)
		TRY(netlist_add_cell(cells, cell[i]->library[LATE], cell[i]->cell[LATE],
				     cell[i]->library[EARLY], cell[i]->cell[EARLY], &master));
	return STATUS_OK;
}

static enum status list(const struct comparison *c, struct cell_exchange *out)
{
	const struct pattern *was = &c->pattern[WAS], *is = &c->pattern[IS];

	TRY(ALLOC(&out->arc, was->n_arcs));
	TRY(ALLOC(&out->check, was->n_checks));
	for (int32_t i = 0; i < was->n_arcs; i++)
		out->arc[i] = (struct exchanged_arc){was->arc[i].from, was->arc[i].to,
						     c->types.type[was->arc[i].type],
						     c->types.type[is->arc[i].type]};
	for (int32_t i = 0; i < was->n_checks; i++)
		out->check[i] =
			(struct exchanged_check){was->check[i].check, is->check[i].check.table};
	out->n_arcs = was->n_arcs;
	out->n_checks = was->n_checks;
	return STATUS_OK;
}

static enum status compare(const struct timing_graph *graph, struct comparison *c,
			   struct cell_exchange *out, bool *fits)
{
	struct task quick = TASK_INIT;
	enum status status;

	c->types.netlist = out->cells;
	c->types.constraints = graph->constraints;
	c->b.task = &quick;
	c->b.timing = &c->types;
	c->b.netlist = out->cells;
	c->b.pattern = c->pattern;
	/* another library has no tables in the graph */
	if (out->cells->n_libraries > graph->netlist->n_libraries)
		return STATUS_OK;
	status = timing_find_first_tables(&c->b);
	for (int i = 0; i < N_CELLS && status == STATUS_OK; i++)
		status = timing_list_pattern(&c->b, i);
	*fits = status == STATUS_OK && is_alike(c);
	if (*fits)
		status = list(c, out);
	for (int i = 0; i < N_CELLS; i++)
		timing_free_pattern(&c->pattern[i]);
	timing_free_first_tables(&c->b);
	free(c->types.type);
	return status;
}

enum status cell_exchange_find(const struct timing_graph *graph, int32_t instance,
			       const struct early_late_cell *cell, struct cell_exchange *out,
			       bool *fits)
{
	struct early_late_cell now = netlist_cell_of(graph->netlist, instance);
	struct comparison c = {.b = {0}};
	enum status status;

	*out = (struct cell_exchange){0};
	*fits = false;
	if (names_cells(graph->constraints) || now.cell[LATE] < 0 || now.cell[EARLY] < 0 ||
	    has_name_of(&now, cell))
		return STATUS_OK;
	TRY(netlist_new("", &out->cells));
	status = add_cells(graph, &now, cell, out->cells) ?: compare(graph, &c, out, fits);
	if (status != STATUS_OK || !*fits)
		cell_exchange_release(out);
	return status;
}

void cell_exchange_release(struct cell_exchange *exchange)
{
	netlist_unref(exchange->cells);
	FREE_ALL(exchange->arc, exchange->check);
	*exchange = (struct cell_exchange){0};
}

/*
 * Driving cells. A port has the arcs of a cell edge by edge; a command makes all arcs from one pin
 * of a cell to another for the edges and splits that it is for.
 */
#include <math.h>

#include "base/grow.h"
#include "write/sdc_impl.h"

/* ---- what drives an edge ---- */

/* Of one split and edge of a port: the pins of a cell, and the slews at its input by edge. */
struct drive {
	const struct library *library; /* NULL = nothing */
	const struct lib_cell *cell;
	int32_t from, to;
	double slew[N_EDGES]; /* NOT_GIVEN where no arc comes from that edge */
	int32_t n_arcs;
};

/* The cell that has an arc; NULL: one that was described again, which no command finds. */
static const struct lib_cell *cell_of(const struct library *library, int32_t arc)
{
	EACH_ITEM(cell, library->cell, library->n_cells) {
		if (arc >= cell->first_arc && arc < cell->first_arc + cell->n_arcs)
			return cell;
	}
	return NULL;
}

/* One more arc of an edge: is it what the same command says? */
static bool add_arc(const struct library *library, const struct driving_arc *driving,
		    struct drive *drive)
{
	const struct lib_arc *arc = &library->arc[driving->arc];
	double *slew = &drive->slew[driving->from_edge];

	if (!drive->library) {
		*drive = (struct drive){.library = library,
					.cell = cell_of(library, driving->arc),
					.from = arc->from,
					.to = arc->to,
					.slew = {NOT_GIVEN, NOT_GIVEN}};
	}
	if (!drive->cell || library != drive->library || arc->from != drive->from ||
	    arc->to != drive->to || driving->arc < drive->cell->first_arc ||
	    driving->arc >= drive->cell->first_arc + drive->cell->n_arcs ||
	    (is_given(*slew) && *slew != driving->slew))
		return false;
	*slew = driving->slew;
	drive->n_arcs++;
	return true;
}

/* How many arcs a command makes for one edge. */
static int32_t count_arcs(const struct drive *drive, int to_edge)
{
	int32_t n = 0;

	for (int32_t a = 0; a < drive->cell->n_arcs; a++) {
		const struct lib_arc *arc = &drive->library->arc[drive->cell->first_arc + a];
		bool any = arc->kind == LIB_LAUNCH || arc->sense == LIB_NON_UNATE;

		if (arc->kind > LIB_LAUNCH || arc->from != drive->from || arc->to != drive->to ||
		    arc->delay[to_edge] < 0)
			continue;
		for (int from = 0; from < N_EDGES; from++)
			n += arc->from_edge[from] &&
			     (any || (arc->sense == LIB_POSITIVE_UNATE) == (from == to_edge));
	}
	return n;
}

static bool take_drives(const struct sdc_writer *w, int32_t port,
			struct drive drive[N_SPLITS][N_EDGES])
{
	const struct port_constraint *p = &w->constraints->port[port];
	bool can = true;

	for (int32_t i = 0; i < p->n_driving_arcs && can; i++) {
		const struct driving_arc *driving =
			&w->constraints->driving_arc[p->first_driving_arc + i];

		can = add_arc(w->netlist->library[driving->library], driving,
			      &drive[driving->split][driving->to_edge]);
	}
	for (int i = 0; i < N_SPLITS * N_EDGES && can; i++) {
		const struct drive *d = &drive[i / N_EDGES][i % N_EDGES];

		can = !d->library || count_arcs(d, i % N_EDGES) == d->n_arcs;
	}
	return can;
}

/* ---- commands ---- */

static bool same_slew(double a, double b)
{
	return a == b || !is_given(a) || !is_given(b);
}

/* Can both be said at once? */
static bool go_together(const struct drive *a, const struct drive *b)
{
	return a->library == b->library && a->cell == b->cell && a->from == b->from &&
	       a->to == b->to && same_slew(a->slew[RISE], b->slew[RISE]) &&
	       same_slew(a->slew[FALL], b->slew[FALL]);
}

static void add_slew(struct sdc_writer *w, const char *option, double slew)
{
	if (!is_given(slew) || slew == 0)
		return;
	sdc_add(w, option);
	sdc_add_time(w, slew);
}

static enum status write_drive(struct sdc_writer *w, const struct drive *a, const struct drive *b,
			       int splits, int edges, const int32_t *port, int32_t n)
{
	const struct sdc_corners corners = {.splits = splits, .edges = edges};
	const struct lib_pin *pin;

	if (!a->library)
		return STATUS_OK;
	pin = &a->library->pin[a->cell->first_pin];
	sdc_begin(w, "set_driving_cell -library");
	sdc_add_word(w, a->library->name);
	sdc_add(w, " -lib_cell");
	sdc_add_word(w, names_get(&a->library->cell_name, a->cell->name));
	sdc_add(w, " -from_pin");
	sdc_add_word(w, names_get(&a->library->string, pin[a->from].name));
	sdc_add(w, " -pin");
	sdc_add_word(w, names_get(&a->library->string, pin[a->to].name));
	add_slew(w, " -input_transition_rise", fmax(a->slew[RISE], b->slew[RISE]));
	add_slew(w, " -input_transition_fall", fmax(a->slew[FALL], b->slew[FALL]));
	sdc_add_corners(w, &corners, "-min", "-max");
	sdc_add_pins(w, port, n);
	return sdc_end(w);
}

/* Both edges of these splits, by one command or two. */
static enum status write_edges(struct sdc_writer *w, const struct drive drive[N_EDGES], int splits,
			       const int32_t *port, int32_t n)
{
	if (go_together(&drive[RISE], &drive[FALL]))
		return write_drive(w, &drive[RISE], &drive[FALL], splits, SDC_ALL, port, n);
	for (int edge = 0; edge < N_EDGES; edge++)
		TRY(write_drive(w, &drive[edge], &drive[edge], splits, 1 << edge, port, n));
	return STATUS_OK;
}

enum status sdc_write_drivers(struct sdc_writer *w, const int32_t *port, int32_t n)
{
	struct drive drive[N_SPLITS][N_EDGES] = {{{0}}};

	if (!take_drives(w, *port, drive))
		return status_fail(STATUS_FAILED,
				   "what drives port \"%.200s\" can't be written in SDC: not the "
				   "arcs of a cell from one pin",
				   names_get(&w->netlist->port_name, *port));
	if (go_together(&drive[EARLY][RISE], &drive[LATE][RISE]) &&
	    go_together(&drive[EARLY][FALL], &drive[LATE][FALL]))
		return write_edges(w, drive[LATE], SDC_ALL, port, n);
	TRY(write_edges(w, drive[EARLY], 1 << EARLY, port, n));
	return write_edges(w, drive[LATE], 1 << LATE, port, n);
}

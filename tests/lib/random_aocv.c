#include "random_aocv.h"

#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "placed_design.h"
#include "random_design.h"

enum { MOST_POINTS = 4, AREA = 400 * LENGTHS_PER_MICRON };

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* Ascending whole numbers from `low` on. */
static int32_t random_axis(double *axis, int64_t low, int64_t step)
{
	int32_t n = (int32_t)random_below(MOST_POINTS + 1);

	for (int32_t i = 0; i < n; i++)
		axis[i] = (double)(low += 1 + random_below(step));
	return n;
}

static int32_t random_mask(void)
{
	return (int32_t)(1 + random_below(3));
}

/* "*", or a name or two. */
static void random_spec(const struct netlist *netlist, enum aocv_object object, struct text *out)
{
	int32_t n = object == AOCV_CELL ? netlist->n_instances : netlist->n_masters;

	text_clear(out);
	if (object == AOCV_DESIGN)
		return;
	if (!n || random_one_in(4)) {
		text_add(out, "*");
		return;
	}
	for (int i = 0; i < 2; i++) {
		int32_t which = (int32_t)random_below(n);

		text_printf(out, "%s%s", i ? " " : "",
			    object == AOCV_CELL ? names_get(&netlist->instance_name, which)
						: netlist->master[which].name);
	}
}

static void add_table(const struct netlist *netlist, struct aocv *aocv)
{
	struct text spec = TEXT_INIT;
	struct aocv_table t = {.object = (enum aocv_object)random_below(N_AOCV_OBJECTS),
			       .group = (char *)"",
			       .edges = random_mask(),
			       .splits = random_mask()};
	double number[2 * MOST_POINTS + MOST_POINTS * MOST_POINTS];
	int64_t n;

	t.what = random_one_in(3) && t.object != AOCV_LIB_CELL ? DERATE_NET : DERATE_CELL;
	t.what |= random_one_in(4) ? DERATE_NET | DERATE_CELL : 0;
	t.what |= random_one_in(3) ? DERATE_CLOCK : DERATE_DATA;
	t.what |= random_one_in(3) ? DERATE_CLOCK | DERATE_DATA : 0;
	random_spec(netlist, t.object, &spec);
	t.spec = (char *)text_string(&spec);
	t.n_depths = random_axis(number, 0, 4);
	t.n_distances = random_axis(number + t.n_depths, 0, 300);
	n = aocv_n_numbers(&t);
	for (int64_t i = t.n_depths + t.n_distances; i < n; i++)
		number[i] = 0.5 + (double)random_below(65) / 64;
	if (!aocv_is_sound(&t, number))
		abort();
	must(aocv_add(aocv, &t, number));
	text_release(&spec);
}

struct aocv *random_aocv(const struct netlist *netlist)
{
	int64_t n = 1 + random_below(8);
	struct aocv *aocv;

	must(aocv_new(&aocv));
	while (n-- > 0)
		add_table(netlist, aocv);
	return aocv;
}

/* ---- places ---- */

static int32_t random_length(void)
{
	return (int32_t)random_below(AREA);
}

struct placement *random_places(struct netlist *netlist)
{
	struct technology *technology = placed_technology();
	bool some_nowhere = random_one_in(3);
	struct placement *placement;

	must(placement_new("", netlist, technology, &placement));
	technology_unref(technology);
	for (int32_t i = 0; i < netlist->n_instances; i++) {
		struct component *c = &placement->component[i];

		c->status = some_nowhere && random_one_in(8) ? UNPLACED : PLACED;
		c->x = random_length();
		c->y = random_length();
	}
	for (int32_t p = 0; p < netlist->n_ports; p++) {
		placement->port[p] = (struct placed_port){
			.status = PLACED, .x = random_length(), .y = random_length(), .layer = -1};
	}
	return placement;
}

static void place_of(const struct placement *placement, int32_t pin, double out[2])
{
	int32_t instance = placement->netlist->pin_instance[pin];
	struct rect box;

	out[0] = out[1] = NAN;
	if (instance >= 0 && placement->component[instance].status == UNPLACED)
		return;
	box = instance < 0 ? (struct rect){placement->port[pin].x, placement->port[pin].y,
					   placement->port[pin].x, placement->port[pin].y}
			   : placement_component_box(placement, instance);
	/* the middle, to a whole unit */
	out[0] = (double)((box.x1 + box.x2) / 2) / LENGTHS_PER_MICRON;
	out[1] = (double)((box.y1 + box.y2) / 2) / LENGTHS_PER_MICRON;
}

static double (*list_places(const struct placement *placement))[2]
{
	double(*place)[2];

	must(ALLOC(&place, placement->netlist->n_pins));
	for (int32_t p = 0; p < placement->netlist->n_pins; p++)
		place_of(placement, p, place[p]);
	return place;
}

/* ---- both ---- */

void random_derating(struct netlist *netlist, struct timing *timing, struct random_derating *out)
{
	*out = (struct random_derating){0};
	if (random_one_in(2))
		return;
	out->aocv = random_aocv(netlist);
	if (random_one_in(2))
		out->placement = random_places(netlist);
	must(aocv_depths_find(timing->image->graph, timing->image->states, &out->depths));
	must(timing_set_aocv(timing, out->aocv, out->placement));
	out->naive = (struct naive_aocv){out->aocv, out->depths.cells, out->depths.nets, NULL};
	if (out->placement)
		out->naive.place = list_places(out->placement);
}

void random_derating_release(struct random_derating *derating)
{
	aocv_free(derating->aocv);
	placement_unref(derating->placement);
	aocv_depths_release(&derating->depths);
	free(derating->naive.place);
}

static bool holds_along(const struct random_derating *d, const struct naive *n,
			const struct naive_path *p, int64_t *points, int64_t *tight)
{
	int32_t cells = 0, nets = 0;

	for (int32_t j = 0; j + 1 < p->n_vertices; j++) {
		cells += n->arc[p->arc[j]].library != NULL;
		nets += n->arc[p->arc[j]].library == NULL;
	}
	for (int32_t j = 1; j < p->n_vertices; j++) {
		int32_t v = p->vertex[j];

		if ((cells && d->depths.cells[v] > cells) || (nets && d->depths.nets[v] > nets))
			return false;
		*points += cells > 0;
		*tight += d->depths.cells[v] == cells && cells > 1;
	}
	return true;
}

bool random_derating_holds(const struct random_derating *derating, const struct naive_paths *paths,
			   int64_t *points, int64_t *tight)
{
	bool holds = true;

	for (int64_t i = 0; derating->aocv && i < paths->n && holds; i++)
		holds = holds_along(derating, &paths->timing, &paths->path[i], points, tight);
	return holds;
}

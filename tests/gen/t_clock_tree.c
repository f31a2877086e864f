/* Trees of buffers: every load is downstream of the same number of them, and nothing else has changed. */
#include <stdlib.h>
#include <string.h>

#include "gen/clock_tree.h"
#include "gen/place.h"
#include "gen/rows.h"
#include "lib/placed_design.h"
#include "lib/tap.h"

static struct task task = TASK_INIT;

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static struct placement *make(const struct recipe *recipe)
{
	struct netlist *netlist = placed_netlist(recipe);
	struct technology *technology = placed_technology();
	struct place_options options = {
		.utilization = recipe->n_cells < 100 ? 0.3 : 0.7, .aspect = 1, .seed = 1};
	struct place_report report;
	struct placement *p;

	must(place_on_cpu(netlist, technology, &options, &task, &report, &p));
	technology_unref(technology);
	netlist_unref(netlist);
	return p;
}

static int32_t net_called(const struct netlist *netlist, const char *name)
{
	return netlist_find_net(netlist, name, (int64_t)strlen(name));
}

/* Names, masters and nets of what the old netlist has, but for the pins whose net was buffered. */
static bool is_kept(const struct netlist *old, const struct netlist *new, const int32_t *net, int n)
{
	bool kept = new->n_ports ==
		    old->n_ports &&new->n_instances >= old->n_instances &&new->n_nets >=
			    old->n_nets &&new->alias_name.n ==
		    old->alias_name.n;

	for (int32_t i = 0; kept && i < old->n_instances; i++)
		kept = !strcmp(names_get(&old->instance_name, i),
			       names_get(&new->instance_name, i)) &&
		       !strcmp(old->master[old->instance_master[i]].name,
			       new->master[new->instance_master[i]].name) &&
		       old->instance_pin[i] == new->instance_pin[i];
	for (int32_t i = 0; kept && i < old->n_nets; i++)
		kept = !strcmp(names_get(&old->net_name, i), names_get(&new->net_name, i));
	for (int32_t p = 0; kept && p < old->n_pins; p++) {
		bool moved = false;

		for (int k = 0; k < n; k++)
			moved |= old->pin_net[p] == net[k] && p >= old->n_ports &&
				 !netlist_drives(old, p);
		kept = old->pin_net[p] == new->pin_net[p] || moved;
	}
	return kept;
}

struct walk {
	const struct netlist *old, *new;
	int32_t net;  /* of the old one */
	int *reached; /* [old->n_pins] */
	int depth;    /* of all loads; -1 = none was met yet */
	int32_t fanout;
	bool even, within;
};

/* Down the tree from a net of the new netlist. */
static void walk_net(struct walk *w, int32_t net, int depth)
{
	const struct netlist *new = w->new;
	int32_t first = new->net_pin_row[net] + new->net_n_drivers[net];
	int32_t end = new->net_pin_row[net + 1];

	w->within &= depth == 0 || end - first <= w->fanout;
	for (int32_t i = first; i < end; i++) {
		int32_t pin = new->net_pin[i], instance = new->pin_instance[pin];

		if (pin < w->old->n_pins) {
			w->reached[pin]++;
			if (instance < 0)
				continue;
			w->even &= w->depth < 0 || w->depth == depth;
			w->depth = depth;
		} else {
			walk_net(w, new->pin_net[new->instance_pin[instance] + 1], depth + 1);
		}
	}
}

/* Each load of the old net once, all at one depth, which is as small as the fan-out allows. */
static void check_tree(const struct netlist *old, const struct netlist *new, int32_t net,
		       int32_t fanout)
{
	struct walk w = {old, new,    net,  calloc((size_t)old->n_pins, sizeof(int)),
			 -1,  fanout, true, true};
	int32_t n = 0;
	int depth = 0;
	bool once = true;

	walk_net(&w, net, 0);
	for (int32_t p = 0; p < old->n_pins; p++) {
		bool load = old->pin_net[p] == net && !netlist_drives(old, p);

		once &= w.reached[p] == load;
		n += load && p >= old->n_ports;
	}
	do {
		n = (n + fanout - 1) / fanout;
		depth++;
	} while (n > 1);
	OK(once, "net %s: each load once, nothing else", names_get(&old->net_name, net));
	OK(w.even && w.depth == depth, "after %d buffers, all of them", depth);
	OK(w.within, "at most %d loads each", (int)fanout);
	free(w.reached);
}

/* Buffers and what moved for them are on sites, without overlaps. */
static bool is_legal(const struct placement *p)
{
	bool legal = true;
	struct rows rows;

	must(rows_new(p, &rows));
	for (int32_t i = 0; i < p->n_components; i++) {
		struct rect a = placement_component_box(p, i);
		bool stands = p->component[i].status == FIXED;

		for (int32_t s = 0; s < rows.n_segments; s++) {
			const struct segment *g = &rows.segment[s];

			stands |= g->y == a.y1 && g->x1 <= a.x1 && a.x2 <= g->x2 &&
				  (a.x1 - g->x1) % rows.step == 0 &&
				  p->component[i].orientation == g->orientation;
		}
		legal &= stands;
		for (int32_t k = 0; k < i; k++) {
			struct rect b = placement_component_box(p, k);

			legal &= !(a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2);
		}
	}
	rows_release(&rows);
	return legal;
}

/* How far the cells that were there have moved on average, in lengths. */
static double moved(const struct placement *old, const struct placement *new)
{
	double sum = 0;
	int32_t n = old->netlist->n_instances;

	for (int32_t i = 0; i < n; i++)
		sum += abs(old->component[i].x - new->component[i].x) +
		       abs(old->component[i].y - new->component[i].y);
	return sum / n;
}

static void grow(const struct recipe *recipe, int32_t fanout)
{
	struct placement *old = make(recipe), *new, *again, *filled;
	int32_t net[2] = {net_called(old->netlist, "ck"), net_called(old->netlist, "rst")};
	struct tree_net tree[2] = {{net[0], "clk", "ck"}, {net[1], "", "rst[0]/x"}};
	struct tree_options options = {NULL, 0, fanout, true, tree, 2};
	struct tree_report report;
	const char *name;

	must(buffer_nets(old, &options, &task, &report, &new));
	OK(report.n_nets == 2 &&
		   report.n_buffers == new->netlist->n_instances - old->netlist->n_instances,
	   "%d cells, fan-out %d: %d buffers", (int)recipe->n_cells, (int)fanout,
	   (int)report.n_buffers);
	OK(is_kept(old->netlist, new->netlist, net, 2), "the netlist is otherwise as it was");
	check_tree(old->netlist, new->netlist, net[0], fanout);
	check_tree(old->netlist, new->netlist, net[1], fanout);
	OK(is_legal(new), "all stand legally");
	OK(recipe->n_cells < 100 || moved(old, new) < 3 * LENGTHS_PER_MICRON,
	   "others moved %g um on average", moved(old, new) / LENGTHS_PER_MICRON);
	name = names_get(&new->netlist->instance_name, new->netlist->n_instances - 1);
	OK(strcmp(name, "buf_rst_0__x_0_0") == 0, "the last is called %s", name);
	OK(strcmp(new->netlist->master[new->netlist->instance_master[new->netlist->n_instances - 1]]
			  .name,
		  "CLKBUF") == 0,
	   "clock buffers are taken");
	must(buffer_nets(old, &options, &task, &report, &again));
	OK(half_perimeters(new) == half_perimeters(again) && moved(new, again) <= 0,
	   "the same again");
	placement_unref(again);

	/* once more on what is filled, without the word for clocks, and on a net that has a tree */
	must(place_fillers(new, NULL, 0, &task, &filled));
	options.clock = false;
	options.n_nets = 1;
	must(buffer_nets(filled, &options, &task, &report, &again));
	OK(report.n_buffers == 1 && again->n_components == again->netlist->n_instances,
	   "fillers make way");
	name = names_get(&again->netlist->instance_name, again->netlist->n_instances - 1);
	OK(strcmp(name, "clkbuf_ck_0_0_") == 0, "a name that is taken gets longer: %s", name);
	OK(is_legal(again), "legally");
	placement_unref(filled);
	placement_unref(again);
	placement_unref(new);
	placement_unref(old);
}

static void wrong(void)
{
	static const char *const inverter[] = {"BUF", "INV"}, *const buffer[] = {"BUF"};
	struct placement *old = make(&(struct recipe){50, 1, 10, 3}), *new = NULL;
	struct tree_net tree = {net_called(old->netlist, "ck"), "clk", "ck"};
	struct tree_options options = {inverter, 2, 8, true, &tree, 1};
	struct tree_report report;
	int32_t macro = technology_find_macro(old->technology, "BUF"), width;

	OK(buffer_nets(old, &options, &task, &report, &new) == STATUS_FAILED && !new,
	   "an inverter is no buffer");
	options = (struct tree_options){buffer, 1, 8, true, &tree, 1};
	tree.net = net_called(old->netlist, "n40");
	must(buffer_nets(old, &options, &task, &report, &new));
	OK(strcmp(new->netlist->master[new->netlist->instance_master[new->netlist->n_instances - 1]]
			  .name,
		  "BUF") == 0,
	   "a buffer that is named is taken");
	placement_unref(new);
	new = NULL;
	width = old->technology->macro[macro].width;
	old->technology->macro[macro].width = 200 * old->row[0].step_x;
	OK(buffer_nets(old, &options, &task, &report, &new) == STATUS_FAILED &&
		   !new &&strstr(status_text(STATUS_FAILED), "no row has room"),
	   "no room for a buffer: %s", status_text(STATUS_FAILED));
	old->technology->macro[macro].width = width;
	placement_unref(old);
}

int main(void)
{
	grow(&(struct recipe){30, 0, 5, 1}, 2);
	grow(&(struct recipe){600, 0, 20, 2}, 7);
	grow(&(struct recipe){1500, 3, 20, 3}, 16);
	wrong();
	return tap_done();
}

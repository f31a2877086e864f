#include "db/replace_cell.h"

static bool is_master_of(const struct master *master, const struct early_late_cell *cell)
{
	bool same = true;

	for (int split = 0; split < N_SPLITS; split++)
		same &= master->library[split] == cell->library[split] &&
			master->cell[split] == cell->cell[split];
	return same;
}

static enum status need_master(struct netlist *netlist, const struct early_late_cell *cell,
			       int32_t *master)
{
	for (int32_t m = 0; m < netlist->n_masters; m++) {
		if (is_master_of(&netlist->master[m], cell)) {
			*master = m;
			return STATUS_OK;
		}
	}
	return netlist_add_cell(netlist, cell->library[LATE], cell->cell[LATE],
				cell->library[EARLY], cell->cell[EARLY], master);
}

static enum status check_pins(const struct netlist *netlist, const struct master *old,
			      const struct master *new)
{
	const struct names *names = &netlist->pin_name;

	if (old->n_pins != new->n_pins)
		return status_fail(
			STATUS_FAILED,
			"replace_cell: cell \"%.100s\" has %d pins (with internal ones), \"%.100s\" has %d",
			new->name, (int)new->n_pins, old->name, (int)old->n_pins);
	for (int32_t i = 0; i < new->n_pins; i++) {
		if (old->pin_name[i] != new->pin_name[i])
			return status_fail(
				STATUS_FAILED,
				"replace_cell: pin %d of cell \"%.100s\" is \"%.100s\", that of \"%.100s\" is \"%.100s\"",
				(int)i + 1, new->name, names_get(names, new->pin_name[i]),
				old->name, names_get(names, old->pin_name[i]));
		if (old->direction[i] != new->direction[i])
			return status_fail(
				STATUS_FAILED,
				"replace_cell: pin \"%.100s\" has another direction in cell \"%.100s\" than "
				"in \"%.100s\"",
				names_get(names, new->pin_name[i]), new->name, old->name);
	}
	return STATUS_OK;
}

struct early_late_cell netlist_cell_of(const struct netlist *netlist, int32_t instance)
{
	const struct master *master = &netlist->master[netlist->instance_master[instance]];
	struct early_late_cell cell;

	for (int split = 0; split < N_SPLITS; split++) {
		cell.library[split] = (struct library *)master->library[split];
		cell.cell[split] = master->cell[split];
	}
	return cell;
}

static enum status replace(struct netlist *netlist, const struct cell_replacement *by)
{
	int32_t instance = by->instance, old = netlist->instance_master[instance], new;

	TRY(need_master(netlist, &by->cell, &new));
	TRY(check_pins(netlist, &netlist->master[old], &netlist->master[new]));
	netlist->instance_master[instance] = new;
	netlist->master[old].n_instances--;
	netlist->master[new].n_instances++;
	return STATUS_OK;
}

enum status netlist_replace_cells(const struct netlist *netlist,
				  const struct cell_replacement *replacement, int32_t n,
				  struct task *task, struct netlist **out)
{
	RELEASED_BY(netlist_drop) struct netlist *copy = NULL;

	TRY(netlist_copy_open(netlist, task, &copy));
	copy->units = netlist->units;
	for (int32_t i = 0; i < n; i++)
		TRY(replace(copy, &replacement[i]));
	TRY(netlist_close(copy));
	HAND_OVER(out, copy);
	return STATUS_OK;
}

/*
 * Fuzz target of the AOCV reader, on the small netlist of tests/lib/small.h: any bytes give tables or an error, never a
 * crash; tables are sound, and no factor is outside of its range.
 */
#include <stdint.h>
#include <stdlib.h>

#include "bytes.h"
#include "lib/small.h"
#include "read/aocv.h"

int fuzz_aocv(const uint8_t *data, size_t size);

static void must(bool condition)
{
	if (!condition)
		abort();
}

static void check_table(const struct aocv *aocv, int32_t i)
{
	const struct aocv_table *t = &aocv->table[i];

	must(t->edges > 0 && t->edges < 4 && t->splits > 0 && t->splits < 4);
	must(aocv_is_sound(t, aocv->number + t->first));
	if (t->n_depths > 64 || t->n_distances > 64)
		return;
	for (int depth = 1; depth < 20; depth += 6) {
		double least, most;

		aocv_factor_range(aocv, i, depth, 100, &least, &most);
		for (int at = depth; at < depth + 40; at++) {
			double factor = aocv_factor(aocv, i, at, at % 101);

			must(factor >= least && factor <= most);
		}
	}
}

int fuzz_aocv(const uint8_t *data, size_t size)
{
	static struct netlist *netlist;
	struct task task = TASK_INIT;
	struct aocv *aocv;
	struct aocv_map map;

	if (!netlist)
		netlist = small_netlist();
	if (aocv_read(bytes_file(data, size), 1e-3, &task, &aocv) != STATUS_OK)
		return 0;
	must(aocv->n_tables > 0);
	for (int32_t i = 0; i < aocv->n_tables; i++)
		check_table(aocv, i);
	must(aocv_map_make(aocv, netlist, &map) == STATUS_OK);
	aocv_map_release(&map);
	aocv_free(aocv);
	return 0;
}

/*
 * Fuzz target of the SDF reader, on the netlist of tests/data/annotated.v: any bytes give annotations or an error, never a
 * crash; what is annotated is of its pins, and can be annotated again.
 */
#include <stdint.h>
#include <stdlib.h>

#include "bytes.h"
#include "db/link/link.h"
#include "read/liberty/liberty.h"
#include "read/sdf/sdf.h"
#include "read/verilog/verilog.h"

int fuzz_sdf(const uint8_t *data, size_t size);

static void must(bool condition)
{
	if (!condition)
		abort();
}

static struct netlist *open_netlist(struct task *task)
{
	struct text warnings = TEXT_INIT;
	struct modules modules = {0};
	struct library *library;
	struct netlist *netlist;

	must(liberty_read(TEST_DATA "/annotated.lib", &warnings, task, &library) == STATUS_OK);
	must(verilog_read(TEST_DATA "/annotated.v", &modules, &warnings, task) == STATUS_OK);
	must(link_netlist(&(struct link_sources){.modules = &modules,
						 .library = {&library, &library},
						 .n_libraries = {1, 1}},
			  &warnings, task, &netlist) == STATUS_OK);
	modules_release(&modules);
	text_release(&warnings);
	return netlist;
}

static void check(const struct annotations *annotations, const struct netlist *netlist)
{
	for (int64_t i = 0; i < annotations->keys.n; i++) {
		const struct annotation_key *key = &annotations_keys(annotations)[i];

		must(key->from >= 0 && key->from < netlist->n_all_pins * N_EDGES);
		must(key->to >= 0 && key->to < netlist->n_all_pins * N_EDGES);
	}
}

int fuzz_sdf(const uint8_t *data, size_t size)
{
	static struct netlist *netlist;
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct sdf_source source = {.triple = {SDF_MINIMUM, SDF_MAXIMUM},
				    .check_triple = {SDF_TYPICAL, SDF_MAXIMUM},
				    .increments_alone = size % 5 == 4,
				    .cond_use = (enum sdf_cond_use)(size % 4)};
	struct annotations *one, *two;

	if (!netlist)
		netlist = open_netlist(&task);
	source.netlist = netlist;
	if (sdf_read(bytes_file(data, size), &source, &warnings, &task, &one) == STATUS_OK) {
		check(one, netlist);
		source.old = one;
		if (sdf_read(bytes_file(data, size), &source, &warnings, &task, &two) ==
		    STATUS_OK) {
			check(two, netlist);
			annotations_free(two);
		}
		annotations_free(one);
	}
	text_release(&warnings);
	return 0;
}

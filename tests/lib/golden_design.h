/*
 * A design with its libraries, constraints and wires, from the files of a directory or from text in
 * the tree, timed on a device; and tables of tab-separated text to compare it with.
 */
#ifndef TESTS_LIB_GOLDEN_DESIGN_H
#define TESTS_LIB_GOLDEN_DESIGN_H

#include "gpu/timing/timing.h"
#include "base/input.h"
#include "devices.h"

struct design_files {
	char early[512], late[512], verilog[512], timing[512];
	char spef[512]; /* "" = none */
	char sdc[512];  /* constraints in place of `timing`; "" = none */
};

struct golden_design {
	struct library *early, *late;
	struct netlist *netlist;
	struct constraints *constraints;
	struct parasitics *parasitics;
	struct timing *timing;
};

/* Read, link and time it; the first status that isn't STATUS_OK. */
enum status golden_design_open(struct test_device *d, const struct design_files *files,
			       struct golden_design *out);
void golden_design_close(struct golden_design *design);

/* A file of a directory, with or without .gz; false = there is none that can be read. */
bool golden_find_file(char *out, size_t size, const char *directory, const char *name,
		      const char *suffix);

/* The vertex of "instance:pin" or a port, and 'R' or 'F'; -1 = not there. */
int32_t golden_vertex(const struct netlist *netlist, const char *pin, char edge);

enum { TSV_FIELDS = 40 };

/* A table, line by line; lines that begin with '#' are left out. */
struct tsv {
	struct input in;
	struct task task;
	char line[8192];
	const char *field[TSV_FIELDS];
	int n;
};

bool tsv_open(struct tsv *tsv, const char *path);
bool tsv_next(struct tsv *tsv);
void tsv_close(struct tsv *tsv);

/* How well numbers agree. */
struct tally {
	double tolerance, worst;
	int64_t compared, beyond, one_sided;
};

/* NaN means none, on either side. */
void tally_add(struct tally *tally, double ours, double wanted);
/* In ps, as tables have them. */
double ps_of_fs(int64_t fs);

#endif

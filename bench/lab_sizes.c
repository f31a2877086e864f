/* bench_lab: tables 1, 2, 5 and 7, the sizes of matrices. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/matrices.h"
#include "lab.h"

/* Table 7: what the matrices were made of. */
static const struct {
	const char *name;
	int32_t n_cells, n_nets;
} printed_designs[] = {
	{"new_blue1", 330474, 228901},   {"new_blue2", 441516, 465219},
	{"new_blue3", 494011, 552199},   {"new_blue4", 646139, 637051},
	{"new_blue5", 1233058, 1284251}, {"new_blue6", 1255039, 1288443},
	{"new_blue7", 2507954, 2636820},
};

enum { N_DESIGNS = sizeof printed_designs / sizeof *printed_designs };

/* Cells and nets, where it is table 7. */
static void print_netlist(const struct bench *b, int32_t n_cells, int32_t n_nets)
{
	if (b->table != 7)
		return;
	if (n_cells)
		printf("%8" PRId32 " %8" PRId32 " ", n_cells, n_nets);
	else
		printf("%8s %8s ", "-", "-");
}

static void print_head(const struct bench *b)
{
	static const char sizes[] = "   # rows  # columns # nonzeros average";
	const char *netlist = b->table == 7 ? " # cells   # nets " : "";

	printf("%-12s | printed:\n", "Instance");
	printf("%-12s | %s%s | here:%s%s  longest  99 %% to    near\n", "", netlist, sizes, netlist,
	       sizes);
}

static void print_printed(const struct bench *b, const struct made_matrix *made)
{
	int32_t n_cells = 0, n_nets = 0;

	for (int i = 0; i < N_DESIGNS; i++) {
		if (strcmp(printed_designs[i].name, made->name) == 0) {
			n_cells = printed_designs[i].n_cells;
			n_nets = printed_designs[i].n_nets;
		}
	}
	print_netlist(b, n_cells, n_nets);
	printf("%9" PRId32 " %10" PRId32 " %10" PRId64 " %7.1f", made->n_rows, made->n_columns,
	       made->n, (double)made->n / made->n_rows);
}

static enum status print_here(const struct bench *b, const struct sparse *a, int32_t n_cells,
			      int32_t n_nets, const char *what)
{
	struct sparse_statistics s;

	TRY(sparse_statistics_of(a, &s));
	printf(" |      ");
	print_netlist(b, n_cells, n_nets);
	printf("%9" PRId32 " %10" PRId32 " %10" PRId64 " %7.1f %8" PRId32 " %8" PRId32
	       " %6.1f%%  %s\n",
	       a->n_rows, a->n_columns, s.n, s.mean, s.longest, s.most, 100 * s.near, what);
	return STATUS_OK;
}

static enum status use_size(struct bench *b, const struct lab_design *design)
{
	printf("%-12s | ", design->name);
	print_netlist(b, 0, 0);
	printf("%9s %10s %10s %7s", "-", "-", "-", "-");
	return print_here(b, design->quadratic.matrix, design->n_cells, design->n_nets,
			  design->is_made ? "made, of this profile" : "a design");
}

static enum status one_size(struct bench *b, const struct made_matrix *made)
{
	struct sparse *a;
	enum status status;

	TRY(made_matrix_make(made, &b->task, &a));
	printf("%-12s | ", made->name);
	print_printed(b, made);
	status = print_here(b, a, 0, 0, made->is_exact ? "exact" : "stand-in");
	sparse_free(a);
	return status;
}

enum status table_of_sizes(struct bench *b)
{
	print_head(b);
	for (int i = 0; made_matrix_at(i); i++) {
		const struct made_matrix *made = made_matrix_at(i);

		if (made->table != b->table &&
		    !(b->table == 5 && strcmp(made->name, "b18_100K") == 0))
			continue;
		if (made->n > b->most)
			printf("%-12s | left out: -most\n", made->name);
		else
			TRY(one_size(b, made));
	}
	return b->table == 7 ? each_design(b, use_size) : STATUS_OK;
}

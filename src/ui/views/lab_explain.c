/* What the selected method does, in words, as pseudocode, and with the numbers of the threads that have part in a row. */
#include <inttypes.h>
#include <string.h>

#include "ui/views/view_lab.h"

/* Lines of 36 columns at most; '>' is what the method is about. */
static const struct method_words {
	const char *job, *method, *title, *code, *words;
} methods[] = {
	{"spmv", "serial", "a row after another",
	 " for row in 0..rows:\n   sum = 0\n   for e in row[r]..row[r+1]:\n>    sum += value[e] * x[column[e]]\n   y[r] = sum",
	 "One thread of the processor. What it waits for is x, which is read where the columns say."},
	{"spmv", "thread", "a thread for each row",
	 " r = thread\n sum = 0\n for e in row[r]..row[r+1]:\n>  sum += value[e] * x[column[e]]\n y[r] = sum",
	 "32 threads go in step: a warp takes as many turns as the longest of its 32 rows, and those with shorter ones wait. "
	 "Neighbouring threads read addresses a row apart."},
	{"spmv", "warp", "a warp for each row (Bell & Garland)",
	 " r = warp, l = lane\n partial = 0\n for e in row[r]+l.. step 32:\n>  partial += value[e]*x[column[e]]\n for s in 16, 8, 4, 2, 1:\n"
	 "   partial += that of lane l xor s\n y[r] = partial of lane 0",
	 "Lanes read adjacent addresses. A row of 5 entries leaves 27 lanes idle."},
	{"spmv", "product", "product, then summation",
	 ">product[e] = value[e]*x[column[e]]\n --- another kernel, a row a thread\n shared = products of 256 rows\n"
	 " for e in row[r]..row[r+1]:\n   sum += shared[e] or product[e]",
	 "Every thread has one product, so all have as much to do. Products go to memory and come back, 8 bytes each. What "
	 "has no place in shared memory is read from where it is."},
	{"spmv", "warped", "product, then warped summation",
	 ">product[e] = value[e]*x[column[e]]\n --- another kernel, a row a warp\n for e in row[r]+l.. step 32:\n"
	 "   partial += product[e]\n y[r] = partials pair by pair",
	 "As a warp for each row, but the products are made before, by as many threads as there are. That is 16 bytes of memory an "
	 "entry: column and value are read, the product is written and read."},
	{"spmv", "merge", "merge path",
	 " items = entries and ends of rows\n piece = 7 items in a row\n>for each item of the piece:\n   entry: sum += product\n"
	 "   end: y[r] = sum, sum = 0\n carry sum to the next piece",
	 "However long the rows are, each thread has as many items as any other. What is left of a row at a piece's end is "
	 "carried to the next."},
	{"spmv", "fused", "product and summation in one",
	 " tile = rows with up to 2048 entries\n>shared[e] = value[e]*x[column[e]]\n barrier\n for each row, by 1 to 32 lanes:\n"
	 "   sum of its products in shared",
	 "As the two kernels of the paper, but products never leave shared memory, which saves 8 of 16 bytes an entry."},
	{"bfs", "printed", "y = A'x, as printed",
	 " x = 1 at the sources\n repeat:\n>  y = A' x  (product + summation)\n   visited[v] |= y[v] != 0\n until all are visited\n"
	 "   x = y",
	 "y counts the paths of exactly that length. It never ends when a vertex can't be reached, and counts in single "
	 "precision overflow at 2^128."},
	{"bfs", "top-down", "a frontier tells its heads",
	 " for heads w in frontier:\n>  if dist[w] < 0:\n     dist[w] = d + 1\n     add the heads of w's arcs\n       to the next frontier",
	 "An item is an arc, so that no thread has more to do than others. Each arc is looked at once in all. A level takes as long as "
	 "four trips to memory and a barrier."},
	{"cg", "jacobi", "conjugate gradients",
	 ">q = A p, pq = p . q\n alpha = rz / pq\n x += alpha p, r -= alpha q\n z = r / diagonal, rz' = r . z\n beta = rz' / rz\n"
	 " p = z + beta p",
	 "Three kernels an iteration. The last block to finish adds up the partial sums, by a tree that is the same "
	 "everywhere."},
	{"sta", "deltas", "16 bits an entry",
	 " row = base, distances of 16 bits\n>for each: sum += delay[base + d]\n arrival = sum",
	 "Entries are ones, so they have no values; columns are numbered in the order of the paths, so neighbours are close. "
	 "Delays are whole femtoseconds."},
	{"dies", "product", "paths x dies",
	 " path = warp, dies = lanes\n for columns c of the path:\n>  sum[die] += delta[c][die]\n slack[die] = nominal - sum[die]",
	 "A matrix of paths with one that has a column for each die: what is read of a row serves 64 dies. Only what varies has a column, "
	 "and sums are of differences from the nominal delays, which 32 bits hold."},
	{"dies", "forest", "a parent's sum and what differs",
	 " for states from the ends on:\n   suffix[v] = delta[arc] + suffix[to]\n for paths, level by level:\n"
	 ">  sum = parent's + delta[arc]\n         + suffix[head] - suffix[tail]",
	 "A path is its parent up to where it deviates, then an arc, then the way that the forest leads. No product is needed: five numbers "
	 "a path and die, however long it is."},
};

/* "product" is "product-expanded" too, and "jacobi" is "jacobi, two". */
static bool is_method(const char *name, const char *method)
{
	size_t n = strlen(method);

	return strncmp(name, method, n) == 0 && (!name[n] || name[n] == '-' || name[n] == ',');
}

static const struct method_words *find_words(const struct snap_lab *lab, const struct lab_row *row)
{
	const size_t n = sizeof methods / sizeof *methods;

	for (size_t i = 0; i < n && row; i++) {
		if (strcmp(methods[i].job, lab->table.job) == 0 &&
		    is_method(row->method, methods[i].method))
			return &methods[i];
	}
	/* a method of products is the same in another job */
	for (size_t i = 0; i < n && row; i++) {
		if (is_method(row->method, methods[i].method))
			return &methods[i];
	}
	return NULL;
}

/* The 32 rows of its warp, of which the longest says how many turns there are. */
static void write_threads(const struct snap_lab *lab, struct text *out)
{
	int32_t turns = 0, sum = 0;

	for (int32_t l = 0; l < lab->n_lanes; l++) {
		turns = lab->length[l] > turns ? lab->length[l] : turns;
		sum += lab->length[l];
	}
	text_printf(out, "threads of rows %" PRId32 " to %" PRId32 ":\n", lab->first_lane + 1,
		    lab->first_lane + lab->n_lanes);
	for (int32_t l = 0; l < lab->n_lanes; l++)
		text_printf(out, "%4" PRId32 "%s", lab->length[l],
			    l % 8 == 7 || l == lab->n_lanes - 1 ? "\n" : "");
	text_printf(out, "%" PRId32 " turns, %.0f %% of them idle\n", turns,
		    turns ? 100 - 100.0 * sum / (32.0 * turns) : 0.0);
}

/* What the lanes of a warp have of the row. */
static void write_lanes(const struct snap_lab *lab, struct text *out)
{
	int32_t n = lab->length[lab->row - lab->first_lane];

	text_printf(out,
		    "row %" PRId32 ", %" PRId32 " entries: %" PRId32 " turns,\n%" PRId32
		    " of 32 lanes in the last\n",
		    lab->row + 1, n, (n + 31) / 32,
		    n % 32 ? n % 32
		    : n    ? 32
			   : 0);
	for (int32_t e = 0; e < lab->n_entries; e++)
		text_printf(out, "lane %2" PRId32 ": %10.4g * x[%" PRId32 "]\n", e,
			    (double)lab->value[e], lab->column[e] + 1);
	if (n > lab->n_entries)
		text_add(out, "...\n");
}

/* The three arrays of a small matrix, and the product of the row looked at. */
static void write_arrays(const struct snap_lab *lab, struct text *out)
{
	text_add(out, "row   ");
	for (int32_t r = 0; r <= lab->n_rows; r++)
		text_printf(out, " %" PRId32, lab->small_row[r]);
	text_add(out, "\ncolumn");
	for (int32_t e = 0; e < lab->n_small; e++)
		text_printf(out, " %" PRId32, lab->small_column[e] + 1);
	text_add(out, "\nvalue ");
	for (int32_t e = 0; e < lab->n_small; e++)
		text_printf(out, " %.4g", (double)lab->small_value[e]);
	text_add(out, "\n");
}

static void write_product(const struct snap_lab *lab, struct text *out)
{
	int32_t n = lab->length[lab->row - lab->first_lane];

	text_printf(out, "row %" PRId32 " (key %s: next): y[%" PRId32 "] =", lab->row + 1,
		    ui_key_of("lab_row next"), lab->row + 1);
	for (int32_t e = 0; e < lab->n_entries; e++)
		text_printf(out, "%s %.4g x[%" PRId32 "]", e ? " +" : "", (double)lab->value[e],
			    lab->column[e] + 1);
	text_add(out, n > lab->n_entries ? " + ..." : n ? "" : " 0");
	if (lab->has_y)
		text_printf(out, " = %.7g", lab->y);
	text_add(out, "\n");
}

/* A line for each vertex; what the wave meets first is marked. */
static void write_wave(const struct snap_lab *lab, struct text *out)
{
	text_printf(out, "wave %" PRId32 " of %" PRId32 ", key %s: next", lab->wave + 1,
		    lab->n_waves, ui_key_of("lab_wave next"));
	text_printf(out, ", %s: back\n vertex     x   A'x  met in\n",
		    ui_key_of("lab_wave previous"));
	for (int32_t v = 0; v < lab->n_rows; v++) {
		text_printf(out, "%c%6" PRId32 "%6.4g%6.4g",
			    lab->met[v] == lab->wave + 1 ? '*' : ' ', v + 1, lab->x[v],
			    lab->product[v]);
		if (lab->met[v] < 0 || lab->met[v] > lab->wave + 1)
			text_add(out, "       -\n");
		else
			text_printf(out, "%8" PRId32 "\n", lab->met[v]);
	}
}

void lab_explain(struct ui *ui, struct explanation_text *out)
{
	const struct snap_lab *lab = lab_of(ui)->lab;
	const struct lab_row *row = lab_selected(ui);
	const struct method_words *words = lab ? find_words(lab, row) : NULL;

	if (!words) {
		text_add(&out->title, "lab");
		text_add(
			&out->words,
			"Enter on the left runs a job; then the method that is selected on the right is explained here.");
		return;
	}
	text_printf(&out->title, "%s: %s", row->method, words->title);
	text_add(&out->words, words->words);
	out->code = words->code;
	if (!lab->has_matrix || lab->n_rows == 0)
		return;
	if (lab->n_waves)
		write_wave(lab, &out->numbers);
	else if (lab->n_small || strcmp(words->method, "warp") != 0)
		write_product(lab, &out->numbers);
	if (lab->n_small) {
		write_arrays(lab, &out->numbers);
		return;
	}
	if (strcmp(words->method, "warp") == 0)
		write_lanes(lab, &out->numbers);
	else
		write_threads(lab, &out->numbers);
}

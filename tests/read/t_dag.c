/* Reading weighted-DAG text: what is read, and messages about the rest. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/parallel.h"
#include "read/dag.h"
#include "read/dag_impl.h"
#include "lib/devices.h"
#include "lib/tap.h"

static char path[] = "/tmp/t_dag.XXXXXX";

static enum status read_bytes(const char *bytes, size_t n, struct graph **graph,
			      struct text *warnings)
{
	struct task task = TASK_INIT;
	FILE *file = fopen(path, "w");

	fwrite(bytes, 1, n, file);
	fclose(file);
	return dag_read(path, LATE, warnings, &task, graph);
}

/* The message without the file's name. */
static const char *message(enum status status)
{
	const char *text = status_text(status);

	if (strncmp(text, path, strlen(path)) != 0)
		return text;
	text += strlen(path) + 1;
	return *text == ' ' ? text + 1 : text;
}

static void refused(const char *text, const char *expected)
{
	struct text warnings = TEXT_INIT;
	struct graph *graph = NULL;
	enum status status = read_bytes(text, strlen(text), &graph, &warnings);

	if (status == STATUS_OK)
		graph_unref(graph);
	if (!OK(status == STATUS_BAD_INPUT && strcmp(message(status), expected) == 0, "%s",
		expected))
		printf("# got: %s\n", status == STATUS_OK ? "a graph" : message(status));
	text_release(&warnings);
}

static void check_good(void)
{
	static const char text[] = "4\n\"a\";\n \"b x\" ;\r\n\n\"c\";\n\"d\";\n"
				   "\"a\" -> \"b x\", 1.5;\n\"a\"->\"b x\",-2;\n"
				   "\"b x\" -> \"c\", 1e-3;\n"
				   "source \"a\", 10;\nsource \"a\", 11;\nsink \"c\", 20;\n"
				   "sink \"d\", 21.0005;";
	struct text warnings = TEXT_INIT;
	struct graph *g;

	if (!OK(read_bytes(text, sizeof text - 1, &g, &warnings) == STATUS_OK, "a good file"))
		return;
	OK(g->n_vertices == 4 && g->n_arcs == 3 && g->n_sources == 2 && g->n_sinks == 2, "counts");
	OK(g->arc_from[1] == 0 && g->arc_to[1] == 1 && g->arc_delay[0] == 1500 &&
		   g->arc_delay[1] == -2000 && g->arc_delay[2] == 1,
	   "arcs in their order, parallel ones apart");
	OK(g->source_arrival[1] == 11000 && g->sink_vertex[1] == 3 && g->sink_required[1] == 21001,
	   "sources and sinks");
	/* 11 at a, 2 and 0.001 to c, 20 required there */
	OK(g->objective == OBJECTIVE_SLACK && g->largest_sum == 33001,
	   "objective, and a bound of the sums");
	OK(warnings.length == 0, "no warnings");
	graph_unref(g);
	text_release(&warnings);
}

static void check_cost(void)
{
	static const char text[] = "4\n\"a\";\n\"b\";\n\"c\";\n\"alone\";\n"
				   "\"a\" -> \"b\", 1;\n\"c\" -> \"b\", 2;\n";
	struct text warnings = TEXT_INIT;
	struct graph *g;

	if (!OK(read_bytes(text, sizeof text - 1, &g, &warnings) == STATUS_OK, "no ends given"))
		return;
	OK(g->objective == OBJECTIVE_COST, "then cost is what counts");
	OK(g->n_sources == 2 && g->source_vertex[0] == 0 && g->source_vertex[1] == 2,
	   "from vertices without fan-in");
	OK(g->n_sinks == 1 && g->sink_vertex[0] == 1, "to vertices without fan-out");
	graph_unref(g);
	OK(read_bytes("0\n", 2, &g, &warnings) == STATUS_OK && g->n_vertices == 0, "no vertices");
	graph_unref(g);
	text_release(&warnings);
}

static void check_loops(void)
{
	static const char text[] =
		"4\n\"a\";\n\"b\";\n\"c\";\n\"d\";\n\"a\" -> \"b\", 1;\n\"b\" -> \"c\", 1;\n"
		"\"c\" -> \"b\", 1;\n\"c\" -> \"d\", 1;\n\"d\" -> \"d\", 1;\n";
	struct text warnings = TEXT_INIT;
	struct graph *g;

	if (!OK(read_bytes(text, sizeof text - 1, &g, &warnings) == STATUS_OK, "loops"))
		return;
	OK(g->n_arcs == 3 && g->n_broken == 2, "are broken");
	OK(strstr(text_string(&warnings), "warning: loop \"b\" -> \"c\" -> \"b\"\n"),
	   "one is named");
	OK(strstr(text_string(&warnings), "warning: loop broken at arc \"c\" -> \"b\"\n") &&
		   strstr(text_string(&warnings), "warning: loop broken at arc \"d\" -> \"d\"\n"),
	   "and the arcs");
	OK(g->n_sources == 1 && g->n_sinks == 1, "ends are those of what is left");
	graph_unref(g);
	text_release(&warnings);
}

static void check_edges(void)
{
	static const char text[] = "# nodes\n% too\n7 b/x\r\n b/x\t7,2.5\n\n7 b/x -1e-3\n7 c";
	struct text warnings = TEXT_INIT;
	struct graph *g;

	if (!OK(read_bytes(text, sizeof text - 1, &g, &warnings) == STATUS_OK, "an edge list"))
		return;
	OK(g->n_vertices == 3 && strcmp(names_get(&g->names, 1), "b/x") == 0 &&
		   g->objective == OBJECTIVE_COST,
	   "vertices are words, in their order");
	OK(g->n_arcs == 3 && g->n_broken == 1 && g->arc_delay[0] == 1000 && g->arc_delay[1] == -1 &&
		   g->arc_to[2] == 2,
	   "weights, 1 where there is none");
	OK(strstr(text_string(&warnings), ": 2 of 4 arcs have no weight: it is 1 ps\n"),
	   "and a warning counts them");
	graph_unref(g);
	text_release(&warnings);
	refused("a b\n c\n",
		"2:2: error: expected two vertices, then a number or the end of the line");
	refused("a b\na b 1 2\n",
		"2:7: error: expected two vertices, then a number or the end of the line");
	refused("a b\na b 1x\n",
		"2:5: error: expected two vertices, then a number or the end of the line");
	refused("a b\na b 1e99\n",
		"2:5: error: expected two vertices, then a number or the end of the line");
}

static void check_bad(void)
{
	refused("", "1:1: error: expected the number of vertices, the file ends");
	refused("\n\nx\n",
		"3:1: error: expected the number of vertices, or an arc: u v, found 'x'");
	refused("3.5\n", "1:2: error: expected the end of the line, found '.'");
	refused("99999999999\n", "1:1: error: more than 2147483647 vertices");
	refused("2\n\"a\";\n", "3:1: error: 2 vertices announced, 1 named");
	refused("2\n\"a\";\n\"a\";\n", "3:1: error: vertex \"a\" named twice");
	refused("1\n\"a;\n", "2:1: error: name without closing quote");
	refused("1\n\"\";\n", "2:1: error: empty name");
	refused("1\na;\n", "2:1: error: expected '\"', found 'a'");
	refused("1\n\"a\"\n", "2:4: error: expected ';', the line ends");
	refused("1\n\"a\"; x\n", "2:6: error: expected the end of the line, found 'x'");
	refused("1\n\"a\";\n\"a\" > \"a\", 1;\n", "3:5: error: expected '->', found '>'");
	refused("2\n\"abcdef\";\n\"b\";\n\"abcdeg\" -> \"b\", 1;\n",
		"4:1: error: unknown vertex \"abcdeg\"; nearest \"abcdef\"");
	refused("1\n\"a\";\n\"a\" -> \"zzzz\", 1;\n", "3:8: error: unknown vertex \"zzzz\"");
	refused("1\n\"a\";\n\"a\" -> \"a\" 1;\n", "3:12: error: expected ',', found '1'");
	refused("1\n\"a\";\n\"a\" -> \"a\", nan;\n", "3:13: error: expected a number, found 'n'");
	refused("1\n\"a\";\n\"a\" -> \"a\", 1e99;\n", "3:16: error: number out of range");
	refused("1\n\"a\";\nsource \"a\", 1;\nsink \"a\", 1;\n\"a\" -> \"a\", 1;\n",
		"5:1: error: arc after a source or sink line");
	refused("1\n\"a\";\nsauce \"a\", 1;\n",
		"3:1: error: expected an arc, a source or a sink, found 's'");
	refused("1\n\"a\";\n\001\n",
		"3:1: error: expected an arc, a source or a sink, found byte 0x01");
	refused("1\n\"a\";\nsource \"a\", 1;\n", "error: source lines without sink lines");
}

static void check_files(void)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct graph *g;
	char bytes[400];
	gzFile gz;
	enum status status;
	int fd, n;

	status = dag_read("/nonexistent/x.dag", LATE, &warnings, &task, &g);
	OK(status == STATUS_IO, "%s", status_text(status));
	status = dag_read("/", LATE, &warnings, &task, &g);
	OK(status == STATUS_IO, "%s", status_text(status));
	gz = gzopen(path, "wb");
	gzprintf(gz, "1\n\"a\";\n");
	for (int i = 0; i < 2000; i++)
		gzprintf(gz, "\"a\" -> \"a\", %d;\n", i * 7919);
	gzclose(gz);
	status = dag_read(path, LATE, &warnings, &task, &g);
	OK(status == STATUS_OK && g->n_broken == 2000, "gzip");
	if (status == STATUS_OK)
		graph_unref(g);
	fd = open(path, O_RDWR);
	n = (int)read(fd, bytes, sizeof bytes);
	OK(n == (int)sizeof bytes && ftruncate(fd, n) == 0, "cut off");
	close(fd);
	status = dag_read(path, LATE, &warnings, &task, &g);
	OK(status != STATUS_OK, "is refused: %s", message(status));
	text_release(&warnings);
}

static void check_long(void)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct graph *g;
	FILE *file = fopen(path, "w");
	enum status status;

	fprintf(file, "1\n\"");
	for (int i = 0; i < 17 << 20; i++)
		fputc('x', file);
	fprintf(file, "\";\n");
	fclose(file);
	status = dag_read(path, LATE, &warnings, &task, &g);
	OK(status == STATUS_BAD_INPUT, "a name of 17 MiB: %s", message(status));
	atomic_store(&task.cancel, true);
	status = dag_read(path, LATE, &warnings, &task, &g);
	OK(status == STATUS_CANCELLED, "cancelled");
	text_release(&warnings);
}

static void check_tile(void)
{
	static const char text[] = "2\n\"a\";\n\"b\";\n\"a\" -> \"b\", 1;\nsource \"a\", 0;\n"
				   "sink \"b\", 5;\n";
	struct text warnings = TEXT_INIT, name = TEXT_INIT;
	struct task task = TASK_INIT;
	struct graph *g, *t;

	read_bytes(text, sizeof text - 1, &g, &warnings);
	OK(graph_tile(g, 3, &task, &t) == STATUS_OK && t->n_vertices == 6 && t->n_arcs == 3 &&
		   t->n_sources == 3 && t->n_sinks == 3 && t->arc_from[2] == 4,
	   "three copies");
	graph_write_name(t, 5, &name);
	OK(strcmp(text_string(&name), "t2/b") == 0, "have names of their own");
	graph_unref(t);
	OK(graph_tile(g, INT32_MAX, &task, &t) == STATUS_FAILED, "too many copies");
	graph_unref(g);
	text_release(&warnings);
	text_release(&name);
}

/* ---- by threads ---- */

enum { LONG_NAME = 70000 }; /* longer than what chunks take */

static void add_name(struct text *out, int n)
{
	text_printf(out, random_below(9) ? "\"v%d\"" : "  \"v%d\" ", n);
}

static void add_time(struct text *out)
{
	text_printf(out, ", %d.%d", (int)random_below(100), (int)random_below(1000));
	if (random_below(5) == 0)
		text_printf(out, " , -%d", (int)random_below(10));
	text_add(out, random_below(9) ? ";\n" : " ; \r\n");
}

/* Vertices that are there already, or aren't, come by chance, so some of the files are wrong. */
static void write_graph_text(struct text *out, bool by_lines)
{
	int n = 3 + (int)random_below(60), most = n + (random_below(4) == 0), at = 0;
	int n_ends = random_below(3) ? 6 : 0;

	text_printf(out, "%d\n", n);
	text_add(out, "\"");
	for (int i = 0; by_lines && i < LONG_NAME; i++)
		text_add(out, "x");
	text_add(out, by_lines ? "\";\n" : "short\";\n");
	for (int i = 1; i < n; i++) {
		add_name(out, at);
		text_add(out, ";\n");
		at += random_below(300) > 0;
		if (random_below(20) == 0)
			text_add(out, "# nothing\n \n");
	}
	for (int i = 0; i < 2 * n; i++) {
		add_name(out, (int)random_below(most - 1));
		text_add(out, random_below(500) ? "->" : ">");
		add_name(out, (int)random_below(most - 1));
		add_time(out);
	}
	for (int i = 0; i < n_ends; i++) {
		text_add(out, i < 3 ? "source " : "sink");
		add_name(out, (int)random_below(most - 1));
		add_time(out);
	}
}

static bool same_graphs(const struct graph *a, const struct graph *b)
{
	return a->n_vertices == b->n_vertices && a->n_arcs == b->n_arcs &&
	       a->n_sources == b->n_sources && a->n_sinks == b->n_sinks &&
	       a->n_broken == b->n_broken && a->largest_sum == b->largest_sum &&
	       memcmp(a->depth, b->depth, (size_t)a->n_vertices * sizeof *a->depth) == 0 &&
	       memcmp(a->arc_from, b->arc_from, (size_t)a->n_arcs * sizeof *a->arc_from) == 0 &&
	       memcmp(a->arc_to, b->arc_to, (size_t)a->n_arcs * sizeof *a->arc_to) == 0 &&
	       memcmp(a->arc_delay, b->arc_delay, (size_t)a->n_arcs * sizeof *a->arc_delay) == 0 &&
	       memcmp(a->source_vertex, b->source_vertex,
		      (size_t)a->n_sources * sizeof *a->source_vertex) == 0 &&
	       memcmp(a->sink_vertex, b->sink_vertex,
		      (size_t)a->n_sinks * sizeof *a->sink_vertex) == 0 &&
	       memcmp(a->sink_required, b->sink_required,
		      (size_t)a->n_sinks * sizeof *a->sink_required) == 0;
}

/* The first vertex has a name that is too long for threads, or a short one: else both files are the same. That with the
 * long one is read and closed by one thread. */
static bool check_text(uint64_t seed, int n_threads, int *n_read)
{
	struct text text[2] = {TEXT_INIT, TEXT_INIT}, warnings = TEXT_INIT;
	struct graph *graph[2] = {NULL, NULL};
	enum status status[2];
	char why[2][1024];
	bool same;

	for (int i = 0; i < 2; i++) {
		random_seed(seed);
		write_graph_text(&text[i], i == 1);
		host_threads_set(i ? 1 : n_threads);
		status[i] = read_bytes(text[i].data, (size_t)text[i].length, &graph[i], &warnings);
		snprintf(why[i], sizeof why[i], "%s", message(status[i]));
	}
	same = status[0] == status[1];
	if (same && status[0] == STATUS_OK)
		same = same_graphs(graph[0], graph[1]);
	else if (same)
		same = strcmp(why[0], why[1]) == 0;
	if (!same)
		printf("# seed %d: %s; by lines %s\n", (int)seed, why[0], why[1]);
	*n_read += status[0] == STATUS_OK;
	for (int i = 0; i < 2; i++) {
		graph_unref(status[i] == STATUS_OK ? graph[i] : NULL);
		text_release(&text[i]);
	}
	text_release(&warnings);
	return same;
}

static void check_chunks(int n_threads, int64_t chunk_size)
{
	int64_t size = dag_chunk_size;
	int n_read = 0;
	bool same = true;

	dag_chunk_size = chunk_size;
	host_worth_set(2);
	for (int i = 0; i < 150 && same; i++)
		same = check_text((uint64_t)i, n_threads, &n_read);
	OK(same && n_read > 30 && n_read < 140,
	   "chunks of %d bytes, %d threads: %d files and the errors of others are the same by lines",
	   (int)chunk_size, n_threads, n_read);
	host_worth_set(0);
	host_threads_set(0);
	dag_chunk_size = size;
}

int main(void)
{
	int fd = mkstemp(path);

	if (fd < 0)
		return 1;
	close(fd);
	check_good();
	check_cost();
	check_loops();
	check_edges();
	check_bad();
	check_files();
	check_long();
	check_tile();
	for (int n_threads = 1; n_threads <= 3; n_threads++) {
		check_chunks(n_threads, 1);
		check_chunks(n_threads, 60);
		check_chunks(n_threads, 1 << 17);
	}
	unlink(path);
	return tap_done();
}

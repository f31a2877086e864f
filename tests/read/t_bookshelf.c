/* Reading Bookshelf: a small design in full, what errors say, and a real one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "db/layout/placement_check.h"
#include "read/layout/bookshelf.h"
#include "lib/tap.h"

static struct task task = TASK_INIT;

static const char *data_file(const char *name)
{
	static char file[1024];
	const char *srcdir = getenv("srcdir");

	snprintf(file, sizeof file, "%s/tests/data/%s", srcdir ? srcdir : ".", name);
	return file;
}

/* ---- the small one ---- */

static bool at(const struct placement *p, const char *name, int status, int orientation, double x1,
	       double y1, double x2, double y2)
{
	int32_t i = netlist_find_instance(p->netlist, name, (int64_t)strlen(name));
	struct rect box = placement_component_box(p, i < 0 ? 0 : i);

	return i >= 0 && p->component[i].status == status &&
	       p->component[i].orientation == orientation && microns(box.x1) == x1 &&
	       microns(box.y1) == y1 && microns(box.x2) == x2 && microns(box.y2) == y2;
}

static void check_places(const struct placement *p)
{
	OK(at(p, "a", PLACED, ORIENT_N, 10, 0, 16, 12), "a cell");
	OK(at(p, "b", PLACED, ORIENT_FS, 16.5, 12, 22.5, 24), "one that is flipped");
	OK(at(p, "c", UNPLACED, ORIENT_N, 0, 0, 4, 12), "one that .pl leaves out");
	OK(at(p, "ram", PLACED, ORIENT_N, 50, 0, 90, 36) && placement_kind(p, 3) == KIND_BLOCK,
	   "a movable block");
	OK(at(p, "rom", FIXED, ORIENT_N, 100, 0, 130, 24) && placement_kind(p, 4) == KIND_BLOCK,
	   "a fixed one");
	OK(at(p, "pad", FIXED, ORIENT_N, -2, 5, -2, 5), "a pad without size");
	OK(at(p, "bump", COVER, ORIENT_N, 30, 30, 50, 50) && placement_kind(p, 6) == KIND_COVER,
	   "a node that others may lie upon");
	OK(microns(p->die.x1) == -2 && microns(p->die.y1) == 0 && microns(p->die.x2) == 160 &&
		   microns(p->die.y2) == 50,
	   "the die is rows and fixed nodes");
}

static void check_rows(const struct placement *p)
{
	struct rect last = placement_row_box(p, &p->row[3]),
		    second = placement_row_box(p, &p->row[1]);

	OK(p->n_rows == 4 && p->technology->n_sites == 1 && p->row[2].orientation == ORIENT_FS,
	   "a row for each subrow");
	OK(microns(second.x1) == 132 && microns(second.x2) == 160 && microns(second.y2) == 12 &&
		   microns(last.y1) == 24 && microns(last.x2) == 160,
	   "their places");
}

/* The pins of a net are at these places, in any order. */
static bool pins_at(const struct placement *p, const char *net, int n, const double (*xy)[2])
{
	const struct netlist *netlist = p->netlist;
	int32_t id = netlist_find_net(netlist, net, (int64_t)strlen(net));
	int found = 0;

	if (id < 0 || netlist->net_pin_row[id + 1] - netlist->net_pin_row[id] != n)
		return false;
	for (int32_t j = netlist->net_pin_row[id]; j < netlist->net_pin_row[id + 1]; j++) {
		int32_t x, y;

		for (int i = 0; i < n && placement_pin(p, netlist->net_pin[j], &x, &y); i++)
			found += microns(x) == xy[i][0] && microns(y) == xy[i][1];
	}
	return found == n;
}

static void check_nets(const struct placement *p)
{
	static const double n1[][2] = {{14.5, 4}, {18.5, 17.75}, {130, 15}};
	static const double net1[][2] = {{21, 20}, {12, 6.25}, {70, 18}, {-2, 5}};
	const struct netlist *netlist = p->netlist;
	int32_t driver;

	OK(netlist->n_nets == 3 && netlist->n_pins == 9 && netlist->n_instances == 7, "counts");
	OK(pins_at(p, "n1", 3, n1), "pins of a net, one turned with its cell");
	OK(pins_at(p, "net1", 4, net1), "those of one without a name; B in the middle");
	OK(netlist->instance_master[0] == netlist->instance_master[1] && netlist->n_masters == 6,
	   "nodes of the same size and pins have the same master");
	driver = netlist->net_pin[netlist->net_pin_row[0]];
	OK(netlist->net_n_drivers[0] == 1 && netlist->pin_instance[driver] == 0, "a is a driver");
}

static void check_small(void)
{
	struct text warnings = TEXT_INIT;
	struct placement *p;

	if (bookshelf_read(data_file("shelf.aux"), NULL, &warnings, &task, &p) != STATUS_OK) {
		OK(false, "reading: %s", status_text(STATUS_BAD_INPUT));
		return;
	}
	check_places(p);
	check_rows(p);
	check_nets(p);
	OK(strcmp(p->netlist->name, "shelf") == 0, "the name is the file's");
	OK(strstr(text_string(&warnings), "weights other than 1: 1") &&
		   !strstr(text_string(&warnings), "says"),
	   "weights are warned of");
	placement_unref(p);
	text_release(&warnings);
}

/* ---- errors ---- */

/* Read one file in this place, the others as above; the message without its path. */
static const char *message_of(const char *ending, const char *text, struct text *warnings)
{
	static char path[] = "/tmp/t_bookshelf.XXXXXX", other[5][1024], message[512];
	static int fd = -1;
	struct bookshelf_files files = {other[0], other[1], other[2], other[3], other[4]};
	const char **file[5] = {&files.nodes, &files.nets, &files.wts, &files.pl, &files.scl};
	static const char *const endings[5] = {"nodes", "nets", "wts", "pl", "scl"};
	struct placement *p;
	enum status status;

	if (fd < 0)
		fd = mkstemp(path);
	if (fd < 0 || ftruncate(fd, 0) != 0 ||
	    pwrite(fd, text, strlen(text), 0) != (ssize_t)strlen(text))
		abort();
	for (int i = 0; i < 5; i++) {
		char name[32];

		snprintf(name, sizeof name, "shelf.%s", endings[i]);
		snprintf(other[i], sizeof other[i], "%s", data_file(name));
		if (strcmp(endings[i], ending) == 0)
			*file[i] = path;
	}
	status = bookshelf_read_files(&files, "made", warnings, &task, &p);
	if (status == STATUS_OK) {
		placement_unref(p);
		return "";
	}
	snprintf(message, sizeof message, "%s", status_text(status));
	return strncmp(message, path, strlen(path)) == 0 ? message + strlen(path) : message;
}

static void check_error(const char *ending, const char *text, const char *wanted)
{
	struct text warnings = TEXT_INIT;
	const char *got = message_of(ending, text, &warnings);

	OK(strcmp(got, wanted) == 0, "%s%s", ending, wanted);
	if (strcmp(got, wanted) != 0)
		printf("# got: %s\n", got);
	text_release(&warnings);
}

static void check_warning(const char *ending, const char *text, const char *wanted)
{
	struct text warnings = TEXT_INIT;
	const char *got = message_of(ending, text, &warnings);

	OK(!*got && strstr(text_string(&warnings), wanted), "%s: %s", ending, wanted);
	text_release(&warnings);
}

#define NODES "a 6 12\nb 6 12\nc 4 12\nram 40 36\nrom 30 24 terminal\npad 0 0 terminal\n"

static void check_errors(void)
{
	check_error("nodes", "UCLA nets 1.0\n", ":1:6: error: expected \"nodes\", found \"nets\"");
	check_error("nodes", "", ":0: error: expected \"UCLA\", the file ends");
	check_error("nodes", "UCLA nodes 1.0\n a 6 x\n",
		    ":2:6: error: expected a height, found \"x\"");
	check_error("nodes", "UCLA nodes 1.0\na 6\n",
		    ":2:4: error: expected a height, the line ends");
	check_error("nodes", "UCLA nodes 1.0\na 6 -1\n", ":2:1: error: negative size of \"a\"");
	check_error("nodes", "UCLA nodes 1.0\na 6 1\na 6 1\n", ":3:1: error: a second node \"a\"");
	check_error("nodes", "UCLA nodes 1.0\nNumNodes : 1.5\n",
		    ":2:12: error: expected how many there are, found \"1.5\"");
	check_error("nodes", "UCLA nodes 1.0\na 6 1e10\n",
		    ":2:5: error: expected a height, found \"1e10\"");
	check_error("nets", "UCLA nets 1.0\nNetDegree : 2 n\na I\nx I\n",
		    ":4:1: error: there is no node \"x\"");
	check_error("nets", "UCLA nets 1.0\nNetDegree : 2 n\na I\n",
		    ":3: error: expected the node of a pin, the file ends");
	check_error("nets", "UCLA nets 1.0\nNetDegree : 0 n\nNetDegree : 0 n\n",
		    ":3:15: error: a second net \"n\"");
	check_error("nets", "UCLA nets 1.0\nNetDegree : 1\na I : 1\n",
		    ":3:8: error: expected an offset, the line ends");
	check_error("nets", "UCLA nets 1.0\nNetDegree : 1\na I what\n",
		    ":3:5: error: expected the end of the line, found \"what\"");
	check_error("pl", "UCLA pl 1.0\na 1 2 : Q\n",
		    ":2:9: error: expected an orientation, found \"Q\"");
	check_error("pl", "UCLA pl 1.0\nz 1 2 : N\n", ":2:1: error: there is no node \"z\"");
	check_error("wts", "UCLA wts 1.0\nn1 heavy\n",
		    ":2:4: error: expected a weight, found \"heavy\"");
	check_error("scl", "UCLA scl 1.0\nCoreRow Vertical\n",
		    ":2:9: error: expected \"Horizontal\", found \"Vertical\"");
	check_error("scl", "UCLA scl 1.0\nCoreRow Horizontal\nCoordinate : 0\n",
		    ":3: error: expected a property of the row, or End, the file ends");
	check_warning("nodes", "UCLA nodes 1.0\nNumNodes : 9\n" NODES "bump 20 20 terminal_NI\n",
		      "NumNodes says 9, there are 7");
	check_warning("wts", "UCLA wts 1.0\nnone 1\n", "line 2: there is no net or node");
	check_warning("scl", "UCLA scl 1.0\nNumRows : 2\n", "NumRows says 2, there are 0");
	/* 1e8 units don't fit in µm */
	check_warning("pl", "UCLA pl 1.0\na 100000000 0 : N\n", "");
}

/* ---- a real one ---- */

static void check_real(void)
{
	const char *reference = getenv("WARPSCOPE_REFERENCE");
	struct text warnings = TEXT_INIT;
	struct placement *p;
	char aux[1024];

	if (!reference) {
		tap_skip("acc64", "no WARPSCOPE_REFERENCE");
		return;
	}
	snprintf(aux, sizeof aux, "%s/data/bookshelf/acc64/acc64.aux", reference);
	if (access(aux, R_OK) != 0) {
		tap_skip("acc64", "not there");
		return;
	}
	if (bookshelf_read(aux, NULL, &warnings, &task, &p) != STATUS_OK)
		abort();
	OK(p->netlist->n_instances == 3355 && p->netlist->n_nets == 7481 &&
		   p->netlist->n_pins == 20111 && p->n_rows == 2 &&
		   !strstr(text_string(&warnings), "says"),
	   "acc64: 3355 nodes, 7481 nets, 20111 pins, as its files say");
	OK(microns(p->die.x2) == 2880 &&
		   at(p, "I1_bitsd[10].e_terminal", FIXED, ORIENT_N, 0, 19.7, 0, 19.7),
	   "acc64: a unit is 0.01 um where 288000 of them don't fit otherwise");
	placement_unref(p);
	text_release(&warnings);
}

int main(void)
{
	check_small();
	check_errors();
	check_real();
	return tap_done();
}

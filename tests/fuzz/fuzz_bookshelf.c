/*
 * Fuzz target of the Bookshelf reader: the bytes are its five files, one after the other with a
 * byte 0 between them. Any of them give a placement or an error, never a crash, and a placement is
 * what db/layout/placement.h says of it.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "read/layout/bookshelf.h"

int fuzz_bookshelf(const uint8_t *data, size_t size);

enum { N_FILES = 5 };

static void must(bool condition)
{
	if (!condition)
		abort();
}

/* The part of the bytes that file i is, in memory. */
static const char *file_of(int i, const uint8_t *data, size_t size)
{
	static char path[N_FILES][64];
	static int fd[N_FILES];

	if (!fd[i]) {
		fd[i] = memfd_create("bookshelf", MFD_CLOEXEC);
		must(fd[i] > 0);
		snprintf(path[i], sizeof path[i], "/proc/self/fd/%d", fd[i]);
	}
	must(ftruncate(fd[i], 0) == 0 && pwrite(fd[i], data, size, 0) == (ssize_t)size);
	return path[i];
}

static void check(const struct placement *p)
{
	const struct netlist *netlist = p->netlist;

	must(p->n_components == netlist->n_instances && netlist->n_ports == 0);
	for (int32_t i = 0; i < p->n_components; i++) {
		struct rect box = placement_component_box(p, i);

		must(p->component[i].macro >= 0 && p->component[i].macro < p->technology->n_macros);
		must(box.x1 <= box.x2 && box.y1 <= box.y2);
	}
	for (int32_t i = 0; i < netlist->n_pins; i++) {
		int32_t x, y;

		must(netlist->pin_net[i] >= 0 && netlist->pin_net[i] < netlist->n_nets);
		placement_pin(p, i, &x, &y);
	}
	for (int32_t i = 0; i < p->n_rows; i++) {
		struct rect box = placement_row_box(p, &p->row[i]);

		must(box.x1 <= box.x2 && box.y1 <= box.y2);
	}
	must(p->die.x1 <= p->die.x2 && p->die.y1 <= p->die.y2);
}

int fuzz_bookshelf(const uint8_t *data, size_t size)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	const char *path[N_FILES] = {NULL};
	struct bookshelf_files files;
	struct placement *placement;

	for (int i = 0; i < N_FILES && data; i++) {
		const uint8_t *next = size ? memchr(data, 0, size) : NULL;
		size_t length = next && i < N_FILES - 1 ? (size_t)(next - data) : size;

		path[i] = file_of(i, data, length);
		size -= next ? length + 1 : size;
		data = next && i < N_FILES - 1 ? next + 1 : NULL;
	}
	if (!path[0])
		return 0;
	files = (struct bookshelf_files){path[0], path[1], path[2], path[3], path[4]};
	if (bookshelf_read_files(&files, "fuzz", &warnings, &task, &placement) == STATUS_OK) {
		check(placement);
		placement_unref(placement);
	}
	text_release(&warnings);
	return 0;
}

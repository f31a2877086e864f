/*
 * What the parts of the SDC writer share: sdc.c (the file, words, corners), sdc_names.c (objects),
 * sdc_clocks.c (clocks and each other), sdc_ports.c and sdc_drivers.c (what is outside of pins),
 * sdc_paths.c (exceptions), sdc_inside.c (case analysis, arcs that are off, derates).
 */
#ifndef WRITE_SDC_IMPL_H
#define WRITE_SDC_IMPL_H

#include "base/output.h"
#include "write/sdc.h"

struct sdc_writer {
	const struct constraints *constraints;   /* borrowed */
	const struct netlist *netlist;           /* borrowed */
	const struct sdc_write_options *options; /* borrowed */
	struct text *warnings;                   /* borrowed */
	struct output out;
	struct text name;                   /* owned: work space */
	const char *refused;                /* why `bad_name` can't be written, NULL = all can */
	struct text bad_name;               /* owned */
	double time_unit, capacitance_unit; /* of the file: ps, fF */
	const char *section; /* the title that comes before the next command, NULL = it is there */
	bool exact;          /* numbers that -digits would change stay as they are */
	int64_t done;
};

/* ---- words ---- */

/* From here on commands are of a section: its title comes before the first of them. */
void sdc_begin_section(struct sdc_writer *w, const char *title);
/* A command's name; its end. */
void sdc_begin(struct sdc_writer *w, const char *command);
enum status sdc_end(struct sdc_writer *w);
void sdc_add(struct sdc_writer *w, const char *words);
/* A number divided by a unit; " VALUE" in the file's unit; not a number's sign of -0. */
void sdc_put_number(struct sdc_writer *w, double value, double unit);
void sdc_add_time(struct sdc_writer *w, double ps);
void sdc_add_load(struct sdc_writer *w, double ff);
void sdc_add_number(struct sdc_writer *w, double number);

/* ---- corners ---- */

/* A command for some corners: masks of 1 << split and 1 << edge. */
struct sdc_corners {
	int splits, edges;
	double value;
};

enum { SDC_ALL = 3 }; /* both */

/* Few commands that say what is given in the corners; returns how many, at most four. */
int sdc_list_corners(double value[N_SPLITS][N_EDGES], struct sdc_corners out[N_SPLITS * N_EDGES]);
/* Append the flags, none for all; `early` and `late` with their dashes. */
void sdc_add_corners(struct sdc_writer *w, const struct sdc_corners *corners, const char *early,
		     const char *late);

/* ---- objects ---- */

/* " {name}", a word of Tcl. */
void sdc_add_word(struct sdc_writer *w, const char *name);
/* " [get_clocks {name}]" */
void sdc_add_clock(struct sdc_writer *w, int32_t clock);
/* Several. */
void sdc_add_clocks(struct sdc_writer *w, const int32_t *clock, int32_t n);
/* " [get_ports {…}]", " [get_pins {…}]", or a list of both in the order given. */
void sdc_add_pins(struct sdc_writer *w, const int32_t *pin, int32_t n);
void sdc_add_instance(struct sdc_writer *w, int32_t instance);
void sdc_add_net(struct sdc_writer *w, int32_t net);
/* The library cell of a master; STATUS_FAILED for a black box. */
enum status sdc_add_master(struct sdc_writer *w, int32_t master);
/* Points of paths: clocks, ports, pins, and, but for a -through, cells that all pins of are there.
 */
void sdc_add_points(struct sdc_writer *w, const struct point_list *list, bool through);

/* ---- sections ---- */

enum status sdc_write_clocks(struct sdc_writer *w);
/* With them TAU's required times, as output delays of the only clock. */
enum status sdc_write_external_delays(struct sdc_writer *w);
enum status sdc_write_ports(struct sdc_writer *w);
/* The driving cells of ports that have the same. */
enum status sdc_write_drivers(struct sdc_writer *w, const int32_t *port, int32_t n);
enum status sdc_write_inside(struct sdc_writer *w);
enum status sdc_write_locals(struct sdc_writer *w);
enum status sdc_write_limits(struct sdc_writer *w);
enum status sdc_write_exceptions(struct sdc_writer *w);
/* Required times where there is no clock, as path delays. */
enum status sdc_write_required_paths(struct sdc_writer *w);

#endif

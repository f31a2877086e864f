/* What the readers of the Bookshelf files share. Not for others. */
#ifndef READ_LAYOUT_BOOKSHELF_IMPL_H
#define READ_LAYOUT_BOOKSHELF_IMPL_H

#include "base/input.h"
#include "read/layout/bookshelf.h"
#include "read/layout/lexer.h"

enum bs_warning {
	BS_COUNT, /* announced otherwise */
	BS_WEIGHT,
	BS_UNKNOWN_NAME,
	BS_FILE, /* of .aux, that isn't known */
	BS_WARNINGS
};

/* A line, word by word: between blanks, a ':' that begins or ends one by itself, up to a word that
 * begins with '#'. */
struct bs_lines {
	struct input in;
	const char *begin, *at, *end;
	bool more; /* there is a line */
};

struct bs_node {
	double width, height, x, y;
	uint8_t kind, status, orientation; /* enum bs_kind, enum place_status */
};

enum bs_kind { BS_MOVABLE, BS_TERMINAL, BS_TERMINAL_NI };

struct bs_pin {
	int32_t node, net;
	enum lib_direction direction;
	double dx, dy; /* from the node's centre */
};

struct bs_row {
	double x, y, width, height, spacing; /* width and spacing of a site */
	int32_t n_sites;
	enum orientation orientation;
};

struct bookshelf {
	struct tally warnings;
	struct task *task; /* borrowed */
	struct names node_name, net_name;
	struct bs_node *node; /* owned [node_name.n] */
	struct bs_pin *pin;   /* owned [n_pins], by net */
	struct bs_row *row;   /* owned [n_rows] */
	int64_t node_capacity, n_pins, pin_capacity, n_rows, row_capacity;
};

static inline void bs_close(struct bs_lines *lines)
{
	input_close(&lines->in);
}

/* Open a file and pass over its first line, which has to be "UCLA <kind> 1.0". */
enum status bs_open(struct bs_lines *lines, const char *path, const char *kind, struct task *task);
/* The next line that has a word. */
enum status bs_next_line(struct bs_lines *lines);
void bs_take(struct bs_lines *lines, struct word *word);
/* A word that has to be there. */
enum status bs_take_name(struct bs_lines *lines, const char *what, struct word *word);
enum status bs_take_real(struct bs_lines *lines, const char *what, double *out);
enum status bs_take_count(struct bs_lines *lines, const char *what, int64_t *out);
/* Is this word next? Then it is taken. */
bool bs_takes(struct bs_lines *lines, const char *word);
enum status bs_need(struct bs_lines *lines, const char *word);
/* Nothing may be left of the line. */
enum status bs_end_line(struct bs_lines *lines);
enum status bs_expected(const struct bs_lines *lines, const struct word *word, const char *what);
enum status bs_error(const struct bs_lines *lines, const char *place, const char *message,
		     const struct word *name);
void bs_warn(struct bookshelf *bs, enum bs_warning kind, const char *path, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* All files that there are. */
enum status bs_read_files(struct bookshelf *bs, const struct bookshelf_files *files);

/* All that was read, as a placement. */
enum status bs_build(struct bookshelf *bs, const char *path, const char *name,
		     struct placement **out);

#endif

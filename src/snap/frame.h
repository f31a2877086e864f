/*
 * A frame of the layout window: what the screen asks for, and the answer. The pixels are where
 * window and device share memory; a snapshot says what they show.
 */
#ifndef SNAP_FRAME_H
#define SNAP_FRAME_H

#include "db/layout/placement.h"
#include "snap/density_picture.h"

/*
 * From where the die is seen. Where scale is 0, all of the die fits into the frame. Tilted, the map
 * is a relief, seen from the south and turned by `turn` (seen from above it is north up).
 */
struct camera {
	double x, y;  /* lengths (db/layout/rect.h): what is in the middle of the frame */
	double scale; /* pixels a length */
	double tilt;  /* degrees from above, 0 … 80 */
	double turn;  /* degrees, counterclockwise */
};

enum { CAMERA_MOST_TILT = 80 };

/* Pixels, from the frame's upper left corner; none when x2 < x1. */
struct frame_box {
	double x1, y1, x2, y2;
};

enum frame_flags {
	FRAME_LEGEND = 1,   /* title, colour bar, ruler, read-out */
	FRAME_MARKED = 2,   /* marked paths over the map */
	FRAME_NETS = 4,     /* nets of the selected component */
	FRAME_DEVIATES = 8, /* of the paths that came with `level` what is new */
	FRAME_PLAIN = 16,   /* letters that look the same on every machine */
	FRAME_LABELS = 32,  /* regions of the constrained subgraph over the map */
	FRAME_CHART = 64,   /* times 1 + enum lab_chart, over the rest; the bits are those of … */
	FRAME_CHARTS = 192,
	FRAME_FADES = 512,  /* what is new of the paths, as far as they glow */
	FRAME_NAMES = 1024, /* without a legend, names and the ruler alone */
	FRAME_START = 2048, /* as view Start has it: all of the die, the worst paths as embers … */
	FRAME_LIGHT = 4096, /* … on a light map */
	FRAME_BY = 8192,    /* times enum frame_by, no map: the bits are those of … */
	FRAME_BYS = 57344,
	FRAME_FIELD = 65536, /* the field of density as arrows */
};

/* What cells have colours of: types, worst setup slacks, how far a placement in steps has moved them, how what run_ssta varies
 * them by is correlated with the selected one's. */
#define FRAME_BY_WORDS "type|slack|moves|correlation"
enum frame_by {
	FRAME_BY_MAP,
	FRAME_BY_TYPE,
	FRAME_BY_SLACK,
	FRAME_BY_MOVES,
	FRAME_BY_CORRELATION,
	N_FRAME_BY
};
static inline enum frame_by frame_by(int32_t flags)
{
	return (enum frame_by)((flags & FRAME_BYS) / FRAME_BY);
}

/* What is shown of endpoints that fail. */
enum frame_fails { FRAME_FAILS_NOT, FRAME_FAILS_MARKS, FRAME_FAILS_PATHS };

/* What a cell is, by its library or, where none has it, by LEF. */
enum frame_type {
	FRAME_TYPE_LOGIC,  /* and what is nothing else */
	FRAME_TYPE_BUFFER, /* one input, one output: inverters too */
	FRAME_TYPE_REGISTER,
	FRAME_TYPE_CLOCK_GATE,
	FRAME_TYPE_BLOCK,
	FRAME_TYPE_FILLER, /* taps, ties, antennas, end caps too */
	FRAME_TYPE_PAD,
	FRAME_TYPE_UNKNOWN, /* LEF says no size of it */
	N_FRAME_TYPES
};

/* Lines of text over a frame: of the window alone, not of what is saved. */
enum frame_panel_kind {
	PANEL_NONE,
	PANEL_HINT, /* a line at the lower edge */
	PANEL_LIST, /* a title, then lines, in columns where they are many */
	PANEL_MENU, /* the same in one column, of which a line can be chosen */
};

enum { FRAME_PANEL_TEXT = 3072 };

REQUEST_BEGIN
struct frame_query {
	struct camera camera;
	struct frame_box band;       /* that the user is drawing */
	double pointer_x, pointer_y; /* pixels; below 0 = it is elsewhere */
	double pick_x, pick_y;       /* lengths: where the click was that `pick` counts */
	int64_t search;              /* serial of the search that these are of: */
	int64_t rank;                /* the selected path, −1 = none */
	int64_t edition;             /* of what is marked: another, another frame */
	int64_t labels;              /* serial of the query whose regions are drawn, 0 = none */
	int32_t level;               /* the ranking after this one */
	int32_t width, height;       /* pixels */
	int32_t slot;                /* of the shared memory */
	int32_t flags;               /* enum frame_flags */
	int32_t pick;                /* clicks so far; 0 = none */
	int32_t component;           /* selected, −1 = none */
	int32_t pin;                 /* selected, of the netlist, −1 = none */
	int32_t cone; /* of that pin: −1 = what leads to it, 1 = what it leads to, 0 = neither */
	int32_t column, row;   /* the selected bin of … */
	int32_t columns, rows; /* … a grid of this size, 0 = none is selected */
	int32_t colours;       /* as in struct density_query */
	int32_t scale;         /* enum density_scale */
	int32_t worst;         /* the number of worst paths of the ranking */
	int64_t fails;         /* enum frame_fails: of endpoints of this choice */
	struct endpoint_filter endpoints;
	double clip_low, clip_high; /* values at the ends of the scale; those of the map when they
				      * are the same */
	int32_t field_columns, field_rows; /* of that field, 0 = it isn't read */
	int32_t glow;                      /* 255ths by which paths that are new are lit up */
	int32_t drawn;                     /* 255ths of the selected path that are drawn, 0 = all */
	int32_t panel;                     /* enum frame_panel_kind */
	int32_t panel_row; /* of a menu: the line that is selected, from 0 after the title */
	char panel_text[FRAME_PANEL_TEXT]; /* lines, "KEY\tWORDS" each */
};

/* Nothing is selected, and the pointer is elsewhere. */
#define FRAME_QUERY_INIT                                                                           \
	{                                                                                          \
		.band = {.x1 = 1}, .pointer_x = -1, .pointer_y = -1, .rank = -1, .level = -1,      \
		.component = -1, .pin = -1                                                         \
	}

struct frame_request {
	int64_t serial;       /* the answer's */
	int64_t edition, map; /* another after each command; board_map_edition() */
	struct frame_query query;
};
REQUEST_END

/* What is under a pixel. */
struct frame_place {
	bool on_die;
	double x, y; /* lengths */
	int32_t column, row;
	double value;      /* of the bin, NAN = none */
	int32_t component; /* the smallest there, −1 = none */
};

/* Where the lines of a menu were drawn, pixels; none when n is 0. */
struct frame_menu_place {
	int32_t x, y, width, row_height, n;
};

struct snap_frame {
	struct snap snap;
	struct frame_query query;    /* its camera as it was taken: scale is never 0 */
	struct placement *placement; /* owned reference, NULL = there is none, nor a picture */
	int32_t columns, rows;       /* of the map, 0 = there is none */
	struct frame_place pointer, picked;
	struct frame_menu_place menu;
	int fd;         /* borrowed: of the shared memory, −1 = none … */
	int64_t bytes;  /* … which has two slots of this many bytes each */
	int64_t memory; /* another number, another shared memory */
	char why[160];  /* nothing was drawn, and why not; "" = it was */
};

enum status snap_frame_new(int64_t serial, const struct frame_query *query,
			   struct placement *placement, struct snap_frame **out);

/* Pixels of a place on the die at a height above it (in lengths, too), and back, on the ground. */
struct camera_view {
	double x, y;            /* of the camera */
	double right[3], up[3]; /* pixels to the right and up for a length along x, y, z */
	double width, height;   /* of the frame */
};
struct camera_view camera_view_of(const struct camera *camera, int32_t width, int32_t height);
void camera_project(const struct camera_view *view, double x, double y, double z, double *pixel_x,
		    double *pixel_y);
void camera_ground(const struct camera_view *view, double pixel_x, double pixel_y, double *x,
		   double *y);

/* All of a rectangle, and its relief up to a height (lengths), in the frame, with a margin. */
void camera_fit(struct camera *camera, const struct rect *box, double z, int32_t width,
		int32_t height, double margin);
/* All of a die, and the relief on it, in a frame that has a legend too: beside the die, if that is flat. */
void camera_fit_die(struct camera *camera, const struct rect *die, int32_t width, int32_t height);
/* Lengths that a relief stands above the ground at most. */
double frame_relief_height(const struct rect *die);

/* Closer by a factor; what is at the pixel stays there. */
void camera_zoom(struct camera *camera, int32_t width, int32_t height, double pixel_x,
		 double pixel_y, double factor);
/* The ground goes along with the pointer. */
void camera_pan(struct camera *camera, int32_t width, int32_t height, double by_x, double by_y);

#endif

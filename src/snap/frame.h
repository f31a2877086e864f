/*
 * A frame of the layout window: request and answer. The pixels are in memory shared by the window
 * and the device; the snapshot describes them.
 */
#ifndef SNAP_FRAME_H
#define SNAP_FRAME_H

#include "db/layout/placement.h"
#include "snap/density_picture.h"

/*
 * The camera. Scale 0 = the whole die fits the frame. If tilted, the map is a relief, seen from the
 * south and turned by `turn` (from above, north is up).
 */
struct camera {
	double x, y;  /* lengths (db/layout/rect.h): the point in the middle of the frame */
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

/* What colours of cells show: type, worst setup slack, distance moved by a placement, correlation
 * of the cell's variation in run_ssta with the selected cell's. */
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

/* How failing endpoints are shown. */
enum frame_fails { FRAME_FAILS_NOT, FRAME_FAILS_MARKS, FRAME_FAILS_PATHS };

/* The type of a cell, by its library or, without one, by LEF. */
enum frame_type {
	FRAME_TYPE_LOGIC,  /* also cells of no other type */
	FRAME_TYPE_BUFFER, /* one input, one output: inverters too */
	FRAME_TYPE_REGISTER,
	FRAME_TYPE_CLOCK_GATE,
	FRAME_TYPE_BLOCK,
	FRAME_TYPE_FILLER, /* taps, ties, antennas, end caps too */
	FRAME_TYPE_PAD,
	FRAME_TYPE_UNKNOWN, /* no size in LEF */
	N_FRAME_TYPES
};

/* Lines of text over a frame; only in the window, not in saved pictures. */
enum frame_panel_kind {
	PANEL_NONE,
	PANEL_HINT, /* a line at the lower edge */
	PANEL_LIST, /* a title, then lines, in columns where they are many */
	PANEL_MENU, /* a list in one column, in which the user chooses a line */
};

enum { FRAME_PANEL_TEXT = 3072 };

REQUEST_BEGIN
struct frame_query {
	struct camera camera;
	struct frame_box band;       /* the rubber band being drawn */
	double pointer_x, pointer_y; /* pixels; below 0 = outside of the window */
	double pick_x, pick_y;       /* lengths: place of the last click */
	int64_t search;              /* serial of the search of rank, level and worst */
	int64_t rank;                /* the selected path, −1 = none */
	int64_t edition;             /* of the marks; a new number requests a new frame */
	int64_t labels;              /* serial of the query whose regions are drawn, 0 = none */
	int32_t level;               /* the ranking after this one */
	int32_t width, height;       /* pixels */
	int32_t slot;                /* of the shared memory */
	int32_t flags;               /* enum frame_flags */
	int32_t pick;                /* number of clicks so far */
	int32_t component;           /* selected, −1 = none */
	int32_t pin;                 /* selected, of the netlist, −1 = none */
	int32_t cone;                /* of the selected pin: −1 = fan-in, 1 = fan-out, 0 = none */
	int32_t column, row;         /* the selected bin, in a grid of `columns` and `rows` */
	int32_t columns, rows;       /* 0 = no bin is selected */
	int32_t colours;             /* as in struct density_query */
	int32_t scale;               /* enum density_scale */
	int32_t worst;               /* the number of worst paths of the ranking */
	int64_t fails;               /* enum frame_fails, for endpoints of the filter below */
	struct endpoint_filter endpoints;
	double clip_low, clip_high; /* values at the ends of the scale; equal = the map's range */
	int32_t field_columns, field_rows; /* parts of the density field, 0 = not read */
	int32_t glow;                      /* brightness of new paths, 0 … 255 */
	int32_t drawn;                     /* drawn part of the selected path in 255ths, 0 = all */
	int32_t panel;                     /* enum frame_panel_kind */
	int32_t panel_row; /* of a menu: the line that is selected, from 0 after the title */
	char panel_text[FRAME_PANEL_TEXT]; /* lines, "KEY\tWORDS" each */
};

/* A query without selection and pointer. */
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

/* The place under a pixel. */
struct frame_place {
	bool on_die;
	double x, y; /* lengths */
	int32_t column, row;
	double value;      /* of the bin, NAN = none */
	int32_t component; /* the smallest component there, −1 = none */
};

/* Where the lines of a menu were drawn, pixels; none when n is 0. */
struct frame_menu_place {
	int32_t x, y, width, row_height, n;
};

struct snap_frame {
	struct snap snap;
	struct frame_query query;    /* with the camera that was used: scale isn't 0 */
	struct placement *placement; /* owned reference, NULL = no placement, no picture */
	int32_t columns, rows;       /* of the map, 0 = no map */
	struct frame_place pointer, picked;
	struct frame_menu_place menu;
	int fd;         /* borrowed: of the shared memory, −1 = none */
	int64_t bytes;  /* of each of its two slots */
	int64_t memory; /* number of the shared memory, changes with each new one */
	char why[160];  /* why nothing was drawn; "" = a frame was */
};

enum status snap_frame_new(int64_t serial, const struct frame_query *query,
			   struct placement *placement, struct snap_frame **out);

/* The projection from a place on the die, at a height above it (lengths), to pixels; and from
 * pixels back to the ground. */
struct camera_view {
	double x, y;            /* of the camera */
	double right[3], up[3]; /* pixels to the right and up per length along x, y, z */
	double width, height;   /* of the frame */
};
struct camera_view camera_view_of(const struct camera *camera, int32_t width, int32_t height);
void camera_project(const struct camera_view *view, double x, double y, double z, double *pixel_x,
		    double *pixel_y);
void camera_ground(const struct camera_view *view, double pixel_x, double pixel_y, double *x,
		   double *y);

/* Move the camera so that a rectangle, with its relief up to a height (lengths), fits the frame
 * with a margin. */
void camera_fit(struct camera *camera, const struct rect *box, double z, int32_t width,
		int32_t height, double margin);
/* Fit a die with its relief into a frame that also has a legend; seen from above, the legend is
 * beside the die. */
void camera_fit_die(struct camera *camera, const struct rect *die, int32_t width, int32_t height);
/* The largest height of a relief above the ground, lengths. */
double frame_relief_height(const struct rect *die);

/* Zoom by a factor; the place under the pixel stays there. */
void camera_zoom(struct camera *camera, int32_t width, int32_t height, double pixel_x,
		 double pixel_y, double factor);
/* Move the ground with the pointer, by pixels. */
void camera_pan(struct camera *camera, int32_t width, int32_t height, double by_x, double by_y);

#endif

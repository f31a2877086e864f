/*
 * Frames of the layout window, made of the session: the command thread answers what the screen asks
 * for, and draws the same for pictures in files.
 */
#ifndef REPORT_FRAME_H
#define REPORT_FRAME_H

#include "draw/frame_legend.h"
#include "gpu/frame/frame.h"
#include "session/session.h"
#include "snap/density_scale.h"
#include "snap/pixels.h"

struct frame_maker;

/* What answer_frame() draws, as a PNG. */
enum status session_save_frame(struct session *session, const struct frame_query *query,
			       const char *path);

/* ---- frame_tints.c: colours of cells, where there is no map ---- */

/* From values to colours: of a map, or of cells. */
struct frame_scale {
	struct density_shares shares; /* owned */
	double min, max;              /* of the values */
	const char *unit;             /* a string constant */
	bool has_gaps;                /* some have none */
	uint32_t colour[256];
};

/* What they were made of, compared as bytes. */
struct frame_tints_key {
	const struct placement *of, *from; /* of NULL: there are none */
	double clip_low, clip_high;
	const char *lacks; /* a string constant: what there isn't for the colours; NULL = nothing */
	int64_t ssta;      /* serial of the dies, 0 = none */
	int32_t by, colours, scale, component; /* the selected one where it matters, else -1 */
	int32_t cppr;
	unsigned lenses;
};

/* Those that the scene has. */
struct frame_tints {
	struct frame_tints_key key;
	int64_t timing; /* edition */
	char title[72];
	bool by_type; /* else by the scale */
	int32_t n_of_type[N_FRAME_TYPES];
	struct frame_scale scale;
};

struct frame_tinted {
	const struct placement *placement;
	const struct snap_forces *forces; /* NULL = none */
	const struct frame_query *query;
};

/* The colours that a query chooses for the scale; darker if something is to stand out. */
enum status frame_take_colours(struct frame_scale *scale, const struct frame_query *query,
			       bool dimmed);
void frame_fill_scale(const struct frame_scale *scale, struct legend *legend);
/* As the query asks, unless they are there; by type where what that needs isn't there, which the title says. */
enum status frame_need_tints(struct frame_tints *tints, struct session *session,
			     struct frame_scene *scene, const struct frame_tinted *of);
void frame_fill_tints(const struct frame_tints *tints, struct legend *legend);
/* The same for the terminal, and colours of forces. */
enum status frame_list_tints(const struct frame_tints *tints, const struct snap_forces *forces,
			     struct pixels_legend *out);

/* ---- frame_forces.c: arrows of what moves cells ---- */

struct frame_overlay;
enum status frame_add_forces(struct frame_overlay *overlay, const struct frame_query *query);
void frame_forces_swatches(const struct snap_forces *forces, struct legend *legend);

/* ---- frame_kept.c: the parts of the overlay that are kept ---- */

enum path_role { PATH_FAILING, PATH_NEW, PATH_MARKED, PATH_WORST, PATH_SELECTED };

struct frame_path {
	struct snap_path *path; /* owned reference */
	enum path_role role;
	int64_t from; /* the point from which on it is drawn */
};

struct frame_kept {
	const struct placement *placement; /* borrowed: the one that is drawn */
	struct placement
		*levels; /* owned reference: of a netlist that nothing has placed; NULL = none */
	int64_t n_blocks, block_capacity;
	int32_t *block; /* owned: components */
	bool has_paths; /* they are those of: */
	struct frame_query paths_of;
	int64_t serial; /* of the search */
	int64_t timing; /* edition, of paths to endpoints that fail */
	enum credit_mode cppr;
	int64_t n_paths, path_capacity;
	struct frame_path *path; /* owned, in the order in which they are drawn */
};

/* Levels of logic in place of a placement, made once for a netlist. */
enum status frame_keep_levels(struct frame_kept *kept, struct session *session,
			      struct placement **out);
static inline bool frame_by_levels(const struct frame_kept *kept)
{
	return kept->levels && kept->placement == kept->levels;
}
enum status frame_keep_blocks(struct frame_kept *kept, const struct placement *placement);
/* The paths that the query speaks of, unless they are there. Those to endpoints that fail are searched only when
 * `may_search` says that nothing else computes. */
enum status frame_keep_paths(struct frame_kept *kept, struct session *session,
			     const struct frame_query *query, bool may_search);
void frame_forget_paths(struct frame_kept *kept);
void frame_kept_release(struct frame_kept *kept);
/* Memory whose size is sealed, −1 with errno: touching what is mapped beyond the end of a
 * file that was cut kills a process, and the window's process has the descriptor. */
int frame_sealed_memory(int64_t bytes);

/* ---- frame_overlay.c: the overlay ---- */

/* Paths in view Start: those that fail and meet, and failing ones that a level brought before. */
enum {
	START_FAILS = 0xff8c1a,
	START_MEETS = 0x3fb8af,
	START_EMBER = 0x8a4a12,
	START_LIGHT_FAILS = 0xb23a08,
	START_LIGHT_MEETS = 0x0c6a63,
	START_LIGHT_EMBER = 0xe8a27c,
};

struct start_colours {
	uint32_t fails, meets, ember, flash;
};

struct frame_overlay {
	struct camera_view view;
	struct frame_shapes shapes; /* owned */
	int32_t n_labels;
	struct legend_label label[LEGEND_LABELS];
	/* Pixels that the map stands above the ground at a place; NULL = it is flat. */
	double (*height_at)(const void *of, double x, double y);
	const void *of;
	double cell_pixels; /* how high most cells are */
	bool on_slacks;     /* the map has the colours of slacks */
	int32_t glow;       /* 255ths, of new paths; … */
	bool fades;         /* … which are gone without */
	const struct density_result
		*under;  /* the map is that of this backward pass, at its end; NULL = of none */
	int64_t n_false; /* false paths of the query that were drawn */
	bool is_start, is_light; /* in the colours of view Start, on a light map */
	int32_t drawn;           /* 255ths of the selected path, 0 = all */
	const struct frame_kept *kept;
	const struct snap_forces *forces; /* NULL = none */
};

enum status frame_overlay_make(struct session *session, const struct frame_query *query,
			       struct frame_overlay *overlay);
/* What the colours of its paths mean, and how many there are of each. */
void frame_overlay_swatches(const struct frame_overlay *overlay, struct legend *legend);

#endif

/* Pictures as PNG: the last map with its scales, or what the layout window shows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/timing/timing.h"
#include "gpu/credit/timing_slacks.h"
#include "draw/colours.h"
#include "report/density.h"
#include "report/chart_image.h"
#include "report/frame.h"
#include "report/lab.h"
#include "session/labels.h"

enum { MOST_PATHS = 10000 };

#define IMAGE_OPTIONS(X)                                                                                      \
	X(IMAGE_COLOURS, "-colours", OPTION_CHOICE, COLOUR_MAPS,                                              \
	  "of the scale (viridis; blue_orange for slacks and differences)")                                   \
	X(IMAGE_MIN, "-min", OPTION_WORD, "VALUE", "where the scale begins (at the least value)")             \
	X(IMAGE_MAX, "-max", OPTION_WORD, "VALUE", "where it ends (at the largest)")                          \
	X(IMAGE_SIZE, "-size", OPTION_COUNT, "N", "pixels of the longer side (800)")                          \
	X(IMAGE_WINDOW, "-window", OPTION_FLAG, NULL,                                                         \
	  "draw what the layout window would show: map, cells, blocks and, as said "                          \
	  "below, paths")                                                                                     \
	X(IMAGE_PIXELS, "-pixels", OPTION_WORD, "WxH", "-window: its size (1280x800)")                        \
	X(IMAGE_CAMERA, "-camera", OPTION_WORD, "{X Y SCALE ?TILT ?TURN??}",                                  \
	  "-window: the place in the middle (um), pixels for each um (0: all of the "                         \
	  "die); a relief is tilted by 1 to 80 degrees, and turned by any")                                   \
	X(IMAGE_SCALE, "-scale", OPTION_CHOICE, DENSITY_SCALES, "-window: of the map (linear)")               \
	X(IMAGE_LEGEND, "-legend", OPTION_CHOICE, "on|off|plain",                                             \
	  "-window: title, scales and read-out (on); plain letters are the same "                             \
	  "everywhere")                                                                                       \
	X(IMAGE_PATHS, "-paths", OPTION_COUNT, "N",                                                           \
	  "-window: draw the N worst of the paths found last")                                                \
	X(IMAGE_PATH, "-path", OPTION_COUNT, "RANK", "-window: point out one of them")                        \
	X(IMAGE_MARKS, "-marks", OPTION_CHOICE, "on|off",                                                     \
	  "-window: draw those that are marked (on)")                                                         \
	X(IMAGE_SELECT, "-select", OPTION_WORD, "INSTANCE", "-window: point out an instance")                 \
	X(IMAGE_NETS, "-nets", OPTION_FLAG, NULL, "-window: with the nets of that instance")                  \
	X(IMAGE_LAB, "-lab", OPTION_CHOICE, LAB_CHARTS,                                                       \
	  "a chart of the lab's: the roofline of its methods, residuals or wire length of a placement; with " \
	  "-window over what it shows")                                                                       \
	X(IMAGE_LABELS, "-labels", OPTION_FLAG, NULL,                                                         \
	  "-window: with the regions of the last label_query in colours")                                     \
	X(IMAGE_TYPES, "-types", OPTION_FLAG, NULL,                                                           \
	  "-window: cells in the colours of their types, no map")                                             \
	X(IMAGE_CELLS, "-cells", OPTION_CHOICE, FRAME_BY_WORDS,                                               \
	  "-window: cells in colours, no map: as -types, of their worst setup slacks, of how far "            \
	  "place_design has moved them at its iteration, or of how what run_ssta varies them by is "          \
	  "correlated with the -select-ed instance's")                                                        \
	X(IMAGE_FORCES, "-forces", OPTION_FLAG, NULL,                                                         \
	  "-window: the field of density at that iteration as arrows; the selected instance "                 \
	  "always has what moves it")                                                                         \
	X(IMAGE_NOTE, "-note", OPTION_WORD, "TEXT",                                                           \
	  "-window: lines over the picture, a title first; what is before a tab stands out")                  \
	X(IMAGE_NEW, "-new", OPTION_COUNT, "PERCENT",                                                         \
	  "-window: light up the paths that the last level brought, less as they fade")                       \
	X(IMAGE_START, "-start", OPTION_CHOICE, "dark|light", "-window: as view Start has it")                \
	X(IMAGE_FAILING, "-failing", OPTION_CHOICE, "setup|hold",                                             \
	  "-window: mark the endpoints that fail, by the slacks that reports have")                           \
	X(IMAGE_FAILING_PATHS, "-failing_paths", OPTION_FLAG, NULL,                                           \
	  "with -failing: the worst path to each of the worst 200 of them too")

OPTION_TABLE(image_options, IMAGE_OPTIONS);

static enum status not_a_number(const char *word)
{
	return status_fail(STATUS_USAGE, "save_image: expected a number, not \"%.100s\"", word);
}

/* ---- the map ---- */

static enum status save_map(struct call *call)
{
	const struct option_value *option = call->option;
	struct image_options image = {.has_min = option[IMAGE_MIN].given,
				      .has_max = option[IMAGE_MAX].given};

	if (!session_maps(call->session)->newest)
		return status_fail(STATUS_FAILED, "there is no map; density makes one");
	TRY(density_renew(call->session, session_maps(call->session)->newest));
	if (option[IMAGE_COLOURS].given)
		image.colours = option[IMAGE_COLOURS].word;
	if (image.has_min)
		TRY(call_real(call, option[IMAGE_MIN].word, &image.min));
	if (image.has_max)
		TRY(call_real(call, option[IMAGE_MAX].word, &image.max));
	if (option[IMAGE_SIZE].given && option[IMAGE_SIZE].number > 2 * DENSITY_MOST_BINS)
		return call_fail(call, STATUS_USAGE, "-size must be at most %d",
				 2 * DENSITY_MOST_BINS);
	image.size = (int32_t)option[IMAGE_SIZE].number;
	return density_save_image(session_maps(call->session)->newest, call->argument[0], &image,
				  &call->session->task);
}

/* ---- what the window shows ---- */

static enum status take_pixels(const struct option_value *option, struct frame_query *q)
{
	int end = 0;

	if (sscanf(option->word, "%6dx%6d%n", (int *)&q->width, (int *)&q->height, &end) == 2 &&
	    !option->word[end])
		return STATUS_OK;
	return status_fail(STATUS_USAGE,
			   "save_image: expected pixels as in 1280x800, not \"%.100s\"",
			   option->word);
}

static enum status take_camera(const struct option_value *option, struct camera *camera)
{
	double value[5] = {0};
	const char *at = option->word;
	int n = 0;

	for (; n < 5 && *(at += strspn(at, " ")); n++) {
		char *end;

		value[n] = strtod(at, &end);
		if (end == at || (*end && *end != ' ') || !isfinite(value[n]))
			return not_a_number(at);
		at = end;
	}
	if (n < 3 || *at)
		return status_fail(STATUS_USAGE,
				   "save_image: a camera is {X Y SCALE ?TILT ?TURN??}, "
				   "not \"%.100s\"",
				   option->word);
	if (value[2] < 0 || value[2] > 1e6 || value[3] < 0 || value[3] > CAMERA_MOST_TILT)
		return status_fail(
			STATUS_USAGE,
			"save_image: a camera's scale must be from 0 to 1000000 pixels a um, its "
			"tilt from 0 to %d degrees",
			CAMERA_MOST_TILT);
	*camera = (struct camera){value[0] * LENGTHS_PER_MICRON, value[1] * LENGTHS_PER_MICRON,
				  value[2] / LENGTHS_PER_MICRON, value[3], value[4]};
	return STATUS_OK;
}

static enum status take_component(struct session *session, const char *name, int32_t *component)
{
	const struct placement *placement = session->design.placement;

	TRY(design_need_placement(&session->design));
	*component = placement_find_component(placement, name, (int64_t)strlen(name));
	return *component >= 0 ? STATUS_OK
			       : status_fail(STATUS_FAILED,
					     "save_image: there is no instance \"%.100s\"", name);
}

static enum status take_ends(struct call *call, struct frame_query *q)
{
	const struct option_value *low = &call->option[IMAGE_MIN], *high = &call->option[IMAGE_MAX];

	if (!low->given && !high->given)
		return STATUS_OK;
	if (!low->given || !high->given)
		return call_fail(call, STATUS_USAGE, "with -window -min and -max go together");
	TRY(call_real(call, low->word, &q->clip_low));
	TRY(call_real(call, high->word, &q->clip_high));
	return q->clip_low < q->clip_high
		       ? STATUS_OK
		       : call_fail(call, STATUS_USAGE, "-min must be below -max");
}

/* Their marks: those that view Endpoints lists when nothing is chosen there. */
static enum status take_failing(struct session *session, enum split split, struct frame_query *q)
{
	TRY(session_need_timing(session));
	TRY(timing_need_slacks(session->design.timing, session->cppr, SLACKS_OF_BOTH,
			       &session->task));
	q->fails = FRAME_FAILS_MARKS;
	q->endpoints = (struct endpoint_filter){.split = split, .kind = -1, .group = -1};
	return STATUS_OK;
}

static enum status save_window(struct call *call)
{
	const struct option_value *option = call->option;
	struct session *session = call->session;
	struct frame_query q = FRAME_QUERY_INIT;
	struct snap_search *search = session_shown_search(session, &q.level);

	if (search) {
		q.search = search->snap.serial;
		snap_unref(&search->snap);
	}
	q.width = 1280;
	q.height = 800;
	if (!option[IMAGE_LEGEND].given || option[IMAGE_LEGEND].number != 1)
		q.flags |= FRAME_LEGEND;
	if (option[IMAGE_LEGEND].number == 2)
		q.flags |= FRAME_PLAIN;
	if (!option[IMAGE_MARKS].given || option[IMAGE_MARKS].number == 0)
		q.flags |= FRAME_MARKED;
	q.rank = option[IMAGE_PATH].given ? option[IMAGE_PATH].number - 1 : -1;
	q.colours = option[IMAGE_COLOURS].given ? 1 + (int32_t)option[IMAGE_COLOURS].number : 0;
	q.scale = (int32_t)option[IMAGE_SCALE].number;
	if (option[IMAGE_PATHS].given && option[IMAGE_PATHS].number > MOST_PATHS)
		return call_fail(call, STATUS_USAGE, "-paths must be at most %d", MOST_PATHS);
	q.worst = (int32_t)option[IMAGE_PATHS].number;
	if (option[IMAGE_LABELS].given) {
		struct stepper *stepper;

		TRY(session_need_labels_stepper(session, &stepper));
		q.labels = session_inquiry(session)->serial;
		q.flags |= FRAME_LABELS;
	}
	if (option[IMAGE_NETS].given)
		q.flags |= FRAME_NETS;
	if (option[IMAGE_TYPES].given)
		q.flags |= FRAME_BY * FRAME_BY_TYPE;
	if (option[IMAGE_CELLS].given)
		q.flags = (q.flags & ~FRAME_BYS) |
			  FRAME_BY * (1 + (int32_t)option[IMAGE_CELLS].number);
	if (frame_by(q.flags) == FRAME_BY_SLACK && session->design.constraints)
		TRY(session_need_timing(session));
	if (option[IMAGE_FORCES].given && !session->stepper[STEPPER_PLACE])
		return call_fail(call, STATUS_FAILED, "-forces: nothing is being placed");
	if (option[IMAGE_FORCES].given) {
		q.flags |= FRAME_FIELD;
		q.field_columns = FORCES_COLUMNS;
		q.field_rows = FORCES_ROWS;
	}
	if (option[IMAGE_NEW].given) {
		q.flags |= FRAME_FADES;
		q.glow =
			(int32_t)(option[IMAGE_NEW].number < 100 ? option[IMAGE_NEW].number : 100) *
			255 / 100;
	}
	if (option[IMAGE_START].given) {
		q.flags |= FRAME_START | (option[IMAGE_START].number ? FRAME_LIGHT : 0);
		q.colours = option[IMAGE_START].number ? COLOURS_PAPER : COLOURS_NIGHT;
	}
	if (option[IMAGE_FAILING].given)
		TRY(take_failing(session, option[IMAGE_FAILING].number == 1 ? EARLY : LATE, &q));
	if (option[IMAGE_FAILING_PATHS].given && !q.fails)
		return call_fail(call, STATUS_USAGE, "-failing_paths goes with -failing");
	if (option[IMAGE_FAILING_PATHS].given)
		q.fails = FRAME_FAILS_PATHS;
	if (option[IMAGE_NOTE].given) {
		q.panel = PANEL_LIST;
		snprintf(q.panel_text, sizeof q.panel_text, "%s", option[IMAGE_NOTE].word);
	}
	if (option[IMAGE_LAB].given)
		q.flags |= FRAME_CHART * (1 + (int32_t)option[IMAGE_LAB].number);
	if (option[IMAGE_PIXELS].given)
		TRY(take_pixels(&option[IMAGE_PIXELS], &q));
	if (option[IMAGE_CAMERA].given)
		TRY(take_camera(&option[IMAGE_CAMERA], &q.camera));
	TRY(take_ends(call, &q));
	if (option[IMAGE_SELECT].given)
		TRY(take_component(session, option[IMAGE_SELECT].word, &q.component));
	if (q.worst > 0 || q.rank >= 0 || q.glow > 0)
		TRY(session_need_search(session));
	return session_save_frame(session, &q, call->argument[0]);
}

static enum status save_chart(struct call *call)
{
	const struct option_value *option = call->option;
	struct frame_query q = {.width = 960, .height = 640};
	RELEASED_BY(chart_release) struct chart chart = {0};

	if (option[IMAGE_PIXELS].given)
		TRY(take_pixels(&option[IMAGE_PIXELS], &q));
	TRY(lab_chart_of(call->session, (enum lab_chart)option[IMAGE_LAB].number, &chart));
	return chart_save(&chart, q.width, q.height, option[IMAGE_LEGEND].number == 2,
			  call->argument[0], &call->session->task);
}

static enum status save_image(struct call *call)
{
	static const int only_window[] = {
		IMAGE_PIXELS, IMAGE_CAMERA,  IMAGE_SCALE,        IMAGE_LEGEND, IMAGE_PATHS,
		IMAGE_PATH,   IMAGE_MARKS,   IMAGE_SELECT,       IMAGE_NETS,   IMAGE_LABELS,
		IMAGE_TYPES,  IMAGE_CELLS,   IMAGE_FORCES,       IMAGE_NOTE,   IMAGE_NEW,
		IMAGE_START,  IMAGE_FAILING, IMAGE_FAILING_PATHS};

	if (call->option[IMAGE_WINDOW].given && call->option[IMAGE_SIZE].given)
		return call_fail(call, STATUS_USAGE, "-window has its size by -pixels");
	if (call->option[IMAGE_WINDOW].given)
		return save_window(call);
	if (call->option[IMAGE_LAB].given)
		return save_chart(call);
	for (size_t i = 0; i < sizeof only_window / sizeof *only_window; i++) {
		if (call->option[only_window[i]].given)
			return call_fail(call, STATUS_USAGE, "%s is for -window",
					 image_options[only_window[i]].name);
	}
	return save_map(call);
}

const struct command image_commands[] = {
	{"save_image", save_image, IN_SESSION, "FILE", 1, 1, image_options,
	 "Save the last map as a picture (PNG) with its scales, or what the layout window shows"},
	{0},
};

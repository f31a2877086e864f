/*
 * The floorplan: how large the core is, where blocks, rows and ports are.
 */
#include <inttypes.h>
#include <math.h>

#include "base/grow.h"
#include "gen/place_impl.h"

enum {
	MARGIN_ROWS = 2, /* around the core */
	HALO_ROWS = 1,   /* around a block */
	MOST_TRIES = 400,
};

#define MOST_SITES 1e15

/* ---- what is to be placed ---- */

static bool is_core(enum tech_class class)
{
	return class == TECH_CORE || class == TECH_CORE_SPACER || class == TECH_CORE_TIE ||
	       class == TECH_CORE_TAP || class == TECH_CORE_ANTENNA;
}

static enum status unfit(const struct place *place, int32_t x, const char *why)
{
	const struct netlist *netlist = place->placement->netlist;

	return status_fail(STATUS_FAILED, "cell \"%.100s\" of instance \"%.200s\" %s",
			   netlist->master[netlist->instance_master[x]].name,
			   names_get(&netlist->instance_name, x), why);
}

/* One that is placed in rows: the first has its site. */
static enum status check_cell(struct place *place, int32_t x, const struct tech_macro *macro)
{
	const struct technology *technology = place->placement->technology;
	struct rows *rows = &place->rows;

	if (macro->site < 0)
		return unfit(place, x, "has no site in LEF");
	if (rows->site < 0) {
		rows->site = macro->site;
		rows->step = technology->site[macro->site].width;
		rows->height = technology->site[macro->site].height;
		if (rows->step <= 0 || rows->height <= 0)
			return unfit(place, x, "has a site without size");
	}
	if (macro->site != rows->site)
		return unfit(place, x, "has another site than the cells before it");
	if (macro->height != rows->height)
		return unfit(place, x, "isn't as high as its site");
	if (macro->width <= 0)
		return unfit(place, x, "has no width");
	return STATUS_OK;
}

static bool has_net(const struct netlist *netlist, int32_t x)
{
	for (int32_t pin = netlist->instance_pin[x]; pin < netlist->instance_pin[x + 1]; pin++) {
		int32_t net = netlist->pin_net[pin];

		if (net >= 0 && netlist->net_constant[net] == NET_SIGNAL)
			return true;
	}
	return false;
}

/* In a floorplan that is there: what is fixed stays. Fillers, also those that are decoupling capacitors, go. */
static bool stays(struct place *place, int32_t x)
{
	struct component *c = &place->placement->component[x];
	enum tech_class class = place->placement->technology->macro[c->macro].class;

	if (!place->options.floorplan)
		return false;
	if (c->status == FIXED || c->status == COVER)
		return true;
	if (class != TECH_CORE_SPACER && has_net(place->placement->netlist, x))
		return false;
	c->status = UNPLACED;
	return true;
}

static int32_t round_up(int64_t length, int32_t step)
{
	return (int32_t)((length + step - 1) / step * step);
}

static enum status take_cells(struct place *place)
{
	const struct netlist *netlist = place->placement->netlist;

	place->rows.site = -1;
	for (int32_t x = 0; x < netlist->n_instances; x++) {
		int32_t m = place->placement->component[x].macro;
		const struct tech_macro *macro;

		place->cell_of[x] = -1;
		if (m < 0)
			return unfit(place, x, "has no macro in LEF");
		macro = &place->placement->technology->macro[m];
		if (macro->class == TECH_BLOCK || macro->class == TECH_RING || stays(place, x))
			continue;
		if (!is_core(macro->class))
			return unfit(place, x,
				     "is a pad, an end cap or a cover in LEF, "
				     "which aren't placed here");
		TRY(check_cell(place, x, macro));
		place->cell_of[x] = place->n;
		place->component[place->n] = x;
		place->width[place->n++] = round_up(macro->width, place->rows.step);
	}
	if (!place->n)
		return status_fail(STATUS_FAILED, "the netlist has no cells to be placed in rows");
	return STATUS_OK;
}

/* ---- blocks ---- */

/* A core to be tried, in sites and rows. */
struct core {
	int64_t sites, rows;
};

/* Blocks stand one on the other in columns at the left and right edge, from the bottom and the top
 * in turn; a side that is full begins another column further in. */
struct column {
	int32_t inner; /* width of the full columns outside of this one */
	int32_t width; /* of its widest block */
	int32_t from_below, from_above;
};

static bool put_block(struct place *place, struct column *column, bool right, bool top,
		      int32_t component)
{
	struct component *c = &place->placement->component[component];
	const struct tech_macro *macro = &place->placement->technology->macro[c->macro];
	const struct rect *core = &place->core;
	int32_t halo = HALO_ROWS * place->rows.height;
	int32_t height = round_up((int64_t)macro->height + halo, place->rows.height);
	int32_t width = round_up((int64_t)macro->width + halo, place->rows.step);

	if ((int64_t)column->from_below + column->from_above + height > core->y2 - core->y1) {
		*column = (struct column){.inner = column->inner + column->width};
		if (height > core->y2 - core->y1)
			return false;
	}
	if (column->inner + width > (core->x2 - core->x1) / 2)
		return false;
	c->x = right ? core->x2 - column->inner - round_up(macro->width, place->rows.step)
		     : core->x1 + column->inner;
	c->y = top ? core->y2 - column->from_above - round_up(macro->height, place->rows.height)
		   : core->y1 + column->from_below;
	c->status = FIXED;
	c->orientation = ORIENT_N;
	*(top ? &column->from_above : &column->from_below) += height;
	column->width = width > column->width ? width : column->width;
	return true;
}

static bool put_blocks(struct place *place)
{
	struct column column[2] = {{0}, {0}};
	int n = 0;

	for (int32_t x = 0; x < place->placement->netlist->n_instances; x++) {
		if (place->cell_of[x] >= 0)
			continue;
		/* lower left, upper right, upper left, lower right */
		if (!put_block(place, &column[n & 1], n & 1, (n & 3) == 1 || (n & 3) == 2, x))
			return false;
		n++;
	}
	return true;
}

/* ---- the core ---- */

static enum status make_rows(struct place *place, const struct core *core)
{
	struct placement *placement = place->placement;
	struct placed_row row = {.site = place->rows.site,
				 .x = place->core.x1,
				 .n_x = (int32_t)core->sites,
				 .n_y = 1,
				 .step_x = place->rows.step};

	placement->n_rows = 0;
	for (int32_t i = 0; i < core->rows; i++) {
		row.y = place->core.y1 + i * place->rows.height;
		row.orientation = i & 1 ? ORIENT_FS : ORIENT_N;
		TRY(placement_add_row(placement, &row));
	}
	return STATUS_OK;
}

/* Blocks keep a halo: while rows are cut it counts as blocked. */
static enum status block_halos(struct place *place)
{
	struct placement *placement = place->placement;
	int32_t halo = HALO_ROWS * place->rows.height;

	placement->n_blockages = 0;
	for (int32_t x = 0; x < placement->netlist->n_instances; x++) {
		struct rect box = placement_component_box(placement, x);

		if (place->cell_of[x] >= 0)
			continue;
		TRY(APPEND(placement->blockage, placement->n_blockages,
			   &placement->blockage_capacity,
			   (struct blockage){.layer = -1,
					     .rect = {box.x1 - halo, box.y1 - halo, box.x2 + halo,
						      box.y2 + halo},
					     .component = x}));
	}
	return STATUS_OK;
}

/* Sites that cells can have in a core of this size; 0 when the blocks don't fit. */
static enum status try_core(struct place *place, const struct core *core, int64_t *sites)
{
	struct rows *rows = &place->rows, cut;
	int32_t margin_y = MARGIN_ROWS * rows->height, margin_x = round_up(margin_y, rows->step);
	int64_t width = core->sites * rows->step, height = core->rows * rows->height;
	enum status status;

	*sites = 0;
	if (width + 2 * margin_x > INT32_MAX / 2 || height + 2 * margin_y > INT32_MAX / 2)
		return status_fail(STATUS_FAILED, "a core for these cells is larger than 26 mm");
	place->core = (struct rect){margin_x, margin_y, margin_x + (int32_t)width,
				    margin_y + (int32_t)height};
	place->placement->die =
		(struct rect){0, 0, place->core.x2 + margin_x, place->core.y2 + margin_y};
	if (!put_blocks(place))
		return STATUS_OK;
	TRY(make_rows(place, core));
	TRY(block_halos(place));
	status = rows_new(place->placement, &cut);
	if (status == STATUS_FAILED) /* there is no room: the next one is larger */
		return STATUS_OK;
	TRY(status);
	rows_release(rows);
	*rows = cut;
	for (int32_t i = 0; i < rows->n_segments; i++)
		*sites += (rows->segment[i].x2 - rows->segment[i].x1) / rows->step;
	return STATUS_OK;
}

/* The rows as they were cut become those of the placement. */
static enum status name_rows(struct place *place)
{
	struct placement *placement = place->placement;
	const struct rows *rows = &place->rows;
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	placement->n_rows = placement->n_blockages = 0;
	for (int32_t i = 0; i < rows->n_segments; i++) {
		const struct segment *s = &rows->segment[i];
		struct placed_row row = {.site = rows->site,
					 .x = s->x1,
					 .y = s->y,
					 .orientation = s->orientation,
					 .n_x = (s->x2 - s->x1) / rows->step,
					 .n_y = 1,
					 .step_x = rows->step};

		text_clear(&name);
		text_printf(&name, "ROW_%" PRId32, i);
		TRY(text_status(&name));
		TRY(names_add(&placement->string, text_string(&name), name.length, &row.name,
			      NULL));
		TRY(placement_add_row(placement, &row));
	}
	return STATUS_OK;
}

/* The sites that cells take, and those of the widest. */
static int64_t count_sites(const struct place *place, int64_t *widest)
{
	int64_t sites = 0;

	*widest = 0;
	for (int32_t i = 0; i < place->n; i++) {
		int64_t n = place->width[i] / place->rows.step;

		sites += n;
		*widest = n > *widest ? n : *widest;
	}
	return sites;
}

static double block_area(const struct place *place)
{
	const struct placement *placement = place->placement;
	double area = 0, halo = HALO_ROWS * place->rows.height;

	for (int32_t x = 0; x < placement->netlist->n_instances; x++) {
		const struct tech_macro *macro =
			&placement->technology->macro[placement->component[x].macro];

		if (place->cell_of[x] < 0)
			area += (macro->width + halo) * (macro->height + halo);
	}
	return area;
}

/* The smallest core, grown in steps, that has enough sites beside the blocks. */
static enum status size_core(struct place *place)
{
	const struct place_options *options = &place->options;
	double step = place->rows.step, height = place->rows.height, area;
	int64_t widest, sites, need;
	struct core core;

	sites = count_sites(place, &widest);
	if ((double)sites / options->utilization > MOST_SITES)
		return status_fail(STATUS_FAILED, "a utilization of %g needs too many sites",
				   options->utilization);
	need = (int64_t)((double)sites / options->utilization + 0.999);
	area = (double)need * step * height + block_area(place);
	for (int i = 0; i < MOST_TRIES; i++) {
		int64_t found;

		core.rows = (int64_t)(sqrt(area * options->aspect) / height + 0.5);
		core.rows = core.rows > 1 ? core.rows : 1;
		core.sites = (int64_t)(area / ((double)core.rows * height * step) + 0.999);
		core.sites = core.sites > widest ? core.sites : widest;
		TRY(try_core(place, &core, &found));
		if (found >= need)
			return name_rows(place);
		area *= 1.005;
		if (!found)
			area *= 1.02;
	}
	return status_fail(STATUS_FAILED, "no core of aspect ratio %g holds the blocks",
			   options->aspect);
}

/* DEF's units must express where sites are. */
static void choose_units(struct place *place)
{
	static const int32_t units[] = {1000, 2000, 4000, 8000, 10000, 20000};
	struct placement *placement = place->placement;

	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		int32_t grid = LENGTHS_PER_MICRON / units[i];

		placement->units = units[i];
		if (place->rows.step % grid == 0 && place->rows.height % grid == 0)
			return;
	}
}

enum status place_floor(struct place *place)
{
	TRY(take_cells(place));
	TRY(size_core(place));
	choose_units(place);
	return place_ports(place->placement, NULL);
}

/* ---- a floorplan that is there ---- */

/* Blocks have places, and no region binds cells. */
static enum status check_floor(const struct place *place)
{
	const struct placement *placement = place->placement;

	if (placement->n_rows == 0)
		return status_fail(STATUS_FAILED, "the floorplan has no rows");
	for (int32_t x = 0; x < placement->netlist->n_instances; x++) {
		const struct component *c = &placement->component[x];
		int32_t region = placement_region(placement, x);
		enum tech_class class = placement->technology->macro[c->macro].class;

		if ((class == TECH_BLOCK || class == TECH_RING) && c->status == UNPLACED)
			return unfit(
				place, x,
				"is a block without a place, and blocks aren't placed in a floorplan that is kept");
		if (place->cell_of[x] >= 0 && region >= 0 &&
		    placement->region[region].kind == REGION_FENCE)
			return unfit(place, x, "is bound to a region, which isn't supported");
	}
	return STATUS_OK;
}

/* Boxes of cells near its edges are lengths too. */
static enum status check_core(const struct rect *core)
{
	const int32_t most = INT32_MAX / 2;

	if (core->x1 < -most || core->y1 < -most || core->x2 > most || core->y2 > most)
		return status_fail(STATUS_FAILED,
				   "the floorplan's rows reach beyond 26 mm from its origin");
	return STATUS_OK;
}

enum status place_floor_open(struct place *place)
{
	struct rows *rows = &place->rows, cut;
	struct rect *core = &place->core;

	TRY(take_cells(place));
	TRY(check_floor(place));
	/* where cells were is free */
	for (int32_t i = 0; i < place->n; i++)
		place->placement->component[place->component[i]].status = UNPLACED;
	TRY(rows_new(place->placement, &cut));
	if (cut.site != rows->site) {
		rows_release(&cut);
		return status_fail(STATUS_FAILED,
				   "the floorplan's rows have another site than the cells");
	}
	*rows = cut;
	*core = RECT_NONE;
	for (int32_t i = 0; i < rows->n_segments; i++) {
		const struct segment *s = &rows->segment[i];

		*core = rect_join(core, &(struct rect){s->x1, s->y, s->x2, s->y + rows->height});
	}
	return check_core(core);
}

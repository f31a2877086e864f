/* Exceptions, in their order: of equal ones the last counts. */
#include <inttypes.h>
#include <string.h>

#include "base/grow.h"
#include "write/sdc_impl.h"

/* ---- points ---- */

/* The edges of all points of a list, 0 when they differ. */
static int32_t edges_of(const struct point_list *list)
{
	int32_t edges = list->n ? list->point[0].edges : EDGES_BOTH;

	return ANY(i, 1, list->n, list->point[i].edges != edges) ? 0 : edges;
}

static bool can_be_said(const struct path_filter *filter)
{
	bool can = edges_of(&filter->from) && edges_of(&filter->to);

	for (int32_t i = 0; i < filter->n_throughs; i++)
		can = can && edges_of(&filter->through[i]);
	return can;
}

/* Does a list name nothing? Then no path meets it. */
static bool is_empty(const struct path_filter *filter)
{
	bool empty = (filter->from.given && !filter->from.n) || (filter->to.given && !filter->to.n);

	for (int32_t i = 0; i < filter->n_throughs; i++)
		empty = empty || !filter->through[i].n;
	return empty || !filter->to_edges;
}

static void add_list(struct sdc_writer *w, const char *option, const struct point_list *list)
{
	static const char *const prefix[] = {
		[EDGES_RISE] = "rise_", [EDGES_FALL] = "fall_", [EDGES_BOTH] = ""};

	if (!list->given)
		return;
	text_printf(&w->out.text, " -%s%s", prefix[edges_of(list)], option);
	sdc_add_points(w, list, strcmp(option, "through") == 0);
}

static enum status end_filter(struct sdc_writer *w, const struct path_filter *filter)
{
	if (filter->to_edges != EDGES_BOTH)
		sdc_add(w, filter->to_edges == EDGES_RISE ? " -rise" : " -fall");
	add_list(w, "from", &filter->from);
	for (int32_t i = 0; i < filter->n_throughs; i++)
		add_list(w, "through", &filter->through[i]);
	add_list(w, "to", &filter->to);
	return sdc_end(w);
}

/* ---- kinds ---- */

static void add_checks(struct sdc_writer *w, const struct exception *exception)
{
	if (exception->applies[EARLY] != exception->applies[LATE])
		sdc_add(w, exception->applies[EARLY] ? " -hold" : " -setup");
}

static enum status write_false(struct sdc_writer *w, const struct exception *exception)
{
	sdc_begin(w, "set_false_path");
	add_checks(w, exception);
	return end_filter(w, &exception->filter);
}

static enum status write_delay(struct sdc_writer *w, const struct exception *exception)
{
	for (int split = 0; split < N_SPLITS; split++) {
		if (!exception->applies[split])
			continue;
		sdc_begin(w, split == EARLY ? "set_min_delay" : "set_max_delay");
		sdc_add(w, exception->ignore_clock_latency ? " -ignore_clock_latency" : "");
		sdc_add(w, exception->probe ? " -probe" : "");
		sdc_add_time(w, exception->delay);
		TRY(end_filter(w, &exception->filter));
	}
	return STATUS_OK;
}

/* For both checks at once it would mean another thing, so always for one. */
static enum status write_cycles(struct sdc_writer *w, const struct exception *exception)
{
	for (int split = 0; split < N_SPLITS; split++) {
		bool of_start = exception->of_start;

		if (!exception->applies[split])
			continue;
		sdc_begin(w, "set_multicycle_path");
		sdc_add(w, split == EARLY ? " -hold" : " -setup");
		if (of_start != (split == EARLY))
			sdc_add(w, of_start ? " -start" : " -end");
		text_printf(&w->out.text, " %" PRId32, exception->multiplier);
		TRY(end_filter(w, &exception->filter));
	}
	return STATUS_OK;
}

static enum status write_margin(struct sdc_writer *w, const struct exception *exception)
{
	sdc_begin(w, "set_path_margin");
	add_checks(w, exception);
	sdc_add_time(w, exception->delay);
	return end_filter(w, &exception->filter);
}

static enum status write_group(struct sdc_writer *w, const struct exception *exception)
{
	sdc_begin(w, "group_path");
	if (strcmp(exception->name, "**default**") == 0) {
		sdc_add(w, " -default");
	} else {
		sdc_add(w, " -name");
		sdc_add_word(w, exception->name);
	}
	return end_filter(w, &exception->filter);
}

enum status sdc_write_exceptions(struct sdc_writer *w)
{
	static enum status (*const write[])(struct sdc_writer *, const struct exception *) = {
		[EXCEPTION_FALSE] = write_false,       [EXCEPTION_DELAY] = write_delay,
		[EXCEPTION_MULTICYCLE] = write_cycles, [EXCEPTION_MARGIN] = write_margin,
		[EXCEPTION_GROUP] = write_group,
	};

	EACH_ITEM(exception, w->constraints->exception, w->constraints->n_exceptions) {
		if (is_empty(&exception->filter) ||
		    (!exception->applies[EARLY] && !exception->applies[LATE]))
			continue;
		if (!can_be_said(&exception->filter))
			return status_fail(STATUS_FAILED, "an exception can't be written in SDC: "
							  "edges of its points differ");
		TRY(write[exception->kind](w, exception));
	}
	return STATUS_OK;
}

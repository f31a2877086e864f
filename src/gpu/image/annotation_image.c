/* Delays, checks and slews that are annotated, on the device. */
#include <stdlib.h>

#include "base/grow.h"
#include "db/annotations.h"
#include "gpu/device/word_args.h"
#include "gpu/image/timing_image.h"
#include "gpu/timing/touched_args.h"

static const char name[] = "annotations";

/* The array that says which slews the sweep leaves becomes what it was without annotations. */
void annotation_image_forget_slews(struct timing_image *t)
{
	struct annotation_image *a = &t->annotated;

	if (a->d_is_given) {
		uint8_t *is_given = (uint8_t *)t->device.is_given;

		queue_copy(t->queue, is_given, a->d_is_given, t->device.n_states);
		if (t->latches.d_given)
			queue_copy(t->queue, t->latches.d_given, a->d_is_given, t->device.n_states);
	}
	DEVICE_FREE_ALL(t->queue, &a->d_slew, &a->d_is_given);
	a->n_slews = 0;
}

void annotation_image_forget_checks(struct timing_image *t)
{
	DEVICE_FREE_ALL(t->queue, &t->device_states.given_check);
}

void annotation_image_forget_places(struct timing_image *t)
{
	DEVICE_FREE_ALL(t->queue, &t->device.given_delay, &t->device.added_delay);
	annotation_image_forget_slews(t);
}

void timing_image_forget_annotations(struct timing_image *t)
{
	annotation_image_forget_checks(t);
	annotation_image_forget_places(t);
}

/* What is_given is without annotated slews, kept to go back to. */
static enum status keep_given(struct timing_image *t)
{
	int64_t n = t->device.n_states;
	uint8_t *is_given = (uint8_t *)t->device.is_given;

	if (!is_given) {
		TRY(DEVICE_ALLOC(t->queue, "timing", &is_given, n));
		queue_fill(t->queue, is_given, 0, n);
		t->device.is_given = is_given;
	}
	TRY(DEVICE_ALLOC(t->queue, name, &t->annotated.d_is_given, n));
	/* of latches' outputs the sweep may have noted something in the other one */
	queue_copy(t->queue, t->annotated.d_is_given,
		   t->latches.d_given ? t->latches.d_given : is_given, n);
	return STATUS_OK;
}

static enum status put_slews(struct timing_image *t, const struct annotated_values *values)
{
	int64_t n = t->device.n_states;
	uint8_t *is_given;
	enum status status;

	if (!values->n_slews)
		return STATUS_OK;
	TRY(keep_given(t));
	TRY(ALLOC(&is_given, n));
	queue_download(t->queue, is_given, t->annotated.d_is_given, n);
	status = queue_sync(t->queue);
	for (int32_t i = 0; i < values->n_slews && status == STATUS_OK; i++)
		is_given[values->slew[i].state] |=
			(uint8_t)(SLEW_ANNOTATED * values->slew[i].splits);
	if (status == STATUS_OK) {
		queue_upload(t->queue, (void *)t->device.is_given, is_given, n);
		if (t->latches.d_given)
			queue_upload(t->queue, t->latches.d_given, is_given, n);
		status = UPLOAD(t->queue, values->slew, values->n_slews, &t->annotated.d_slew);
	}
	status = queue_settle(t->queue, status);
	free(is_given);
	if (status == STATUS_OK)
		t->annotated.n_slews = values->n_slews;
	return status;
}

/* ---- delays and checks ---- */

static int64_t n_values(const struct timing_image *t)
{
	return ((int64_t)t->device.n_arcs + t->graph->n_latch_arcs) * N_SPLITS;
}

/* An array without any value yet, if there is none. */
static enum status need_values(struct timing_image *t, int64_t n, int32_t none,
			       const int32_t **d_values)
{
	struct fill_times_args fill = {.value = none};
	int32_t *d_new;

	if (*d_values)
		return STATUS_OK;
	TRY(DEVICE_ALLOC(t->queue, name, &d_new, n));
	fill.out = d_new;
	LAUNCH(t->queue, fill_times, 32, &fill, n);
	*d_values = d_new;
	return STATUS_OK;
}

/* So few are copied one by one. */
enum { VALUES_APART = 4 };

static enum status put_apart(struct timing_image *t, const struct annotated_delay *delay, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		int64_t at = (int64_t)delay[i].place * N_SPLITS;

		queue_upload(t->queue, (int32_t *)t->device.given_delay + at, delay[i].given,
			     sizeof delay[i].given);
		if (t->device.added_delay)
			queue_upload(t->queue, (int32_t *)t->device.added_delay + at,
				     delay[i].added, sizeof delay[i].added);
	}
	return queue_sync(t->queue);
}

/* The numbers of values, those that are given, those that are added: [3 N_SPLITS n]. */
static void fill_list(const struct annotated_delay *delay, int32_t n, int32_t *list)
{
	int64_t n_all = (int64_t)n * N_SPLITS;

	for (int64_t i = 0; i < n_all; i++) {
		const struct annotated_delay *from = &delay[i / N_SPLITS];

		list[i] = from->place * N_SPLITS + (int32_t)(i % N_SPLITS);
		list[n_all + i] = from->given[i % N_SPLITS];
		list[2 * n_all + i] = from->added[i % N_SPLITS];
	}
}

static enum status put_list(struct timing_image *t, const int32_t *list, int64_t n)
{
	struct put_arcs_args put = {.arc = (int32_t *)t->device.given_delay};
	int32_t *d_list;

	TRY(UPLOAD(t->queue, list, 3 * n, &d_list));
	put.place = d_list;
	put.value = d_list + n;
	LAUNCH(t->queue, put_arcs, 32, &put, n);
	put.arc = (int32_t *)t->device.added_delay;
	put.value = d_list + 2 * n;
	if (put.arc)
		LAUNCH(t->queue, put_arcs, 32, &put, n);
	device_free(t->queue, d_list);
	return STATUS_OK;
}

static enum status put_together(struct timing_image *t, const struct annotated_delay *delay,
				int32_t n)
{
	int32_t *list;
	enum status status;

	TRY(ALLOC(&list, 3 * N_SPLITS * (int64_t)n));
	fill_list(delay, n, list);
	status = queue_settle(t->queue, put_list(t, list, (int64_t)n * N_SPLITS));
	free(list);
	return status;
}

enum status timing_image_annotate_delays(struct timing_image *t,
					 const struct annotated_delay *delay, int32_t n)
{
	bool adds = false;

	if (!n)
		return STATUS_OK;
	for (int32_t i = 0; i < n; i++)
		adds |= delay[i].added[EARLY] || delay[i].added[LATE];
	TRY(need_values(t, n_values(t), ANNOTATION_NONE, &t->device.given_delay));
	if (adds)
		TRY(need_values(t, n_values(t), 0, &t->device.added_delay));
	return n <= VALUES_APART || n_values(t) > INT32_MAX ? put_apart(t, delay, n)
							    : put_together(t, delay, n);
}

static enum status put_sinks(struct timing_image *t, const int32_t *sink, const int32_t *given,
			     int64_t n)
{
	struct put_arcs_args put = {.arc = (int32_t *)t->device_states.given_check};
	int32_t *d_sink = NULL, *d_given = NULL;
	enum status status = UPLOAD(t->queue, sink, n, &d_sink);

	if (status == STATUS_OK)
		status = UPLOAD(t->queue, given, n, &d_given);
	put.place = d_sink;
	put.value = d_given;
	if (status == STATUS_OK)
		LAUNCH(t->queue, put_arcs, 32, &put, n);
	device_free(t->queue, d_sink);
	device_free(t->queue, d_given);
	return status;
}

enum status timing_image_annotate_checks(struct timing_image *t, const int32_t *sink,
					 const int32_t *given, int32_t n)
{
	if (!n)
		return STATUS_OK;
	TRY(need_values(t, t->device_states.n_sinks, ANNOTATION_NONE,
			&t->device_states.given_check));
	if (n > VALUES_APART)
		return queue_settle(t->queue, put_sinks(t, sink, given, n));
	for (int32_t i = 0; i < n; i++)
		queue_upload(t->queue, (int32_t *)t->device_states.given_check + sink[i], &given[i],
			     sizeof *given);
	return queue_sync(t->queue);
}

/* ---- all of it ---- */

static enum status put_values(struct timing_image *t, const struct annotated_values *values)
{
	if (values->given_delay)
		TRY(UPLOAD(t->queue, values->given_delay, n_values(t), &t->device.given_delay));
	if (values->added_delay)
		TRY(UPLOAD(t->queue, values->added_delay, n_values(t), &t->device.added_delay));
	if (values->given_check)
		TRY(UPLOAD(t->queue, values->given_check, t->device_states.n_sinks,
			   &t->device_states.given_check));
	TRY(timing_image_annotate_delays(t, values->delay, values->n_delays));
	return put_slews(t, values);
}

enum status timing_image_annotate(struct timing_image *t, const struct annotated_values *values)
{
	enum status status = queue_settle(t->queue, put_values(t, values));

	if (status != STATUS_OK)
		timing_image_forget_annotations(t);
	return status;
}

/* Delays, checks and slews that are annotated, on the device. */
#include <stdlib.h>

#include "base/grow.h"
#include "db/annotations.h"
#include "gpu/image/timing_image.h"

static const char name[] = "annotations";

/* The array that says which slews the sweep leaves becomes what it was without annotations. */
static void forget_slews(struct timing_image *t)
{
	struct annotation_image *a = &t->annotated;

	if (a->d_is_given) {
		uint8_t *is_given = (uint8_t *)t->device.is_given;

		queue_copy(t->queue, is_given, a->d_is_given, t->device.n_states);
		if (t->latches.d_given)
			queue_copy(t->queue, t->latches.d_given, a->d_is_given, t->device.n_states);
	}
	DEVICE_FREE(t->queue, a->d_slew);
	DEVICE_FREE(t->queue, a->d_is_given);
	a->n_slews = 0;
}

static void forget(struct timing_image *t)
{
	device_free(t->queue, (void *)t->device.given_delay);
	device_free(t->queue, (void *)t->device.added_delay);
	device_free(t->queue, (void *)t->device_states.given_check);
	t->device.given_delay = t->device.added_delay = NULL;
	t->device_states.given_check = NULL;
	forget_slews(t);
}

void annotation_image_release(struct timing_image *t)
{
	device_free(t->queue, (void *)t->device.given_delay);
	device_free(t->queue, (void *)t->device.added_delay);
	device_free(t->queue, (void *)t->device_states.given_check);
	device_free(t->queue, t->annotated.d_slew);
	device_free(t->queue, t->annotated.d_is_given);
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

static enum status put_values(struct timing_image *t, const struct annotated_values *values)
{
	int64_t n = ((int64_t)t->device.n_arcs + t->graph->n_latch_arcs) * N_SPLITS;

	if (values->given_delay)
		TRY(UPLOAD(t->queue, values->given_delay, n, &t->device.given_delay));
	if (values->added_delay)
		TRY(UPLOAD(t->queue, values->added_delay, n, &t->device.added_delay));
	if (values->given_check)
		TRY(UPLOAD(t->queue, values->given_check, t->device_states.n_sinks,
			   &t->device_states.given_check));
	return put_slews(t, values);
}

enum status timing_image_annotate(struct timing_image *t, const struct annotated_values *values)
{
	enum status status;

	forget(t);
	status = queue_settle(t->queue, put_values(t, values));
	if (status != STATUS_OK)
		forget(t);
	return status;
}

/* ---- single values ---- */

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

static bool adds_any(const int32_t *added)
{
	return added && (added[EARLY] || added[LATE]);
}

enum status timing_image_annotate_delay(struct timing_image *t, int32_t place, const int32_t *given,
					const int32_t *added)
{
	static const int32_t none[] = {ANNOTATION_NONE, ANNOTATION_NONE}, zero[N_SPLITS];
	int64_t n = ((int64_t)t->device.n_arcs + t->graph->n_latch_arcs) * N_SPLITS;
	int64_t at = (int64_t)place * N_SPLITS, size = N_SPLITS * (int64_t)sizeof *given;

	TRY(need_values(t, n, ANNOTATION_NONE, &t->device.given_delay));
	if (adds_any(added))
		TRY(need_values(t, n, 0, &t->device.added_delay));
	queue_upload(t->queue, (int32_t *)t->device.given_delay + at, given ? given : none, size);
	if (t->device.added_delay)
		queue_upload(t->queue, (int32_t *)t->device.added_delay + at, added ? added : zero,
			     size);
	return queue_sync(t->queue);
}

enum status timing_image_annotate_check(struct timing_image *t, int32_t sink, int32_t given)
{
	TRY(need_values(t, t->device_states.n_sinks, ANNOTATION_NONE,
			&t->device_states.given_check));
	queue_upload(t->queue, (int32_t *)t->device_states.given_check + sink, &given,
		     sizeof given);
	return queue_sync(t->queue);
}

#include "gpu/place/field.h"

#include "base/grow.h"

#define PI 3.14159265358979323846

/* Cosine and sine of an angle from 0 to pi / 4, by their series: plain arithmetic, the same everywhere. */
static struct place_wave wave_of(double angle)
{
	struct place_wave wave = {0, 0};
	double term = 1;

	for (int n = 0; n < 20; n += 2) {
		double sign = n % 4 ? -1 : 1;

		wave.cosine += sign * term;
		term *= angle / (n + 1);
		wave.sine += sign * term;
		term *= angle / (n + 2);
	}
	return wave;
}

/* Of pi j / 2 side, j below 2 side. */
static struct place_wave table_wave(int32_t j, int32_t side)
{
	double part = PI / (2.0 * side);
	struct place_wave wave;

	if (j > side) {
		wave = table_wave(2 * side - j, side);
		return (struct place_wave){-wave.cosine, wave.sine};
	}
	if (2 * j <= side)
		return wave_of(j * part);
	wave = wave_of((side - j) * part);
	return (struct place_wave){wave.sine, wave.cosine};
}

static enum status fill_axis(struct queue *queue, int32_t log, int32_t *reversed,
			     struct place_wave *wave, struct field_axis *axis)
{
	int32_t side = 1 << log;

	for (int32_t i = 1; i < side; i++)
		reversed[i] = reversed[i / 2] / 2 + (i % 2) * (side / 2);
	for (int32_t j = 0; j < 2 * side; j++)
		wave[j] = table_wave(j, side);
	axis->log = log;
	TRY(DEVICE_PUT(queue, "placement field", &axis->reversed, reversed, side));
	TRY(DEVICE_PUT(queue, "placement field", &axis->wave, wave, 2 * side));
	return queue_sync(queue);
}

static enum status open_axis(struct queue *queue, int32_t log, struct field_axis *axis)
{
	FREED struct place_wave *wave = NULL;
	FREED int32_t *reversed = NULL;

	TRY(ALLOC(&reversed, 1 << log));
	TRY(ALLOC(&wave, 2 << log));
	return queue_settle(queue, fill_axis(queue, log, reversed, wave, axis));
}

static enum status open_maps(struct field *field)
{
	struct queue *queue = field->queue;
	int64_t bins = (int64_t)1 << (field->axis[0].log + field->axis[1].log);

	TRY(DEVICE_ALLOC(queue, "placement field", &field->d_spectrum, bins));
	for (int axis = 0; axis < 2; axis++) {
		TRY(DEVICE_ALLOC_ALL(queue, "placement field", bins, &field->d_along[axis],
				     &field->d_field[axis]));
	}
	return STATUS_OK;
}

enum status field_open(struct queue *queue, const int32_t log[2], double aspect, struct field *out)
{
	*out = (struct field){.queue = queue,
			      .step = {PI / (1 << log[0]), PI / ((1 << log[1]) * aspect)}};
	TRY(open_axis(queue, log[0], &out->axis[0]));
	TRY(open_axis(queue, log[1], &out->axis[1]));
	return open_maps(out);
}

void field_close(struct field *field)
{
	if (!field->queue)
		return;
	for (int axis = 0; axis < 2; axis++) {
		DEVICE_FREE_ALL(field->queue, &field->axis[axis].reversed, &field->axis[axis].wave,
				&field->d_along[axis], &field->d_field[axis]);
	}
	device_free(field->queue, field->d_spectrum);
	*field = (struct field){0};
}

void field_of(struct field *field, const int64_t *const charge[3], double full, double most)
{
	int64_t columns = (int64_t)1 << field->axis[0].log, rows = (int64_t)1 << field->axis[1].log;
	double bins = (double)(columns * rows);
	struct field_rows_args forth = {field->axis[0],
					field->axis[1],
					{charge[0], charge[1], charge[2]},
					1 / full,
					field->d_spectrum};
	struct field_columns_args columns_args = {
		field->axis[0],    field->axis[1],    field->step[0],   field->step[1],
		field->d_spectrum, field->d_along[0], field->d_along[1]};
	struct field_back_args back = {field->axis[0],
				       field->axis[1],
				       field->d_along[0],
				       field->d_along[1],
				       (double)(1 << PLACE_FIELD_SHIFT) / bins,
				       most * (1 << PLACE_FIELD_SHIFT),
				       field->d_field[0],
				       field->d_field[1]};

	LAUNCH(field->queue, field_rows, 32, &forth, rows / 2);
	LAUNCH(field->queue, field_columns, 32, &columns_args, columns / 2);
	LAUNCH(field->queue, field_back, 32, &back, rows);
}

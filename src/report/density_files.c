/* Maps as files for other programs: comma-separated text, NumPy arrays, grey pictures. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/output.h"
#include "report/density.h"
#include "write/npy.h"

static void write_where(const struct snap_density *map, struct text *out)
{
	const struct rect *d = &map->die;

	text_printf(out,
		    "map %s; unit %s; %" PRId32 " x %" PRId32 " bins; die (um) %.4f %.4f %.4f %.4f",
		    map->name, map->unit, map->columns, map->rows, microns(d->x1), microns(d->y1),
		    microns(d->x2), microns(d->y2));
}

/* ---- .csv: a line for each bin ---- */

static enum status write_csv(const struct snap_density *map, struct output *out)
{
	text_add(&out->text, "# ");
	write_where(map, &out->text);
	text_printf(&out->text, "\ncolumn,row,x1_um,y1_um,x2_um,y2_um,%s\n", map->name);
	for (int32_t y = 0; y < map->rows; y++) {
		for (int32_t x = 0; x < map->columns; x++) {
			struct rect b = snap_density_bin(map, x, y);
			double value = map->value[(int64_t)y * map->columns + x];

			text_printf(&out->text, "%" PRId32 ",%" PRId32 ",%.4f,%.4f,%.4f,%.4f,", x,
				    y, microns(b.x1), microns(b.y1), microns(b.x2), microns(b.y2));
			if (!isnan(value))
				text_number(&out->text, value);
			text_add(&out->text, "\n");
			TRY(output_step(out, (int64_t)y * map->columns + x));
		}
	}
	return STATUS_OK;
}

/* ---- .npy ---- */

/* A comment in its head says where the map is. */
static enum status write_npy(const struct snap_density *map, struct output *out)
{
	RELEASED_BY(text_release) struct text note = TEXT_INIT;

	text_add(&note, "bottom row first; ");
	write_where(map, &note);
	npy_begin(&out->text, "<f8", map->rows, map->columns, text_string(&note));
	for (int64_t i = 0; i < (int64_t)map->columns * map->rows; i++) {
		uint64_t bits;

		memcpy(&bits, &map->value[i], sizeof bits);
		npy_put(&out->text, bits);
		TRY(output_step(out, i));
	}
	return STATUS_OK;
}

/* ---- .pgm: 16 bits, top row first ---- */

/* 65535 steps from the least to the largest; 0 where there is nothing. */
static enum status write_pgm(const struct snap_density *map, struct output *out)
{
	struct density_summary s = snap_density_summarize(map);
	double range = s.max > s.min ? s.max - s.min : 1;

	text_add(&out->text, "P5\n# ");
	write_where(map, &out->text);
	text_add(&out->text, "\n# 0 is ");
	text_number(&out->text, s.min);
	text_add(&out->text, ", 65535 is ");
	text_number(&out->text, s.min + range);
	text_printf(&out->text, "\n%" PRId32 " %" PRId32 "\n65535\n", map->columns, map->rows);
	for (int32_t y = map->rows - 1; y >= 0; y--) {
		for (int32_t x = 0; x < map->columns; x++) {
			double value = map->value[(int64_t)y * map->columns + x];
			int grey = isnan(value) ? 0 : (int)((value - s.min) / range * 65535 + 0.5);
			char bytes[2] = {(char)(grey >> 8), (char)(grey & 255)};

			text_append(&out->text, bytes, 2);
		}
		TRY(output_step(out, (int64_t)(map->rows - y) * map->columns));
	}
	return STATUS_OK;
}

static bool ends(const char *path, const char *with)
{
	size_t n = strlen(path), m = strlen(with);

	return n > m && strcmp(path + n - m, with) == 0;
}

enum status density_write(const struct density_result *result, const char *path, struct task *task)
{
	enum status (*write)(const struct snap_density *map, struct output *out) = NULL;
	struct output out;

	if (ends(path, ".csv") || ends(path, ".csv.gz"))
		write = write_csv;
	else if (ends(path, ".npy"))
		write = write_npy;
	else if (ends(path, ".pgm") || ends(path, ".pgm.gz"))
		write = write_pgm;
	if (!write)
		return status_fail(STATUS_USAGE,
				   "write_density: expected a file that ends in .csv, .npy or "
				   ".pgm, not \"%.100s\"",
				   path);
	DOING(task, "writing the map", (int64_t)result->map->columns * result->map->rows);
	TRY(output_open(&out, path, task));
	return output_close(&out, write(result->map, &out));
}

#include "write/ssta_part.h"

#include <inttypes.h>

static void write_head(const struct ssta_part *p, struct text *out)
{
	text_printf(out, "warpscope-ssta 2\nsplit %d\nseed %" PRIu64 "\nsampling %d", (int)p->split,
		    p->seed, p->sampling);
	if (p->strata)
		text_printf(out, " %" PRId32, p->strata / 4);
	text_printf(out, "\nmethod %d %d %d %" PRId64 "\n", p->method, p->generator, p->single,
		    p->n_raised);
	text_printf(out, "digest %016" PRIx64 "\nsamples %" PRId64 " %" PRId64 "\n", p->digest,
		    p->begin, p->end);
	text_printf(out, "columns %" PRId32 " %" PRId32 "\nendpoints %" PRId32 "\n", p->n_groups,
		    p->n_series, p->n_ends);
	text_add(out, "shares");
	for (int i = 0; i < 4; i++)
		text_printf(out, " %.17g", p->share[i]);
	if (p->by_distance)
		text_add(out, " 1");
	text_add(out, p->n_series ? "\nkept" : "\n");
	for (int32_t i = 0; i < p->n_series; i++)
		text_printf(out, " %" PRId32 "%s", p->series[i], i + 1 < p->n_series ? "" : "\n");
}

static enum status write_sums(const struct ssta_part *p, struct output *out)
{
	for (int64_t i = 0; i < p->n_ends; i++) {
		for (int64_t j = 0; j < SSTA_PART_SUMS; j++) {
			int64_t sum = p->sum[i * SSTA_PART_SUMS + j];

			if (j)
				text_add(&out->text, " ");
			if (j % 2 || j >= SSTA_PART_SUMS - 2)
				text_printf(&out->text, "%" PRId64, sum);
			else
				text_printf(&out->text, "%" PRIu64, (uint64_t)sum);
		}
		text_add(&out->text, "\n");
		TRY(output_step(out, i));
	}
	return STATUS_OK;
}

static enum status write_rows(const struct ssta_part *p, struct output *out)
{
	int64_t columns = ssta_part_columns(p);

	for (int64_t i = 0; i < p->end - p->begin; i++) {
		for (int64_t j = 0; j < columns; j++)
			text_printf(&out->text, "%s%" PRId64, j ? " " : "",
				    p->row[i * columns + j]);
		text_add(&out->text, "\n");
		TRY(output_step(out, i));
	}
	return STATUS_OK;
}

enum status ssta_part_write(const struct ssta_part *part, const char *path, struct task *task)
{
	struct output out;
	enum status status;

	TRY(output_open(&out, path, task));
	write_head(part, &out.text);
	status = write_sums(part, &out) ?: write_rows(part, &out);
	text_add(&out.text, "end\n");
	return output_close(&out, status);
}

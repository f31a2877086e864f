#include "gpu/device/columns.h"

#include <inttypes.h>

#include "base/bits.h"

void columns_release(struct queue *queue, struct columns *columns)
{
	for (int c = 0; c < columns->n; c++)
		DEVICE_FREE(queue, columns->d[c]);
	columns->capacity = 0;
}

void columns_copy(struct queue *queue, const struct columns *from, int64_t n,
		  const struct columns *to, int64_t at)
{
	for (int c = 0; c < from->n; c++) {
		int64_t size = from->item_size[c];

		queue_copy(queue, (char *)to->d[c] + at * size, from->d[c], n * size);
	}
}

static enum status alloc_columns(struct queue *queue, struct columns *columns, int64_t capacity)
{
	for (int c = 0; c < columns->n; c++) {
		enum status status = device_alloc(queue, columns->name,
						  capacity * columns->item_size[c], &columns->d[c]);

		if (status != STATUS_OK) {
			columns_release(queue, columns);
			return status;
		}
	}
	columns->capacity = capacity;
	return STATUS_OK;
}

enum status columns_reserve(struct queue *queue, struct columns *columns, int64_t need,
			    int64_t keep)
{
	struct columns larger = *columns;
	/* Half as much again, so that growing step by step costs little … */
	int64_t roomy = max_i64(need, columns->capacity + columns->capacity / 2);
	enum status status;

	if (need <= columns->capacity)
		return STATUS_OK;
	if (need >= INT32_MAX)
		return status_fail(STATUS_DEVICE_MEMORY, "%s: more than %" PRId32 " rows",
				   columns->name, INT32_MAX - 1);
	if (keep == 0)
		columns_release(queue, columns);
	for (int c = 0; c < larger.n; c++)
		larger.d[c] = NULL;
	status = alloc_columns(queue, &larger, roomy);
	if (status == STATUS_DEVICE_MEMORY && roomy > need) /* … but not more than there is */
		status = alloc_columns(queue, &larger, need);
	if (status == STATUS_OK && keep > 0) {
		columns_copy(queue, columns, keep, &larger, 0);
		status = queue_sync(queue);
	}
	if (status != STATUS_OK) {
		columns_release(queue, &larger);
		return status;
	}
	columns_release(queue, columns);
	*columns = larger;
	return STATUS_OK;
}

#include "gpu/spmv/spmv.h"

#include "base/grow.h"
#include "gpu/spmv/spmv_args.h"

const char *spmv_method_name(enum spmv_method method)
{
	static const char *const names[N_SPMV_METHODS] = {
		"serial", "thread",          "warp",  "product", "product-expanded",
		"warped", "warped-expanded", "merge", "fused",   "fused-expanded"};

	return names[method];
}

int32_t lab_tiles(const int32_t *row, int32_t n_rows, int32_t most_entries, int32_t most_rows,
		  struct lab_tile *tile)
{
	struct lab_tile *last = tile;

	*last = (struct lab_tile){0, 0};
	for (int32_t r = 0; r < n_rows; r++) {
		if (r > last->row &&
		    (row[r + 1] - last->entry > most_entries || r - last->row == most_rows))
			*++last = (struct lab_tile){r, row[r]};
	}
	if (n_rows)
		*++last = (struct lab_tile){n_rows, row[n_rows]};
	return (int32_t)(last - tile);
}

static int32_t fused_tiles(const struct sparse *a, struct lab_tile *tile)
{
	return lab_tiles(a->row, a->n_rows, FUSED_PRODUCTS, FUSED_ROWS, tile);
}

static int64_t chunks_of(const struct sparse *a)
{
	return ((int64_t)a->n_rows + sparse_entries(a) + MERGE_CHUNK - 1) / MERGE_CHUNK;
}

static enum status upload(struct spmv *s)
{
	const struct sparse *a = s->a;
	int64_t n = sparse_entries(a), rows = (int64_t)a->n_rows + 1;
	int32_t *d_row, *d_column;
	FREED struct lab_tile *tile = NULL;
	float *d_value;

	s->d.n_rows = a->n_rows;
	s->d.n_columns = a->n_columns;
	s->d.n = (int32_t)n;
	TRY(DEVICE_ALLOC(s->queue, "lab rows", &d_row, rows));
	s->d.row = d_row;
	TRY(DEVICE_ALLOC(s->queue, "lab columns", &d_column, n));
	s->d.column = d_column;
	TRY(DEVICE_ALLOC(s->queue, "lab values", &d_value, n));
	s->d.value = d_value;
	queue_upload(s->queue, d_row, a->row, rows * 4);
	queue_upload(s->queue, d_column, a->column, n * 4);
	queue_upload(s->queue, d_value, a->value, n * 4);
	TRY(queue_sync(s->queue));
	TRY(ALLOC(&tile, rows));
	s->n_tiles = fused_tiles(a, tile);
	for (int32_t r = 0; r < a->n_rows; r++)
		s->has_alone |= a->row[r + 1] - a->row[r] > FUSED_ALONE;
	TRY(DEVICE_ALLOC(s->queue, "lab tiles", &s->d_tile, s->n_tiles + 1));
	queue_upload(s->queue, s->d_tile, tile, ((int64_t)s->n_tiles + 1) * (int64_t)sizeof *tile);
	return queue_sync(s->queue);
}

enum status spmv_open(struct queue *queue, const struct sparse *a, struct spmv *out)
{
	enum status status;

	*out = (struct spmv){.queue = queue, .a = a};
	status = upload(out);
	if (status != STATUS_OK)
		spmv_close(out);
	return status;
}

void spmv_close(struct spmv *s)
{
	if (!s->queue)
		return;
	DEVICE_FREE_ALL(s->queue, &s->d.row, &s->d.column, &s->d.value, &s->d_tile, &s->d_product,
			&s->d_expanded, &s->d_carry, &s->d_carry_row, &s->d_chunk);
	*s = (struct spmv){0};
}

static bool has_products(enum spmv_method method)
{
	return method == SPMV_PRODUCT || method == SPMV_EXPANDED || method == SPMV_WARPED ||
	       method == SPMV_WARPED_EXPANDED;
}

bool spmv_is_expanded(enum spmv_method method)
{
	return method == SPMV_EXPANDED || method == SPMV_WARPED_EXPANDED ||
	       method == SPMV_FUSED_EXPANDED;
}

/* Where chunks of the merge begin: how many rows end before each. */
static enum status upload_chunks(struct spmv *s)
{
	int64_t n = chunks_of(s->a);
	int32_t row = 0;
	FREED int32_t *first = NULL;

	TRY(ALLOC(&first, n + 1));
	for (int64_t c = 0; c <= n; c++) {
		while (row < s->a->n_rows &&
		       (int64_t)s->a->row[row + 1] + row + 1 <= c * MERGE_CHUNK)
			row++;
		first[c] = row;
	}
	TRY(DEVICE_ALLOC(s->queue, "lab chunks", &s->d_chunk, n + 1));
	queue_upload(s->queue, s->d_chunk, first, 4 * (n + 1));
	return queue_sync(s->queue);
}

enum status spmv_prepare(struct spmv *s, enum spmv_method method)
{
	if (has_products(method) && !s->d_product)
		TRY(DEVICE_ALLOC(s->queue, "lab products", &s->d_product, s->d.n));
	if (spmv_is_expanded(method) && !s->d_expanded)
		TRY(DEVICE_ALLOC(s->queue, "lab expanded", &s->d_expanded, s->d.n));
	if (method != SPMV_MERGE || s->d_chunk)
		return STATUS_OK;
	TRY(DEVICE_ALLOC(s->queue, "lab carries", &s->d_carry, chunks_of(s->a)));
	TRY(DEVICE_ALLOC(s->queue, "lab carries", &s->d_carry_row, chunks_of(s->a)));
	return upload_chunks(s);
}

void spmv_expand_vector(struct spmv *s, const float *d_x)
{
	struct spmv_expand_args args = {s->d.column, d_x, s->d_expanded};

	LAUNCH(s->queue, spmv_expand, 32, &args, s->d.n);
}

static void run_products(struct spmv *s, enum spmv_method method, const float *d_x)
{
	struct spmv_products_args products = {s->d.column, s->d.value, d_x, s->d_product};
	struct spmv_scale_args scale = {s->d.value, s->d_expanded, s->d_product};

	if (spmv_is_expanded(method))
		LAUNCH(s->queue, spmv_scale, 32, &scale, s->d.n);
	else
		LAUNCH(s->queue, spmv_products, 32, &products, s->d.n);
}

static void run_sums(struct spmv *s, enum spmv_method method, float *d_y)
{
	struct spmv_sums_args sums = {s->d.n_rows, s->d.n, s->d.row, s->d_product, d_y};
	struct spmv_warped_sums_args warped = {s->d.row, s->d_product, d_y};

	if (method == SPMV_WARPED || method == SPMV_WARPED_EXPANDED)
		LAUNCH(s->queue, spmv_warped_sums, 32, &warped, s->d.n_rows);
	else
		LAUNCH(s->queue, spmv_sums, 32, &sums,
		       ((int64_t)s->d.n_rows + SUMS_ROWS - 1) / SUMS_ROWS);
}

static void run_merge(struct spmv *s, const float *d_x, float *d_y)
{
	struct spmv_merge_args merge = {s->d, s->d_chunk, d_x, d_y, s->d_carry, s->d_carry_row};
	struct spmv_carries_args carries = {s->d.n_rows, s->d.row, s->d_carry, s->d_carry_row, d_y};

	LAUNCH(s->queue, spmv_merge, 32, &merge, chunks_of(s->a));
	LAUNCH(s->queue, spmv_carries, 32, &carries, chunks_of(s->a));
}

void spmv_run(struct spmv *s, enum spmv_method method, const float *d_x, float *d_y)
{
	struct spmv_rows_args rows = {s->d, d_x, d_y};
	struct spmv_warps_args warps = {s->d, d_x, d_y, s->uncached};
	struct spmv_fused_args fused = {s->d, s->d_tile, s->n_tiles, s->has_alone, d_x, d_y};
	int64_t fused_items = ((int64_t)s->n_tiles + FUSED_WARPS - 1) / FUSED_WARPS;

	switch (method) {
	case SPMV_ROWS:
		LAUNCH(s->queue, spmv_rows, 32, &rows, s->d.n_rows);
		break;
	case SPMV_WARPS:
		LAUNCH(s->queue, spmv_warps, 32, &warps, s->d.n_rows);
		break;
	case SPMV_PRODUCT:
	case SPMV_EXPANDED:
	case SPMV_WARPED:
	case SPMV_WARPED_EXPANDED:
		run_products(s, method, d_x);
		run_sums(s, method, d_y);
		break;
	case SPMV_MERGE:
		run_merge(s, d_x, d_y);
		break;
	case SPMV_FUSED_EXPANDED:
		fused.a.column = NULL;
		fused.x = s->d_expanded;
		LAUNCH(s->queue, spmv_fused, 32, &fused, fused_items);
		break;
	case SPMV_FUSED:
		LAUNCH(s->queue, spmv_fused, 32, &fused, fused_items);
		break;
	case SPMV_SERIAL:
	case N_SPMV_METHODS:
		break;
	}
}

void spmv_serial(const struct sparse *a, const float *x, float *y)
{
	for (int32_t r = 0; r < a->n_rows; r++) {
		float sum = 0;

		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++)
			sum += a->value[e] * x[a->column[e]];
		y[r] = sum;
	}
}

/* Short, even rows of a matrix that the caches hold go to threads, which need no barrier. Thresholds fitted to H200 times of the matrices of
 * [SpMV]. */
#define SHORT_MEAN   6.95
#define EVEN_IDLE    0.2
#define MOST_ENTRIES 5000000

enum spmv_method spmv_choose(const struct sparse_statistics *s)
{
	return s->mean < SHORT_MEAN && s->idle < EVEN_IDLE && s->n < MOST_ENTRIES ? SPMV_ROWS
										  : SPMV_FUSED;
}

/* ---- the result ---- */

int64_t spmv_bytes(const struct sparse *a, enum spmv_method method)
{
	int64_t n = sparse_entries(a), rows = 8 * (int64_t)a->n_rows, x = 4 * (int64_t)a->n_columns;

	if (spmv_is_expanded(method))
		return (has_products(method) ? 16 : 8) * n + rows;
	return (has_products(method) ? 16 : 8) * n + rows + x;
}

/* Turns of 32 lanes each. */
static int64_t turns_of_warps(const struct sparse *a)
{
	int64_t turns = 0;

	for (int32_t r = 0; r < a->n_rows; r++)
		turns += (a->row[r + 1] - a->row[r] + LAB_LANES - 1) / LAB_LANES;
	return turns;
}

static int64_t turns_of_threads(const struct sparse *a)
{
	int64_t turns = 0;

	for (int64_t first = 0; first < a->n_rows; first += LAB_LANES) {
		int32_t most = 0;

		for (int64_t r = first; r < a->n_rows && r < first + LAB_LANES; r++)
			most = a->row[r + 1] - a->row[r] > most ? a->row[r + 1] - a->row[r] : most;
		turns += most;
	}
	return turns;
}

/* Of the products that a tile could have. */
static int64_t places_of_tiles(const struct sparse *a)
{
	FREED struct lab_tile *tile = NULL;
	int64_t places = 0;

	if (ALLOC(&tile, (int64_t)a->n_rows + 1) != STATUS_OK)
		return 0;
	for (int32_t t = 0, n = fused_tiles(a, tile); t < n; t++) {
		int64_t in_tile = tile[t + 1].entry - tile[t].entry;

		places += (in_tile + FUSED_PRODUCTS - 1) / FUSED_PRODUCTS * FUSED_PRODUCTS;
	}
	return places;
}

double spmv_idle(const struct sparse *a, enum spmv_method method)
{
	int64_t n = sparse_entries(a), places = n;

	switch (method) {
	case SPMV_ROWS:
	case SPMV_PRODUCT:
	case SPMV_EXPANDED:
		places = LAB_LANES * turns_of_threads(a);
		break;
	case SPMV_WARPS:
	case SPMV_WARPED:
	case SPMV_WARPED_EXPANDED:
		places = LAB_LANES * turns_of_warps(a);
		break;
	case SPMV_FUSED:
	case SPMV_FUSED_EXPANDED:
		places = places_of_tiles(a);
		break;
	case SPMV_MERGE:
		n += a->n_rows;
		places = chunks_of(a) * MERGE_CHUNK;
		break;
	case SPMV_SERIAL:
	case N_SPMV_METHODS:
		break;
	}
	return places ? 1 - (double)n / (double)places : 0;
}

double spmv_hit_ratio(const struct sparse *a, int32_t block_rows, int32_t products)
{
	int64_t hits = 0, n = sparse_entries(a);

	for (int64_t first = 0; first < a->n_rows; first += block_rows) {
		int64_t end = first + block_rows < a->n_rows ? first + block_rows : a->n_rows;
		int64_t begin = a->row[first] / SUMS_ALIGN * SUMS_ALIGN, cached = begin + products;

		if (cached > a->row[first])
			hits += (a->row[end] < cached ? a->row[end] : cached) - a->row[first];
	}
	return n ? (double)hits / (double)n : 1;
}

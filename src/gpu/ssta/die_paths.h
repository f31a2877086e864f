/*
 * Paths in sampled dies ([SpMV], section 4.1, with the dies of [SSTA]): the slacks of the first paths of a search in DIES dies at once, by a
 * product of two matrices and by the forest. Dies are those of Monte-Carlo SSTA (gpu/ssta/ssta.h), to the femtosecond: what a path has in die
 * N is what it has in the timing that ssta_open(N) makes. Slacks are before credit, as there. See gpu/ssta/k_die_paths.cu.
 */
#ifndef GPU_SSTA_DIE_PATHS_H
#define GPU_SSTA_DIE_PATHS_H

#include "gpu/search/search.h"
#include "gpu/ssta/device_ssta.h"
#include "gpu/ssta/ssta.h"

struct die_paths {
	struct queue *queue;     /* borrowed */
	const struct ssta *ssta; /* borrowed */
	int32_t n_paths;
	int64_t *slack; /* owned [n_paths] fs: nominal, before credit, by rank */
	int sign;       /* of what sums add to it: −1 late, 1 early */
	/* How large it is: what varies, ends of paths, nodes of clock networks, entries of rows, paths that the forest needs, and its
	 * states. */
	int32_t n_columns, n_ends, n_nodes, n_records, n_states;
	int64_t n_entries;
	int32_t *record_of; /* owned [n_paths]: of each path, by number among those */
	/* owned, host */
	int32_t *row, *column;
	int32_t *level_first; /* [n_levels + 1]: records */
	int32_t n_levels, n_node_levels, n_state_levels;
	/* owned, device */
	struct die_column *d_column;
	struct die_node *d_node;
	struct die_node_arc *d_node_arc;
	struct die_end *d_end;
	struct die_record *d_record;
	int32_t *d_node_row, *d_state_row, *d_row, *d_entry, *d_next, *d_next_column;
	int32_t *d_shared, *d_delta, *d_sum, *d_suffix, *d_record_sum;
	int64_t *d_arrival;
	int32_t *shared; /* owned [regions][DIES] */
	int32_t *row_z;  /* owned [rows of the factors]: of a die */
};

/*
 * The first n paths of a search of the netlist's paths in a graph of some of them (`paths`; NULL = in all states); the search, its image and the run are borrowed, and the design's timing is the nominal
 * one. STATUS_FAILED when the split of the run isn't that of the search, and when a path may deviate by 2 us or more; STATUS_NO_MEMORY,
 * STATUS_DEVICE_MEMORY.
 */
enum status die_paths_open(struct search *search, const struct path_image *paths,
			   const struct ssta *ssta, int64_t n, struct die_paths *out);
void die_paths_close(struct die_paths *paths); /* all zero is fine */

/* What varies in dies first … first + DIES − 1; first is a multiple of DIES. Waits. */
enum status die_paths_draw(struct die_paths *paths, int64_t first);
/* After that, queued: by a product, and by the forest. */
void die_paths_multiply(struct die_paths *paths);
void die_paths_follow(struct die_paths *paths);
/* Their slacks on the host: [n_paths][DIES] fs. By the forest if so. */
enum status die_paths_read(struct die_paths *paths, bool of_forest, int64_t *slack);
/* The product on the host, one path after another: [n_paths][DIES] fs. */
enum status die_paths_serial(struct die_paths *paths, int64_t *slack);

/* Bytes that they have to move. */
int64_t die_paths_bytes(const struct die_paths *paths, bool of_forest);

#endif

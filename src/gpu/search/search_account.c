/*
 * Bytes that the search's kernels read on their walks, for the profile. Only the device knows how
 * long walks are, so while it is profiled, a kernel that the profile leaves out measures them.
 */
#include "gpu/device/profile.h"
#include "gpu/search/search_args.h"
#include "gpu/search/search_impl.h"

/* A walk reads 4 bytes (the link) and a time (`ahead`) a state, and a time (the cost) an arc. */
enum { STATE_BYTES = 4 };

static const enum kernel_id walkers[N_WALKERS] = {KERNEL_ID_lower_bound, KERNEL_ID_count_children,

						  KERNEL_ID_expand_children};

void search_note_walk(struct search *search, enum kernel_id kernel,
		      const struct count_children_args *count, int64_t n)
{
	struct queue *queue = search->queue;
	struct search_walks *walks = &search->walks;
	int i = 0;
	struct walk_lengths_args args = {.count = *count};

	if (!queue_profiled(queue))
		return;
	while (walkers[i] != kernel)
		i++;
	if (!queue_profiles_walks(queue)) {
		queue_lacks_bytes(queue, kernel);
		return;
	}
	queue_unprofiled(queue, true);
	if (!walks->d_total &&
	    DEVICE_ALLOC(queue, "walk lengths", &walks->d_total, N_WALKERS) == STATUS_OK)
		queue_fill(queue, walks->d_total, 0, N_WALKERS * (int64_t)sizeof *walks->d_total);
	args.total = walks->d_total + i;
	if (walks->d_total)
		LAUNCH(queue, walk_lengths, search->image->fs_bits, &args, n);
	walks->pending = walks->d_total != NULL;
	queue_unprofiled(queue, false);
}

void search_ask_walks(struct search *search)
{
	struct search_walks *walks = &search->walks;
	int64_t bytes = N_WALKERS * (int64_t)sizeof *walks->d_total;

	if (!walks->pending)
		return;
	queue_unprofiled(search->queue, true);
	queue_download(search->queue, walks->total, walks->d_total, bytes);
	queue_fill(search->queue, walks->d_total, 0, bytes);
	queue_unprofiled(search->queue, false);
}

void search_take_walks(struct search *search)
{
	struct search_walks *walks = &search->walks;
	int64_t fs = search_fs_size(search);

	for (int i = 0; i < N_WALKERS && walks->pending; i++)
		queue_add_bytes(search->queue, walkers[i], 0,
				(STATE_BYTES + fs) * walks->total[i].n_states +
					fs * walks->total[i].n_arcs);
	walks->pending = false;
}

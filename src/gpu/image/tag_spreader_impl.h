/* The parts of tag_spreader.c; only tag_*.c of this folder include it. */
#ifndef GPU_IMAGE_TAG_SPREADER_IMPL_H
#define GPU_IMAGE_TAG_SPREADER_IMPL_H

#include "gpu/image/tag_set_args.h"
#include "gpu/image/tag_spreader.h"

/* The spreading of one state graph's data. */
struct spreading {
	struct tag_spreader *spreader;
	struct tag_spread *of; /* the host's side */
	struct queue *queue;
	int32_t n_vertices;
	struct device_tag_sets sets; /* device pointers, owned but for those of the spreader */
	int32_t *n_arcs;             /* device, owned [n_vertices] */
	int64_t *first_launched;     /* device, owned [n_launching] */
	int32_t n_launching;         /* tags that there are at first */
	int32_t n_requests;
	struct tag_request *d_request; /* device, owned [n_requests] */
	/* What the host has said: owned. */
	int32_t n_tags, n_needs;
	struct device_tag *tag;
	int32_t *need;
	int64_t n_slots, n_steps;
	struct tag_step_slot *slot;
	struct tag_request *request; /* the host's copy */
	int64_t tag_capacity, need_capacity, request_capacity;
	struct tag_counters counters;        /* the host's copy */
	int32_t *n_new;                      /* device, owned [n_vertices] */
	int64_t *at;                         /* device, owned [n_vertices + 1] */
	struct device_new_states new_states; /* the host's, or on the device and owned */
	bool in_host_memory;
};

/* Device memory of an array of the host, which stays as it is meanwhile. */
static inline enum status tags_lend(struct queue *queue, const void *from, int64_t bytes,
				    const void *d_out)
{
	return device_lend(queue, "tags", from, bytes, (const void **)d_out);
}

#define LEND_ITEMS(queue, from, n, d_pointer)                                                      \
	tags_lend((queue), (from), (int64_t)(n) * (int64_t)sizeof **(d_pointer), (d_pointer))

/* tag_steps.c: what the host has said: tags that are new; room in its table; the answers to what was asked of the level that was
 * stopped after; on the device, and back. */
enum status tag_steps_list(struct spreading *s);
enum status tag_steps_grow(struct spreading *s);
enum status tag_steps_answer(struct spreading *s);
enum status tag_steps_lend(struct spreading *s);
void tag_steps_return(struct spreading *s);

/* tag_states.c: states and arcs of complete sets, on the host too. */
enum status tag_states_make(struct spreading *s);
/* Free its arrays on the device. */
void tag_states_close(struct spreading *s);

#endif

/*
 * propagate_distance: algorithm 1 of [CPG-J], a round. Write its body, then in warpscope: kernel_try propagate_distance THIS_FILE
 *
 * Item v: a state of the graph. If its distance has changed (bitmap[v] isn't 0), clear bitmap[v] and offer each state u that has an
 * arc to v the distance dist[v] + weight of that arc: buffer[u] becomes the least of what it was and what it is offered. Arcs into v
 * are e = in_row[v] … in_row[v + 1] − 1, from in_from[e]; one whose weight is FS_NONE isn't there.
 *
 *	k->in_row     [n + 1] int32_t
 *	k->in_from    [arcs] int32_t
 *	k->in_weight  [arcs] fs_t
 *	k->dist       [n] fs_t; that of a state with bitmap[v] is a number
 *	k->buffer     [n] fs_t: lower it
 *	k->bitmap     [n] uint8_t: clear it
 *
 * Several items may offer to one state at once: atomic_min_fs(&buffer[u], offer). fs_t is int64_t here: femtoseconds.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/search/paper/paper_args.h"

/*
 * A thread has the item; TEAM_KERNEL(propagate_distance, k, v, t) gives it to a warp, whose lane t.lane of t.width takes every
 * t.width-th arc. team_barrier(t) waits for all lanes. On the CPU t.width is 1.
 */
KERNEL(propagate_distance, k, v)
{
	const fs_t *dist = (const fs_t *)k->dist;
	const fs_t *weight = (const fs_t *)k->in_weight;
	fs_t *buffer = (fs_t *)k->buffer;

	(void)dist;
	(void)weight;
	(void)buffer;
	/* your body */
}

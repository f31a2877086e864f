#include "gpu/credit/timing_pin_slacks.h"

#include "gpu/credit/credit_args.h"
#include "gpu/credit/timing_slacks_impl.h"
#include "gpu/timing/timing_paths.h"

static const char memory_name[] = "pin slacks";

/* Of one split; device memory, owned. */
struct pin_lists {
	struct launching launching; /* lists of launches; open: states */
	struct device_launches captures;
	int32_t *branch;
	int64_t *slot;    /* of captures */
	int64_t *d_slack; /* borrowed */
};

static void release(struct pin_lists *p)
{
	struct queue *queue = p->launching.timing->queue;

	DEVICE_FREE_ALL(queue, &p->branch, &p->slot, &p->captures.n, &p->captures.list);
	launching_release(&p->launching);
}

static enum status prepare(struct pin_lists *p)
{
	struct launching *l = &p->launching;
	struct timing_image *t = l->timing->image;
	struct queue *queue = l->timing->queue;
	int64_t n_states = t->device_states.n_states;
	struct capture_branches_args branches = {.credit = l->credit};

	TRY(launching_prepare(l));
	TRY(DEVICE_ALLOC(queue, memory_name, &p->branch, l->timing->network.n));
	TRY(DEVICE_ALLOC(queue, memory_name, &l->open, n_states));
	branches.branch = p->branch;
	LAUNCH(queue, capture_branches, 32, &branches, l->timing->network.n);
	queue_fill(queue, l->open, 1, n_states);
	p->captures.branch = p->branch;
	p->captures.not_monotone = l->not_monotone;
	return STATUS_OK;
}

/* Slots for what leads to open states, and for what they lead to; how many there are of either. */
static enum status choose_slots(struct pin_lists *p, int64_t *n_launches, int64_t *n_captures)
{
	struct launching *l = &p->launching;
	struct timing_image *t = l->timing->image;
	struct queue *queue = l->timing->queue;
	int64_t n = t->device_states.n_states;
	struct pin_marks_args marks = {.open = l->open};
	struct launch_cone_args before = {.states = t->device_states};
	struct capture_cone_args after = {.states = t->device_states};

	if (!l->mark)
		TRY(DEVICE_ALLOC(queue, memory_name, &l->mark, n));
	if (!l->slot)
		TRY(DEVICE_ALLOC(queue, memory_name, &l->slot, n + 1));
	if (!p->slot)
		TRY(DEVICE_ALLOC(queue, memory_name, &p->slot, n + 1));
	marks.mark = before.mark = after.mark = l->mark;
	LAUNCH(queue, pin_marks, 32, &marks, n);
	SWEEP(queue, launch_cone, 32, &before, t->image->d_level_row, t->image->n_levels);
	prim_scan(queue, l->mark, l->slot, n);
	LAUNCH(queue, pin_marks, 32, &marks, n);
	SWEEP(queue, capture_cone, 32, &after, l->row, t->image->n_levels);
	prim_scan(queue, l->mark, p->slot, n);
	queue_download(queue, n_launches, l->slot + n, sizeof *n_launches);
	queue_download(queue, n_captures, p->slot + n, sizeof *n_captures);
	l->lists.slot = l->slot;
	p->captures.slot = p->slot;
	return queue_sync(queue);
}

/* Both sweeps, and the slacks that are certain by them. */
static enum status sweep(struct pin_lists *p, int64_t *n_open)
{
	struct launching *l = &p->launching;
	struct timing_image *t = l->timing->image;
	struct queue *queue = l->timing->queue;
	int fs_bits = timing_fs_bits(l->timing);
	struct launch_sweep_args launch = {.states = t->device_states,
					   .credit = l->credit,
					   .source = l->source,
					   .largest = l->largest,
					   .split = l->split,
					   .launches = l->lists};
	struct capture_sweep_args capture = {.states = t->device_states,
					     .endpoint = t->d_endpoint,
					     .credit = l->credit,
					     .largest = l->largest,
					     .split = l->split,
					     .captures = p->captures};
	struct pin_slacks_args slacks = {.credit = l->credit,
					 .launches = l->lists,
					 .captures = p->captures,
					 .open = l->open,
					 .slack = p->d_slack,
					 .n_open = l->d_n_open};

	SWEEP(queue, launch_sweep, fs_bits, &launch, l->row, t->image->n_levels);
	SWEEP(queue, capture_sweep, fs_bits, &capture, t->image->d_level_row, t->image->n_levels);
	queue_fill(queue, l->d_n_open, 0, sizeof *l->d_n_open);
	LAUNCH(queue, pin_slacks, fs_bits, &slacks, t->device_states.n_states);
	return queue_read(queue, n_open, l->d_n_open, sizeof *n_open);
}

/* Whether there was room for its lists, in *ran. */
static enum status run_round(struct pin_lists *p, int round, int64_t *n_open, bool *ran)
{
	struct timing *timing = p->launching.timing;
	struct launching *l = &p->launching;
	int64_t n_launches = timing->image->device_states.n_states, n_captures = n_launches;
	int32_t wanted = timing->pin_slacks.length[round];
	int fs_bits = timing_fs_bits(timing);

	if (wanted < 0)
		return STATUS_OK;
	if (round > 0)
		TRY(choose_slots(p, &n_launches, &n_captures));
	l->lists.most = p->captures.most = wanted ? wanted : launching_lengths[round];
	if (!launching_fits(n_launches + n_captures, l->lists.most, fs_bits))
		return STATUS_OK;
	TRY(launching_alloc(timing->queue, n_launches, fs_bits, &l->lists));
	TRY(launching_alloc(timing->queue, n_captures, fs_bits, &p->captures));
	*ran = true;
	return sweep(p, n_open);
}

/* Pins of the clock network: of what is launched downstream of them. */
static enum status pass_to_clocks(struct pin_lists *p)
{
	struct timing *timing = p->launching.timing;
	struct clock_slacks_args clocks = {.credit = p->launching.credit,
					   .source_state =
						   timing->image->image->device.source_state,
					   .state = timing->network.d_state,
					   .slack = p->d_slack};
	struct clock_rest_args rest = {.states = timing->image->device_states,
				       .split = p->launching.split,
				       .slack = p->d_slack};

	TRY(timing_need_required(timing));
	LAUNCH(timing->queue, clock_slacks, 32, &clocks, timing->image->image->device.n_sources);
	LAUNCH(timing->queue, clock_rest, 32, &rest, timing->image->device_states.n_states);
	return queue_sync(timing->queue);
}

enum status timing_need_pin_slacks(struct timing *timing, enum credit_mode mode, enum split split)
{
	struct pin_slacks *slacks = &timing->pin_slacks;
	struct pin_lists p = {.launching = {.timing = timing, .split = split, .mode = mode}};
	int64_t n_states = timing->image->device_states.n_states, n_open = n_states;
	enum status status;
	bool ran = false;

	TRY(timing_bound_paths(timing));
	if (timing_has_pin_slacks(timing, mode, split))
		return STATUS_OK;
	for (int s = 0; s < N_SPLITS && slacks->mode != mode; s++)
		timing_outdate(timing, TIMING_PIN_SLACKS + s);
	slacks->mode = mode;
	if (!slacks->d_slack[split])
		TRY(DEVICE_ALLOC(timing->queue, memory_name, &slacks->d_slack[split], n_states));
	p.d_slack = slacks->d_slack[split];
	status = timing_credit(timing, split, mode, NULL, &p.launching.credit) ?: prepare(&p);
	for (int round = 0; round < SLACK_ROUNDS && n_open > 0 && status == STATUS_OK; round++) {
		status = run_round(&p, round, &n_open, &ran);
		slacks->n_open[split][round] = n_open;
	}
	if (status == STATUS_OK && !ran)
		status = status_fail(
			STATUS_DEVICE_MEMORY,
			"lists of launches for slacks of pins would take too much memory");
	if (status == STATUS_OK)
		status = pass_to_clocks(&p);
	status = queue_settle(timing->queue, status);
	release(&p);
	TRY(status);
	slacks->n_bounds[split] = n_open;
	timing_made(timing, TIMING_PIN_SLACKS + split);
	return STATUS_OK;
}

bool timing_has_pin_slacks(const struct timing *timing, enum credit_mode mode, enum split split)
{
	return timing_has(timing, TIMING_PIN_SLACKS + split) && timing->pin_slacks.mode == mode;
}

enum status timing_read_pin_slacks(struct timing *timing, struct queue *queue, enum split split,
				   int64_t *slack)
{
	return queue_read(queue, slack, timing->pin_slacks.d_slack[split],
			  timing->image->device_states.n_states * (int64_t)sizeof *slack);
}

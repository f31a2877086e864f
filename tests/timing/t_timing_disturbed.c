/*
 * Timing that is cancelled and runs out of device memory at random places, and is asked again: the
 * status is returned, nothing is lost, and what comes out in the end is what an undisturbed one gives.
 *
 * `t_timing_disturbed SEED` runs one design.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpu/timing/timing_paths.h"
#include "lib/devices.h"
#include "lib/tap.h"
#include "lib/timed.h"

enum {
	MEMORY = 1 << 22, /* of the device */
	MOST_TRIES = 1000,
};

struct disturbed {
	struct device *device;
	struct queue *queue;
	struct task task;
	bool immediate;      /* no waits: the cancellation comes before */
	int waits_to_cancel; /* waits for the device until ^C is pressed */
	void *ballast;
	bool squeezed;
	int64_t peak; /* memory that it takes undisturbed */
	int n_cancelled, n_squeezed;
	const char *wrong; /* the first thing that was wrong */
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static void is_right(struct disturbed *d, bool right, const char *what)
{
	if (!right && !d->wrong)
		d->wrong = what;
}

static void breathe(void *context)
{
	struct disturbed *d = context;

	if (d->waits_to_cancel > 0 && --d->waits_to_cancel == 0)
		atomic_store(&d->task.cancel, true);
}

static int64_t memory_used(const struct disturbed *d)
{
	struct device_memory total;

	device_memory_table(d->device, NULL, 0, &total);
	return total.bytes;
}

/* Something may happen to what comes next. */
static void disturb(struct disturbed *d)
{
	int64_t what = random_below(5), room = random_below(d->peak + 1);

	if (what == 0 || what == 1)
		d->squeezed = device_alloc(d->queue, "ballast", MEMORY - memory_used(d) - room,
					   &d->ballast) == STATUS_OK;
	else if (what == 2 && d->immediate)
		atomic_store(&d->task.cancel, true);
	else if (what == 2 || what == 3)
		d->waits_to_cancel = d->immediate ? 0 : 1 + (int)random_below(20);
}

/* It is over; was it what it should be? True when it has to be asked again. */
static bool again(struct disturbed *d, enum status status)
{
	if (status == STATUS_CANCELLED)
		is_right(d, atomic_load(&d->task.cancel), "cancelled without a request");
	else if (status == STATUS_DEVICE_MEMORY)
		is_right(d, d->squeezed, "out of memory, and it wasn't short");
	else
		is_right(d, status == STATUS_OK, status_text(status));
	d->n_cancelled += status == STATUS_CANCELLED;
	d->n_squeezed += status == STATUS_DEVICE_MEMORY;
	d->waits_to_cancel = 0;
	atomic_store(&d->task.cancel, false);
	if (d->squeezed)
		device_free(d->queue, d->ballast);
	d->squeezed = false;
	return status != STATUS_OK && !d->wrong;
}

/* ---- one thing after another ---- */

static struct timing *disturbed_new(struct disturbed *d, const struct random_design *design)
{
	struct timing *t = NULL;
	enum status status = STATUS_OK;

	for (int tries = 0; tries < MOST_TRIES; tries++) {
		disturb(d);
		status = timed_new(d->queue, &d->task, design, false, &t);
		if (!again(d, status))
			break;
		is_right(d, memory_used(d) == 0, "an image that wasn't built keeps memory");
	}
	is_right(d, status == STATUS_OK, "the image can't be built");
	return status == STATUS_OK ? t : NULL;
}

/* Prepare a search for all paths or for those to half of the pins, with their credits. */
static enum status prepare_paths(struct disturbed *d, struct timing *t)
{
	enum split split = (enum split)random_below(2);
	struct path_filter filter = PATH_FILTER_INIT;
	struct text warnings = TEXT_INIT;
	struct device_credit credit;
	struct path_image *paths;
	bool backward = random_one_in(2);
	enum status status;

	filter.to.given = random_one_in(2);
	for (int32_t p = 0; filter.to.given && p < t->image->graph->netlist->n_pins; p += 2)
		must(point_list_add(&filter.to, (struct point){POINT_PIN, p, EDGES_BOTH}));
	status = timing_path_image(
		t, &(struct timing_query){.split = split, .backward = backward, .filter = &filter},
		&warnings, &d->task, &paths);
	if (status == STATUS_OK)
		status = timing_credit(t, split,
				       (enum credit_mode)(CREDIT_OPENSTA + random_below(2)), paths,
				       &credit);
	path_filter_release(&filter);
	text_release(&warnings);
	return status;
}

/* As a step: set or take away the wires, change a setting, read, prepare a search. */
static void disturbed_step(struct disturbed *d, const struct random_design *design,
			   struct timing *t)
{
	struct timing_settings settings = {.model = (enum delay_model)random_below(3)};
	struct image *image;
	int64_t what = random_below(7);
	enum status status = STATUS_OK;

	for (int tries = 0; tries < MOST_TRIES; tries++) {
		disturb(d);
		if (what == 0 && timed_has_wires(design))
			status = timed_put_wires(&d->task, design, t);
		else if (what == 1)
			timing_set(t, &settings);
		else if (what == 2)
			status = timing_read(t);
		else if (what == 3)
			status = timing_search_image(t, (enum split)random_below(2), &image);
		else if (what == 4)
			status = timing_update(t);
		else
			status = prepare_paths(d, t);
		/* that can't be helped by asking again; the end will show */
		if (!again(d, status == STATUS_BAD_INPUT ? STATUS_OK : status))
			break;
	}
}

/* In the end everything as it would have been. */
static bool same_end(struct disturbed *d, const struct random_design *design, struct timing *t,
		     const struct timed_results *wanted)
{
	static const struct timing_settings settings = {.model = DELAY_ELMORE};
	struct timed_results results;
	enum status status = STATUS_OK;
	bool same;

	timing_set(t, &settings);
	for (int tries = 0; tries < MOST_TRIES && timed_has_wires(design); tries++) {
		disturb(d);
		status = timed_put_wires(&d->task, design, t);
		if (!again(d, status))
			break;
	}
	for (int tries = 0; tries < MOST_TRIES; tries++) {
		disturb(d);
		status = timed_take(d->queue, t, &results);
		if (!again(d, status))
			break;
	}
	if (status != STATUS_OK)
		return false;
	same = timed_same(&results, wanted);
	timed_release(&results);
	return same;
}

static void run(struct disturbed *d, const struct random_design *design)
{
	struct timed_results wanted;
	struct timing *t;
	int n_steps = (int)random_below(8);

	must(timed_new(d->queue, &d->task, design, true, &t));
	must(timed_take(d->queue, t, &wanted));
	d->peak = memory_used(d);
	timing_free(t);
	is_right(d, d->peak < MEMORY / 2 && memory_used(d) == 0, "memory before");
	t = disturbed_new(d, design);
	for (int i = 0; i < n_steps && t && !d->wrong; i++)
		disturbed_step(d, design, t);
	is_right(d, !t || same_end(d, design, t, &wanted), "the timing in the end");
	timing_free(t);
	timed_release(&wanted);
	is_right(d, memory_used(d) == 0, "memory leaks");
}

static bool check_seed(struct disturbed *d, uint64_t seed)
{
	struct random_options options = {
		.scale = 1, .odd = seed % 2 > 0, .constrained = seed % 4 > 1};
	struct random_design design;

	random_seed(seed);
	options.n_instances = (int32_t)random_below(60);
	random_design(&options, &design);
	d->wrong = NULL;
	run(d, &design);
	random_design_release(&design);
	if (d->wrong)
		printf("# wrong: %s, seed %llu\n", d->wrong, (unsigned long long)seed);
	return !d->wrong;
}

static void check_device(const char *name, const struct device_config *config, int n,
			 const char *one)
{
	struct disturbed d = {.task = TASK_INIT, .immediate = config->immediate};
	int n_wrong = 0;

	if (device_open(config, NULL, &d.device) != STATUS_OK) {
		tap_skip(name, "no GPU");
		return;
	}
	test_task_breathes(&d.task, breathe, &d);
	must(queue_new(d.device, &d.task, &d.queue));
	for (int i = 0; i < n && n_wrong < 5; i++)
		n_wrong += !check_seed(&d, one ? strtoull(one, NULL, 10) : (uint64_t)i);
	OK(n_wrong == 0, "%s: %d designs, %d times cancelled, %d times out of memory", name, n,
	   d.n_cancelled, d.n_squeezed);
	queue_free(d.queue);
	device_close(d.device);
	close(d.task.wake_fd);
}

int main(int argc, char **argv)
{
	static const struct device_config configs[] = {
		{.kind = DEVICE_CPU, .n_threads = 1, .immediate = true, .memory_limit = MEMORY},
		{.kind = DEVICE_CPU, .n_threads = 2, .memory_limit = MEMORY},
		{.kind = DEVICE_CUDA, .memory_limit = MEMORY},
	};
	static const char *const names[] = {"CPU", "CPU, 2 threads", "GPU"};

	for (int i = 0; i < 3; i++)
		check_device(names[i], &configs[i],
			     argc > 1 ? 1
			     : i == 0 ? 400
				      : 20,
			     argc > 1 ? argv[1] : NULL);
	return tap_done();
}

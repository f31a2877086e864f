/*
 * Snapshots of random designs: what is read is what was saved, as it says the same of all its paths and is saved as the
 * same bytes; and with bytes changed it is refused, or is a design that can be used.
 *
 * `t_store STATE GATES [odd|even [SCALE [any]]]` runs one design.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/grow.h"
#include "gpu/image/tag_spreader.h"
#include "lib/random_design.h"
#include "lib/stored.h"
#include "lib/tap.h"
#include "lib/timed.h"

enum { EDITS = 6, MOST_CHANGES = 4 };

struct totals {
	int designs, wrong, timed, refused, used, several;
};

static char folder[64], path[96], again[96];

static void must(bool condition)
{
	if (!condition)
		abort();
}

/* ---- bytes ---- */

struct bytes {
	char *data; /* owned */
	int64_t n;
};

static struct bytes read_bytes(const char *from)
{
	FILE *file = fopen(from, "rb");
	struct bytes bytes;

	must(file && fseek(file, 0, SEEK_END) == 0);
	bytes.n = ftell(file);
	rewind(file);
	bytes.data = malloc((size_t)bytes.n);
	must(bytes.data && fread(bytes.data, 1, (size_t)bytes.n, file) == (size_t)bytes.n);
	fclose(file);
	return bytes;
}

static bool same_files(void)
{
	struct bytes a = read_bytes(path), b = read_bytes(again);
	bool same = a.n == b.n && memcmp(a.data, b.data, (size_t)a.n) == 0;

	free(a.data);
	free(b.data);
	return same;
}

/* Numbers that are a little off, and those that are far off. */
static void change(struct bytes *bytes)
{
	static const int32_t odd[] = {-1, 0, 1, INT32_MAX, INT32_MIN, 1 << 20};
	int64_t at = 64 + random_below(bytes->n - 64 - 4) / 4 * 4;
	int32_t number;

	memcpy(&number, bytes->data + at, sizeof number);
	if (random_one_in(2))
		number = (int32_t)((uint32_t)number + (uint32_t)random_below(5) - 2);
	else if (random_one_in(2))
		number = odd[random_below(6)];
	else
		number ^= 1 << random_below(31);
	memcpy(bytes->data + at, &number, sizeof number);
}

/* ---- what is read ---- */

static bool load(const char *from, bool any_checksum, int n_threads, struct task *task,
		 struct stored_design *out)
{
	struct load_options options = {.n_threads = n_threads, .any_checksum = any_checksum};
	enum status status = design_load(from, &options, task, out);

	must(!status_is_trouble(status));
	if (status != STATUS_OK && !any_checksum)
		printf("# %s\n", status_text(status));
	return status == STATUS_OK;
}

static void hurt(struct test_device *d, const struct bytes *good, struct totals *t)
{
	struct bytes bad = {malloc((size_t)good->n), good->n};
	struct stored_design design;
	int n = 1 + (int)random_below(MOST_CHANGES);
	FILE *file = fopen(again, "wb");

	must(bad.data && file);
	memcpy(bad.data, good->data, (size_t)good->n);
	for (int i = 0; i < n; i++)
		change(&bad);
	must(fwrite(bad.data, 1, (size_t)bad.n, file) == (size_t)bad.n && fclose(file) == 0);
	free(bad.data);
	if (!load(again, true, 2, &d->task, &design)) {
		t->refused++;
		return;
	}
	t->used += stored_use(d->queue, &d->task, &design);
	stored_design_release(&design);
}

/* Timing of the graphs of a design; they are taken. */
static void time_graphs(struct test_device *d, const struct random_design *random,
			struct stored_design *design, struct timed_results *out)
{
	struct timing *timing;

	must(timing_new(d->queue, design->timing, design->states, &timing) == STATUS_OK);
	design->timing = NULL;
	design->states = NULL;
	if (timed_has_wires(random))
		must(timed_put_wires(&d->task, random, timing) == STATUS_OK);
	*out = (struct timed_results){0};
	out->status = timed_take(d->queue, timing, out);
	timing_free(timing);
}

/* All of it is the random design's. */
static void build(struct test_device *d, const struct random_design *random,
		  struct net_wires *wires, struct stored_design *out)
{
	struct rc_source source = random_rc_source(random);
	struct text warnings = TEXT_INIT;

	*wires = (struct net_wires){{(struct parasitics *)source.parasitics[EARLY],
				     (struct parasitics *)source.parasitics[LATE]},
				    random->models};
	*out = (struct stored_design){.netlist = random->netlist,
				      .wires = timed_has_wires(random) ? wires : NULL,
				      .constraints = random->constraints};
	must(timing_graph_new(random->netlist, random->constraints, &warnings, &d->task,
			      &out->timing) == STATUS_OK);
	must(tag_spreader_states(d->queue, out->timing, false, &d->task, &out->states) ==
	     STATUS_OK);
	text_release(&warnings);
}

/* What was read, not owned. */
static void put_wires(struct random_design *design, const struct net_wires *wires)
{
	design->parasitics = wires ? wires->parasitics[LATE] : NULL;
	design->early_parasitics = wires ? wires->parasitics[EARLY] : NULL;
	design->models = wires ? wires->models : (struct wire_models){0};
}

static bool same_design(struct test_device *d, const struct random_design *random, struct totals *t)
{
	struct timed_results wanted, got;
	struct stored_design saved, opened;
	struct random_design with = *random;
	struct net_wires wires;
	bool same;

	build(d, random, &wires, &saved);
	t->several += !saved.states->is_timing_graph;
	must(design_save(path, &saved, 3, &d->task) == STATUS_OK);
	time_graphs(d, random, &saved, &wanted);
	if (!load(path, false, 2, &d->task, &opened)) {
		if (wanted.status == STATUS_OK)
			timed_release(&wanted);
		return false;
	}
	must(design_save(again, &opened, 1, &d->task) == STATUS_OK);
	same = same_files();
	with.netlist = opened.netlist;
	with.constraints = opened.constraints;
	put_wires(&with, opened.wires);
	time_graphs(d, &with, &opened, &got);
	same = same && wanted.status == got.status;
	if (same && wanted.status == STATUS_OK) {
		same = timed_same(&wanted, &got);
		t->timed++;
	}
	if (wanted.status == STATUS_OK)
		timed_release(&wanted);
	if (got.status == STATUS_OK)
		timed_release(&got);
	stored_design_release(&opened);
	return same;
}

static bool check_state(struct test_device *d, uint64_t state, const struct random_options *options,
			struct totals *t)
{
	struct random_design design;
	struct bytes good;
	bool same;

	random_seed(state);
	random_design(options, &design);
	t->designs++;
	same = same_design(d, &design, t);
	good = read_bytes(path);
	for (int i = 0; i < EDITS; i++)
		hurt(d, &good, t);
	free(good.data);
	random_design_release(&design);
	t->wrong += !same;
	if (!same)
		printf("# wrong: %s, state %llu, %d gates%s%s\n", d->name,
		       (unsigned long long)state, (int)options->n_instances,
		       options->odd ? ", odd" : "", options->constrained ? "" : ", TAU");
	return same;
}

static void check_random(struct test_device *d, int n)
{
	struct totals t = {0};

	for (int i = 0; i < n && t.wrong < 5; i++) {
		struct random_options options = {.n_instances = i % 23,
						 .scale = 1,
						 .odd = i % 3 == 2,
						 .constrained = i % 8 > 0,
						 .latches = i % 2,
						 .wires = i % 5 > 2};

		check_state(d, (uint64_t)i, &options, &t);
	}
	OK(t.wrong == 0,
	   "%s: %d designs (%d with several states a vertex) are the same, %d of them timed",
	   d->name, t.designs, t.several, t.timed);
	OK(t.refused > t.designs && t.used > 0,
	   "%s: of %d that were changed %d are refused, %d used", d->name, t.designs * EDITS,
	   t.refused, t.used);
}

static bool check_one(struct test_device *d, uint64_t state, const struct random_options *options)
{
	struct totals t = {0};

	return check_state(d, state, options, &t);
}

int main(int argc, char **argv)
{
	const char *temporary = getenv("TMPDIR");
	int result;

	snprintf(folder, sizeof folder, "%.40s/store.XXXXXX", temporary ? temporary : "/tmp");
	must(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/one.wsd", folder);
	snprintf(again, sizeof again, "%s/two.wsd", folder);
	result = test_random_designs(argc, argv,
				     &(struct random_test){40, 4, check_random, check_one});
	unlink(path);
	unlink(again);
	rmdir(folder);
	return result;
}

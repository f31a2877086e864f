/*
 * Fuzz target of snapshots. An input that begins as a file does is one; any other changes one that is good: its first byte
 * says which, then five bytes each are a place and a number that is put there (or added, or is one bit). Checksums
 * needn't fit. Any bytes give an error, or a design that can be used: by its timing and edits, or by commands of a session.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bytes.h"
#include "commands.h"
#include "gpu/image/tag_spreader.h"
#include "lib/random_design.h"
#include "lib/stored.h"
#include "read/dag.h"
#include "read/layout/def.h"
#include "read/layout/lef.h"

int fuzz_store(const uint8_t *data, size_t size);

enum { N_RANDOM = 6, GRAPH = N_RANDOM, PLACEMENT, N_GOOD, MOST_BYTES = 1 << 18, N_COMMANDS = 16 };

struct good {
	uint8_t *data; /* owned */
	size_t n;
};

static struct good good[N_GOOD];
static struct task task = TASK_INIT;
static struct queue *queue;

static void must(bool condition)
{
	if (!condition)
		abort();
}

static void save(const struct stored_design *design, char *path)
{
	int fd = mkstemp(path);

	must(fd >= 0 && close(fd) == 0);
	must(design_save(path, design, 1, &task) == STATUS_OK);
}

static void keep(const struct stored_design *design, struct good *out)
{
	char path[] = "/tmp/fuzz_store.XXXXXX";
	FILE *file;

	save(design, path);
	file = fopen(path, "rb");
	out->data = malloc(MOST_BYTES);
	must(file && out->data);
	out->n = fread(out->data, 1, MOST_BYTES, file);
	must(out->n < MOST_BYTES);
	fclose(file);
	unlink(path);
}

static void keep_random(int i)
{
	struct random_options options = {.n_instances = 4 + i,
					 .scale = 1,
					 .odd = i % 3 == 2,
					 .constrained = i > 0,
					 .latches = i % 2,
					 .wires = i > 1};
	struct random_design random;
	struct stored_design design;
	struct rc_source source;
	struct net_wires wires;
	struct text warnings = TEXT_INIT;

	random_seed((uint64_t)i);
	random_design(&options, &random);
	source = random_rc_source(&random);
	wires = (struct net_wires){{(struct parasitics *)source.parasitics[EARLY],
				    (struct parasitics *)source.parasitics[LATE]},
				   random.models};
	design = (struct stored_design){
		.netlist = random.netlist, .wires = &wires, .constraints = random.constraints};
	must(timing_graph_new(random.netlist, random.constraints, &warnings, &task,
			      &design.timing) == STATUS_OK);
	must(tag_spreader_states(queue, design.timing, false, &task, &design.states) == STATUS_OK);
	keep(&design, &good[i]);
	state_graph_free(design.states);
	timing_graph_free(design.timing);
	random_design_release(&random);
	text_release(&warnings);
}

static void keep_others(void)
{
	struct stored_design design = {0};
	struct text warnings = TEXT_INIT;

	must(dag_read(TEST_DATA "/ladder.dag", LATE, &warnings, &task, &design.graph) == STATUS_OK);
	keep(&design, &good[GRAPH]);
	graph_unref(design.graph);
	design.graph = NULL;
	must(lef_read(TEST_DATA "/small.lef", NULL, &warnings, &task, &design.technology) ==
	     STATUS_OK);
	must(def_read(TEST_DATA "/small.def", NULL, design.technology, &warnings, &task,
		      &design.placement) == STATUS_OK);
	technology_unref(design.technology);
	design.technology = design.placement->technology;
	design.netlist = design.placement->netlist;
	keep(&design, &good[PLACEMENT]);
	placement_unref(design.placement);
	text_release(&warnings);
}

static void open_all(void)
{
	struct device_config config = {.kind = DEVICE_CPU, .n_threads = 1, .immediate = true};
	struct device *device;

	must(device_open(&config, NULL, &device) == STATUS_OK);
	must(queue_new(device, &task, &queue) == STATUS_OK);
	for (int i = 0; i < N_RANDOM; i++)
		keep_random(i);
	keep_others();
}

/* One of the good ones with changes; *n is its length. */
static uint8_t *changed(const uint8_t *data, size_t size, size_t *n)
{
	const struct good *from = &good[size ? data[0] % N_GOOD : 0];
	uint8_t *out = malloc(from->n + 4);

	must(out != NULL);
	memcpy(out, from->data, from->n);
	*n = from->n;
	for (size_t i = 1; i + 5 <= size; i += 5) {
		size_t at = ((size_t)data[i] | (size_t)data[i + 1] << 8 |
			     (size_t)(data[i + 2] & 3) << 16) %
			    from->n;
		int32_t number;

		memcpy(&number, out + at, sizeof number);
		switch (data[i + 2] >> 6) {
		case 0:
			number = (int8_t)data[i + 3];
			break;
		case 1:
			number = (int32_t)((uint32_t)number + (uint32_t)(int8_t)data[i + 3]);
			break;
		case 2:
			number ^= (int32_t)(1u << data[i + 3] % 32);
			break;
		default:
			number = (int32_t)((uint32_t)data[i + 3] << 24 | data[i + 4]);
			break;
		}
		memcpy(out + at, &number, sizeof number);
	}
	return out;
}

static uint64_t hash(const uint8_t *data, size_t size)
{
	uint64_t h = 14695981039346656037u;

	for (size_t i = 0; i < size; i++)
		h = (h ^ data[i]) * 1099511628211u;
	return h;
}

/* What was read is written with checksums that fit, and a session opens that. */
static void use_by_commands(const struct stored_design *design, uint64_t seed)
{
	char path[] = "/tmp/fuzz_store.XXXXXX";

	save(design, path);
	commands_run(path, seed, N_COMMANDS);
	unlink(path);
}

int fuzz_store(const uint8_t *data, size_t size)
{
	static const struct load_options options = {.n_threads = 1, .any_checksum = true};
	struct stored_design design;
	uint8_t *bytes = NULL;
	size_t n = size;

	if (!queue)
		open_all();
	random_seed(size); /* for edits of its constraints */
	if (size < 8 || memcmp(data, "\x89WSD", 4) != 0)
		bytes = changed(data, size, &n);
	if (design_load(bytes_file(bytes ? bytes : data, n), &options, &task, &design) ==
	    STATUS_OK) {
		uint64_t seed = hash(data, size);

		if (seed % 4 == 0)
			stored_use(queue, &task, &design);
		else
			use_by_commands(&design, seed);
		stored_design_release(&design);
	}
	free(bytes);
	return 0;
}

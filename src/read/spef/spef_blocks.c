/*
 * Nets of SPEF by threads. What follows the header is cut where nets begin into chunks, each of which is read by
 * the reader of single nets into parasitics of its own; these are put after what is there, chunk by chunk.
 *
 * A chunk counts when there is nothing to say against it: it ends where the next one begins, and nothing in it
 * is an error, a statement of the header, or a warning that would still be written. Any other is read once
 * more, by the one thread that reads the rest.
 */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/hierarchy.h"
#include "read/spef/spef_scan.h"

enum { CHUNKS = 32 }; /* read at once */

int64_t spef_chunk_size = 1 << 18;

struct chunk {
	struct spef spef; /* a copy of the reader, with its own nodes, name and parasitics */
	const char *begin;
	bool is_plain, lacks_memory;
	/* where its nets, nodes and resistors go */
	int32_t first_net;
	int64_t first_node, first_resistor;
};

/* ---- a chunk ---- */

static void empty(struct parasitics *p)
{
	p->n_nets = 0;
	p->node_row[0] = p->resistor_row[0] = 0;
}

/* Nets up to the chunk's end, just to there. */
static enum status read_nets(struct chunk *chunk)
{
	struct spef *spef = &chunk->spef;

	while (spef->walk.at < spef->walk.end) {
		struct word word = spef_word_here(spef);
		bool reduced = word_is(&word, "*R_NET");

		if (!reduced && !word_is(&word, "*D_NET"))
			return STATUS_BAD_INPUT;
		spef->walk.at += word.length;
		TRY(spef_read_net(spef, reduced));
		TRY(walk_skip_blanks(&spef->walk));
	}
	return spef->walk.at == spef->walk.end ? STATUS_OK : STATUS_BAD_INPUT;
}

static void read_chunk(struct chunk *chunk)
{
	enum status status;

	empty(chunk->spef.parasitics);
	memset(chunk->spef.walk.warnings.n, 0, sizeof chunk->spef.walk.warnings.n);
	status = read_nets(chunk);
	chunk->is_plain = status == STATUS_OK;
	chunk->lacks_memory = status == STATUS_NO_MEMORY;
}

/* Are all its warnings such as are only counted by now? */
static bool says_nothing(const struct spef *spef, const struct chunk *chunk)
{
	for (int kind = 0; kind < SPEF_N_WARNINGS; kind++) {
		if (chunk->spef.walk.warnings.n[kind] &&
		    spef->walk.warnings.n[kind] < spef->walk.warnings.most)
			return false;
	}
	return true;
}

/* ---- several ---- */

/* Chunks from where the reader stands: how many there are. */
static int cut(const struct spef *spef, struct chunk *chunk)
{
	static const char net[] = "\n*D_NET ";
	const char *at = spef->walk.at;
	int n = 0;

	while (n < CHUNKS && at < spef->walk.end) {
		const char *next = NULL;

		if (spef->walk.end - at > spef_chunk_size)
			next = memmem(at + spef_chunk_size,
				      (size_t)(spef->walk.end - at - spef_chunk_size), net,
				      strlen(net));
		chunk[n].begin = chunk[n].spef.walk.at = chunk[n].spef.walk.look = at;
		chunk[n].spef.walk.end = at = next ? next + 1 : spef->walk.end;
		n++;
	}
	return n;
}

static void copy_entries(const struct chunk *chunk, struct parasitics *to)
{
	const struct parasitics *from = chunk->spef.parasitics;
	int32_t n = from->n_nets;
	int64_t n_nodes = from->node_row[n], n_resistors = from->resistor_row[n];

	COPY(to->net + chunk->first_net, from->net, n);
	COPY(to->total + chunk->first_net, from->total, n);
	COPY(to->origin + chunk->first_net, from->origin, n);
	for (int32_t i = 0; i < n; i++) {
		to->node_row[chunk->first_net + i + 1] = chunk->first_node + from->node_row[i + 1];
		to->resistor_row[chunk->first_net + i + 1] =
			chunk->first_resistor + from->resistor_row[i + 1];
	}
	COPY(to->node_pin + chunk->first_node, from->node_pin, n_nodes);
	COPY(to->node_capacitance + chunk->first_node, from->node_capacitance, n_nodes);
	COPY(to->resistor_from + chunk->first_resistor, from->resistor_from, n_resistors);
	COPY(to->resistor_to + chunk->first_resistor, from->resistor_to, n_resistors);
	COPY(to->resistance + chunk->first_resistor, from->resistance, n_resistors);
}

/* The first n chunks after what is there. */
static enum status append(struct parasitics *to, struct chunk *chunk, int n)
{
	int64_t n_nets = to->n_nets, n_nodes = to->node_row[n_nets];
	int64_t n_resistors = to->resistor_row[n_nets];

	for (int i = 0; i < n; i++) {
		const struct parasitics *from = chunk[i].spef.parasitics;

		chunk[i].first_net = (int32_t)n_nets;
		chunk[i].first_node = n_nodes;
		chunk[i].first_resistor = n_resistors;
		n_nets += from->n_nets;
		n_nodes += from->node_row[from->n_nets];
		n_resistors += from->resistor_row[from->n_nets];
		if (n_nets > INT32_MAX)
			return status_fail(STATUS_NO_MEMORY, "more than %d nets with parasitics",
					   INT32_MAX);
	}
	TRY(parasitics_reserve(to, n_nets, n_nodes, n_resistors));
	OVER_JOBS(i, n)
	copy_entries(&chunk[i], to);
	to->n_nets = (int32_t)n_nets;
	return STATUS_OK;
}

static void count_warnings(struct spef *spef, const struct chunk *chunk)
{
	for (int kind = 0; kind < SPEF_N_WARNINGS; kind++)
		spef->walk.warnings.n[kind] += chunk->spef.walk.warnings.n[kind];
}

/* Read the chunks; *n: how many of them were taken. */
static enum status take(struct spef *spef, struct chunk *chunk, int *n)
{
	int n_chunks = *n;

	OVER_JOBS(i, n_chunks)
	read_chunk(&chunk[i]);
	TRY(task_progress(spef->walk.in->task, spef->walk.at - spef->walk.in->data));
	for (*n = 0; *n < n_chunks; ++*n) {
		const struct chunk *c = &chunk[*n];

		if (c->lacks_memory)
			return status_fail(
				STATUS_NO_MEMORY, "%s: out of memory (nets of %.3g MB of text)",
				spef->walk.in->path, (double)(c->spef.walk.end - c->begin) * 1e-6);
		if (!c->is_plain || !says_nothing(spef, c))
			break;
		count_warnings(spef, c);
	}
	TRY(append(spef->parasitics, chunk, *n));
	spef->walk.at = *n < n_chunks ? chunk[*n].begin : chunk[n_chunks - 1].spef.walk.end;
	if (*n < n_chunks)
		spef->alone_until = chunk[*n].spef.walk.end;
	return STATUS_OK;
}

/* The tables by which threads look for names; made by one of them the others would wait. */
static enum status need_tables(const struct netlist *netlist)
{
	const struct hierarchy *hierarchy = netlist->hierarchy;

	if (hierarchy) {
		TRY(names_need_slots(&hierarchy->block_name));
		TRY(names_need_slots(&hierarchy->pin_name));
	}
	TRY(names_need_slots(&netlist->net_name));
	TRY(names_need_slots(&netlist->instance_name));
	TRY(names_need_slots(&netlist->port_name));
	return names_need_slots(&netlist->pin_name);
}

static enum status begin(const struct spef *spef, struct chunk **out)
{
	struct chunk *chunk;

	TRY(ALLOC(&chunk, CHUNKS));
	*out = chunk;
	for (int i = 0; i < CHUNKS; i++) {
		chunk[i].spef = *spef;
		chunk[i].spef.walk.is_part = true;
		chunk[i].spef.nodes = (struct spef_nodes){0};
		chunk[i].spef.name = NULL;
		chunk[i].spef.name_capacity = 0;
		chunk[i].spef.in_block = (struct text)TEXT_INIT;
		chunk[i].spef.parasitics = NULL;
	}
	for (int i = 0; i < CHUNKS; i++)
		TRY(parasitics_new("", &chunk[i].spef.parasitics));
	return need_tables(spef->netlist);
}

static void end(struct chunk *chunk)
{
	for (int i = 0; chunk && i < CHUNKS; i++) {
		parasitics_unref(chunk[i].spef.parasitics);
		FREE_ALL(chunk[i].spef.nodes.slot, chunk[i].spef.nodes.known, chunk[i].spef.name);
		text_release(&chunk[i].spef.in_block);
	}
	free(chunk);
}

static bool is_at_net(const struct spef *spef)
{
	struct word word = spef_word_here(spef);

	return word_is(&word, "*D_NET");
}

enum status spef_read_blocks(struct spef *spef)
{
	struct chunk *chunk = NULL;
	enum status status;
	int n = 0, n_taken = 0;

	/* without units the first net is an error */
	if (spef->walk.at < spef->alone_until ||
	    spef->walk.end - spef->walk.at <= spef_chunk_size || !is_at_net(spef) ||
	    spef->capacitance_unit <= 0 || spef->resistance_unit <= 0)
		return STATUS_OK;
	status = begin(spef, &chunk);
	while (status == STATUS_OK && n_taken == n && spef->walk.at < spef->walk.end) {
		n = n_taken = cut(spef, chunk);
		status = take(spef, chunk, &n_taken);
	}
	end(chunk);
	return status;
}

/* Completions of a word at the prompt: names of cells, ports and nets, and after a cell's name its
 * pins. */
#include "snap/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "session/parts.h"

/* What begins with the word, of any kind. */
struct gathering {
	const char *word; /* borrowed */
	size_t length;
	int64_t n, capacity;
	const char **name; /* owned array of borrowed names … */
	struct text pins;  /* … of which pins and vertices are here, by where they begin */
	int64_t n_at, at_capacity;
	int64_t *at; /* owned */
};

static void gathering_release(struct gathering *g)
{
	FREE_ALL(g->name, g->at);
	text_release(&g->pins);
}

static enum status offer(struct gathering *g, const char *name)
{
	if (strncmp(name, g->word, g->length) != 0)
		return STATUS_OK;
	return APPEND(g->name, g->n, &g->capacity, name);
}

static enum status offer_all(struct gathering *g, const struct names *names, int32_t n)
{
	for (int32_t i = 0; i < n; i++)
		TRY(offer(g, names_get(names, i)));
	return STATUS_OK;
}

/* A name that stands nowhere as it is; it is the last of `pins`, or goes again. */
static enum status offer_made(struct gathering *g, int64_t begin)
{
	if (strncmp(text_string(&g->pins) + begin, g->word, g->length) != 0) {
		g->pins.length = begin;
		return STATUS_OK;
	}
	text_append(&g->pins, "", 1);
	return APPEND(g->at, g->n_at, &g->at_capacity, begin);
}

static enum status offer_pins(struct gathering *g, const struct netlist *netlist)
{
	for (const char *slash = strchr(g->word, '/'); slash; slash = strchr(slash + 1, '/')) {
		int32_t cell = names_find(&netlist->instance_name, g->word, slash - g->word);

		for (int32_t p = cell < 0 ? 0 : netlist->instance_pin[cell];
		     cell >= 0 && p < netlist->instance_pin[cell + 1]; p++) {
			int64_t begin = g->pins.length;

			if (netlist_pin_direction(netlist, p) == LIB_INTERNAL)
				continue; /* no path is asked for by it */
			netlist_write_pin(netlist, p, '/', &g->pins);
			TRY(offer_made(g, begin));
		}
	}
	return STATUS_OK;
}

static enum status offer_vertices(struct gathering *g, const struct graph *graph)
{
	for (int32_t v = 0; v < graph->n_vertices; v++) {
		int64_t begin = g->pins.length;

		graph_write_name(graph, v, &g->pins);
		TRY(offer_made(g, begin));
	}
	return STATUS_OK;
}

static enum status gather(const struct session *session, int64_t kinds, struct gathering *g)
{
	const struct netlist *netlist = session->design.netlist;

	if (!netlist)
		return session->base ? offer_vertices(g, session->base->graph) : STATUS_OK;
	if (kinds & CANDIDATE_CELLS)
		TRY(offer_all(g, &netlist->instance_name, netlist->n_instances));
	if (kinds & CANDIDATE_PORTS)
		TRY(offer_all(g, &netlist->port_name, netlist->n_ports));
	if (kinds & CANDIDATE_NETS)
		TRY(offer_all(g, &netlist->net_name, netlist->n_nets));
	return kinds & CANDIDATE_PINS ? offer_pins(g, netlist) : STATUS_OK;
}

/* "u2" comes before "u10". */
static int compare(const void *a, const void *b)
{
	return strverscmp(*(const char *const *)a, *(const char *const *)b);
}

/* In order, each name once: a port and its net have the same. */
static enum status sort_names(struct gathering *g)
{
	int64_t n = 0;

	TRY(text_status(&g->pins));
	TRY(GROW(&g->name, &g->capacity, g->n + g->n_at));
	for (int64_t i = 0; i < g->n_at; i++)
		g->name[g->n++] = text_string(&g->pins) + g->at[i];
	if (g->n > 0)
		qsort(g->name, (size_t)g->n, sizeof *g->name, compare);
	for (int64_t i = 0; i < g->n; i++) {
		if (n == 0 || strcmp(g->name[n - 1], g->name[i]) != 0)
			g->name[n++] = g->name[i];
	}
	g->n = n;
	return STATUS_OK;
}

/* Bytes that all of them begin with. */
static int64_t common_of(const struct gathering *g)
{
	int64_t common = g->n ? (int64_t)strlen(g->name[0]) : 0;

	for (int64_t i = 1; i < g->n; i++) {
		int64_t n = 0;

		while (n < common && g->name[0][n] == g->name[i][n])
			n++;
		common = n;
	}
	return common;
}

static enum status fill(const struct session *session, struct snap_candidates *out)
{
	RELEASED_BY(gathering_release)
	struct gathering g = {.word = out->asked.word, .length = strlen(out->asked.word)};

	if (out->asked.word[CANDIDATES_WORD - 1])
		return STATUS_FAILED;
	TRY(gather(session, out->asked.kinds, &g));
	TRY(sort_names(&g));
	TRY(ALLOC(&out->name, min_i64(g.n, CANDIDATES_LISTED)));
	for (int64_t i = 0; i < g.n && i < CANDIDATES_LISTED; i++) {
		out->name[i] = copy_string(g.name[i]);
		out->n = i + 1;
		TRY(out->name[i] ? STATUS_OK : STATUS_NO_MEMORY);
	}
	out->n_all = g.n;
	out->common = common_of(&g);
	return STATUS_OK;
}

ANSWER_BY(candidates, fill)

const struct session_part candidates_part = {.answer[READ_candidates] = answer_any_candidates};

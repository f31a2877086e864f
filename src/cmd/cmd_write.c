/* Commands that write what is open: for other programs, or to be read again. */
#include <string.h>

#include "base/grow.h"
#include "base/print.h"
#include "report/report_units.h"
#include "session/objects.h"
#include "session/search.h"
#include "write/dag.h"
#include "write/liberty.h"
#include "write/sdc.h"
#include "write/spef.h"
#include "write/verilog.h"

/* ---- the netlist ---- */

#define VERILOG_OPTIONS(X)                                                                         \
	X(VERILOG_ALIASES, "-aliases", OPTION_FLAG, NULL,                                          \
	  "other names of nets too, that assigns gave them, as wires that are assigned to: "       \
	  "for files that use them")                                                               \
	X(VERILOG_SORT, "-sort", OPTION_FLAG, NULL, "instances in the order of their names")       \
	X(VERILOG_REMOVE, "-remove_cells", OPTION_WORD, "CELLS",                                   \
	  "leave out instances of these library cells or black boxes")                             \
	X(VERILOG_SUPPLIES, "-include_pwr_gnd", OPTION_FLAG, NULL,                                 \
	  "supplies of instances too (pg_pin), as the netlist connects them")

OPTION_TABLE(verilog_options, VERILOG_OPTIONS);

/* Does a pattern mean a cell of the libraries, whether it is used or not? */
static bool is_library_cell(const struct netlist *netlist, const char *pattern)
{
	const char *slash = strchr(pattern, '/');
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	bool found = false;

	for (int32_t l = 0; l < netlist->n_libraries && !found; l++) {
		const struct library *library = netlist->library[l];

		for (int32_t c = 0; c < library->n_cells && !found; c++) {
			text_clear(&name);
			if (slash)
				text_printf(&name, "%s/", library->name);
			text_add(&name, names_get(&library->cell_name, c));
			found = glob_match(pattern, text_string(&name), false, false);
		}
	}
	return found;
}

/* Mark the masters that names or patterns mean, as CELL or LIBRARY/CELL. */
static void mark_masters(const struct netlist *netlist, const char *pattern, uint8_t *marked)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	bool any = false;

	for (int32_t m = 0; m < netlist->n_masters; m++) {
		const struct master *master = &netlist->master[m];

		text_clear(&name);
		if (strchr(pattern, '/') && master->library[LATE])
			text_printf(&name, "%s/", master->library[LATE]->name);
		text_add(&name, master->name);
		if (glob_match(pattern, text_string(&name), false, false))
			marked[m] = any = true;
	}
	if (!any && !is_library_cell(netlist, pattern))
		print_error("warning: write_verilog: no instance is of a cell \"%.100s\"\n",
			    pattern);
}

static enum status write_verilog(struct call *call)
{
	struct session *session = call->session;
	const struct netlist *netlist = session->design.netlist;
	struct verilog_options options = {.aliases = call->option[VERILOG_ALIASES].given,
					  .sorted = call->option[VERILOG_SORT].given,
					  .supplies = call->option[VERILOG_SUPPLIES].given};
	RELEASED_BY(words_free) struct words words = {0};
	FREED uint8_t *removed = NULL;

	TRY(design_need_netlist(&session->design));
	TRY(ALLOC(&removed, netlist->n_masters));
	if (call->option[VERILOG_REMOVE].given) {
		words_of(call, call->option[VERILOG_REMOVE].word, &words);
		for (int i = 0; i < words.n; i++)
			mark_masters(netlist, words.word[i], removed);
		options.removed = removed;
	}
	return verilog_write(call->argument[0], netlist, &options, &session->task);
}

#define SPEF_OPTIONS(X)                                                                            \
	X(SPEF_HIERARCHICAL, "-hierarchical", OPTION_FLAG, NULL,                                   \
	  "for a netlist of several modules: slashes divide levels; else they are "                \
	  "parts of names, as write_verilog writes them")                                          \
	X(SPEF_CORNER, "-corner", OPTION_MISSING, NULL, NULL)                                      \
	X(SPEF_NET_ID, "-net_id", OPTION_MISSING, NULL, NULL)                                      \
	X(SPEF_COORDINATES, "-coordinates", OPTION_MISSING, NULL, NULL)

OPTION_TABLE(spef_options, SPEF_OPTIONS);

static enum status write_spef(struct call *call)
{
	struct session *session = call->session;
	const struct design *design = &session->design;
	const struct parasitics *late = design_parasitics(design, LATE);

	TRY(design_need_netlist(design));
	if (!late)
		return status_fail(STATUS_FAILED, "no parasitics are open; read some with "
						  "read_spef FILE");
	return spef_write(call->argument[0], late, design->netlist,
			  call->option[SPEF_HIERARCHICAL].given, &session->task);
}

#define SDC_OPTIONS(X)                                                                             \
	X(SDC_NO_TIMESTAMP, "-no_timestamp", OPTION_FLAG, NULL, "there is none anyway")            \
	X(SDC_COMPATIBLE, "-compatible", OPTION_FLAG, NULL,                                        \
	  "commands are SDC's own anyway, but for set_path_margin")                                \
	X(SDC_MAP_HPINS, "-map_hpins", OPTION_FLAG, NULL,                                          \
	  "pins of blocks are written as those of their leaf cells anyway")                        \
	X(SDC_DIGITS, "-digits", OPTION_WORD, "N",                                                 \
	  "decimals of numbers (as many as they have); with fewer slack isn't the same")           \
	X(SDC_GZIP, "-gzip", OPTION_FLAG, NULL, "compress, whatever the file is called")

OPTION_TABLE(sdc_options, SDC_OPTIONS);

/* Between the two edges of a clock .timing counts whole periods, SDC half of one, which could make a
 * hold check easier: refuse where it matters. */
static enum status refuse_one_cycle(struct session *session)
{
	const struct constraints *constraints = session->design.constraints;
	const struct state_graph *states;
	bool any = ANY(c, 0, constraints->n_clocks, constraints->clock[c].one_cycle);

	if (!any)
		return STATUS_OK;
	TRY(session_need_timing(session));
	states = session->design.timing->image->states;
	EACH_ITEM(relation, states->relation, states->n_relations) {
		if (relation->launch_edge >= 0 && relation->capture_edge >= 0 &&
		    relation->launch_edge % N_EDGES != relation->capture_edge % N_EDGES &&
		    constraints->clock[relation->capture_edge / N_EDGES].one_cycle)
			return status_fail(
				STATUS_FAILED,
				"write_sdc: paths lead from one edge of clock \"%s\" to "
				"the other, a whole period apart as .timing says, which "
				"SDC can't say",
				constraints->clock[relation->capture_edge / N_EDGES].name);
	}
	return STATUS_OK;
}

static enum status write_sdc(struct call *call)
{
	struct session *session = call->session;
	const struct design *design = &session->design;
	struct text warnings = TEXT_INIT;
	struct sdc_write_options options = {.gzip = call->option[SDC_GZIP].given, .digits = -1};
	struct report_units units;

	TRY(design_need_netlist(design));
	if (!design->constraints)
		return status_fail(STATUS_FAILED, "no constraints are open; read some with "
						  "read_sdc FILE or read_timing FILE");
	if (call->option[SDC_DIGITS].given) {
		TRY(report_units_parse(call, SDC_DIGITS, design->netlist, &units));
		options.digits = units.digits;
	}
	TRY(refuse_one_cycle(session));
	return print_warnings(&warnings,
			      sdc_write(call->argument[0], design->constraints, design->netlist,
					&options, &warnings, &session->task));
}

/* ---- libraries ---- */

enum { LIBERTY_LIBRARY };

static const struct option liberty_options[] = {
	[LIBERTY_LIBRARY] = {"-library", OPTION_WORD, "NAME",
			     "which one, by its name or its file's; needed where several are open"},
	{0},
};

/* Another library than the one found? Both splits may have the same. */
static bool is_another(const struct library *library, const struct library *found)
{
	return found && library != found;
}

/* The only library of a name, or of a file; NULL as the name means any. */
static enum status find_library(const struct design *design, const char *name,
				const struct library **out)
{
	const struct library *found = NULL;
	bool several = false;

	for (int split = N_SPLITS - 1; split >= 0; split--) {
		for (int32_t i = 0; i < design->n_libraries[split]; i++) {
			const struct library *library = design->library[split][i];

			if (name && strcmp(library->name, name) != 0 &&
			    strcmp(library->path, name) != 0)
				continue;
			several |= is_another(library, found);
			found = library;
		}
	}
	*out = found;
	if (several)
		return status_fail(STATUS_USAGE, "write_liberty: %s; -library names one%s",
				   name ? "several libraries have that name" : "several are open",
				   name ? " by its file" : "");
	if (found)
		return STATUS_OK;
	if (name)
		return status_fail(STATUS_FAILED, "no library \"%.200s\" is open", name);
	return status_fail(STATUS_FAILED, "no library is open; read one with read_liberty FILE");
}

static enum status write_liberty(struct call *call)
{
	const struct library *library;

	TRY(find_library(&call->session->design, call->option[LIBERTY_LIBRARY].word, &library));
	return liberty_write(call->argument[0], library, &call->session->task);
}

/* ---- graphs ---- */

enum { GRAPH_COST, GRAPH_DELAY, GRAPH_BARE };

static const struct option graph_options[] = {
	[GRAPH_COST] = {"-cost", OPTION_FLAG, NULL,
			"the same paths by costs that are not negative, without sources and sinks, "
			"for programs that know shortest paths only; gives the constant that makes "
			"a cost a slack, in ps"},
	[GRAPH_DELAY] = {"-path_delay", OPTION_CHOICE, "max|min",
			 "of a netlist: for latest (setup) or earliest (hold) paths (max)"},
	[GRAPH_BARE] = {"-no_comment", OPTION_FLAG, NULL,
			"with -cost: without the lines that give the constant too"},
	{0},
};

/* The weights of a graph, on the host; those of a netlist come from the device. */
struct host_weights {
	int64_t *delay, *arrival, *required; /* owned */
};

static void weights_release(struct host_weights *weights)
{
	FREE_ALL(weights->delay, weights->arrival, weights->required);
}

/* Times of the device, 32 or 64 bits wide, and its "no time". */
struct device_times {
	int64_t *data; /* borrowed */
	const struct image *image;
};

/* The weight as a time of the file, where a slack is what is needed less what was spent. */
static int64_t time_at(const struct device_times *times, int64_t i, bool spent)
{
	int64_t time =
		times->image->fs_bits == 32 ? ((const int32_t *)times->data)[i] : times->data[i];

	if (time == image_fs_none(times->image))
		return DAG_NOTHING;
	return spent ? -time : time;
}

static void spread_weights(const struct graph *graph, const int32_t *arc, int32_t n,
			   const struct device_times *weight, const struct device_times *source,
			   struct host_weights *out)
{
	for (int32_t a = 0; a < graph->n_arcs; a++)
		out->delay[a] = DAG_NOTHING;
	for (int32_t s = 0; s < graph->n_sinks; s++)
		out->required[s] = DAG_NOTHING;
	for (int32_t i = 0; i < n; i++) {
		if (arc[i] < graph->n_arcs)
			out->delay[arc[i]] = time_at(weight, i, true);
		else
			out->required[arc[i] - graph->n_arcs] = time_at(weight, i, false);
	}
	for (int32_t s = 0; s < graph->n_sources; s++)
		out->arrival[s] = time_at(source, s, true);
}

static enum status read_weights(struct queue *queue, const struct image *image,
				struct host_weights *out)
{
	const struct device_graph *device = &image->device;
	int64_t n_arcs = device->n_arcs, n_sources = device->n_sources;
	FREED int64_t *weight = NULL, *source = NULL;
	FREED int32_t *arc = NULL;

	TRY(ALLOC_ALL(n_arcs, &arc, &weight));
	TRY(ALLOC(&source, n_sources));
	TRY(ALLOC(&out->delay, image->graph->n_arcs));
	TRY(ALLOC(&out->arrival, image->graph->n_sources));
	TRY(ALLOC(&out->required, image->graph->n_sinks));
	queue_download(queue, weight, device->weight, n_arcs * image_fs_size(image));
	queue_download(queue, source, device->source_weight, n_sources * image_fs_size(image));
	queue_download(queue, arc, image->d_arc, n_arcs * sizeof *arc);
	TRY(queue_sync(queue));
	spread_weights(image->graph, arc, device->n_arcs, &(struct device_times){weight, image},
		       &(struct device_times){source, image}, out);
	return STATUS_OK;
}

static enum status write_weights(struct call *call, const struct dag_weights *weights)
{
	struct task *task = &call->session->task;
	int64_t constant;

	if (!call->option[GRAPH_COST].given)
		return dag_write(call->argument[0], weights, task);
	TRY(dag_write_costs(call->argument[0], weights, !call->option[GRAPH_BARE].given, task,
			    &constant));
	text_add(call->result, PS(constant));
	return STATUS_OK;
}

static enum status write_netlist_graph(struct call *call)
{
	struct session *session = call->session;
	enum split split = call->option[GRAPH_DELAY].number == 1 ? EARLY : LATE;
	RELEASED_BY(weights_release) struct host_weights host = {0};
	struct image *image;
	bool in_use, other;

	TRY(session_need_timing(session));
	in_use = session->search && !session->paths;
	other = in_use && session_search_split(session) != split;
	image = session->image;
	if (!in_use || other)
		TRY(timing_search_image(session->design.timing, split, &image));
	TRY(session_need_arcs(session));
	TRY(read_weights(session->queue, image, &host));
	if (other) /* the search goes on with its own */
		TRY(timing_search_image(session->design.timing, split == EARLY ? LATE : EARLY,
					&image));
	return write_weights(call, &(struct dag_weights){.graph = image->graph,
							 .delay = host.delay,
							 .arrival = host.arrival,
							 .required = host.required});
}

static enum status negated(const int64_t *times, int64_t n, int64_t **out)
{
	TRY(ALLOC(out, n));
	for (int64_t i = 0; i < n; i++)
		(*out)[i] = -times[i];
	return STATUS_OK;
}

/* As a graph of latest paths with the same slacks. */
static enum status write_early(struct call *call, const struct graph *graph)
{
	RELEASED_BY(weights_release) struct host_weights host = {0};

	TRY(negated(graph->arc_delay, graph->n_arcs, &host.delay));
	TRY(negated(graph->source_arrival, graph->n_sources, &host.arrival));
	TRY(negated(graph->sink_required, graph->n_sinks, &host.required));
	return write_weights(call, &(struct dag_weights){.graph = graph,
							 .delay = host.delay,
							 .arrival = host.arrival,
							 .required = host.required});
}

static enum status write_graph(struct call *call)
{
	const struct graph *graph = session_read_graph(call->session);

	TRY(session_need_graph(call->session));
	if (call->session->design.netlist)
		return write_netlist_graph(call);
	TRY(session_check_split(call->session, call->option[GRAPH_DELAY].given &&
						       call->option[GRAPH_DELAY].number == 1));
	if (graph->early)
		return write_early(call, graph);
	return write_weights(call, &(struct dag_weights){.graph = graph,
							 .delay = graph->arc_delay,
							 .arrival = graph->source_arrival,
							 .required = graph->sink_required});
}

const struct command write_commands[] = {
	{"write_verilog", write_verilog, IN_SESSION, "FILE", 1, 1, verilog_options,
	 "Write the netlist as one flat module in Verilog (.gz too)"},
	{"write_spef", write_spef, IN_SESSION, "FILE", 1, 1, spef_options,
	 "Write the parasitics in SPEF (.gz too)"},
	{"write_sdc", write_sdc, IN_SESSION, "FILE", 1, 1, sdc_options,
	 "Write the constraints in SDC (.gz too), in the units of the first library"},
	{"write_liberty", write_liberty, IN_SESSION, "FILE", 1, 1, liberty_options,
	 "Write a library in Liberty (.gz too): what timing needs, without powers, noise and variation"},
	{"write_graph", write_graph, IN_SESSION, "FILE", 1, 1, graph_options,
	 "Write the path graph as weighted-DAG text (.gz too), before common path pessimism removal"},
	{0},
};

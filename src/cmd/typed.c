/* Queries that are being typed: how much they leave, before they are asked. The search that is shown
 * stays as it is. */
#include <string.h>

#include "gpu/timing/timing_paths.h"
#include "cmd/checks_options.h"
#include "session/objects.h"
#include "snap/typed.h"
#include "session/search.h"
#include "gpu/labels/graph_paths.h"

/* Tcl that would have to be run isn't. */
static bool is_plain(const char *line)
{
	return !strpbrk(line, "$[;\n");
}

/* The option of a command for setup or hold; NULL = it takes no query, or none of what is open. */
static const char *delay_option(const struct session *session, const char *command)
{
#define X(name, delay, needs_netlist)                                                              \
	if (strcmp(name, command) == 0 && (!(needs_netlist) || session->design.netlist))           \
		return delay;
	TYPED_QUERIES(X)
#undef X
	return NULL;
}

/* What a line such as "find_paths -through a" asks for; STATUS_USAGE when it is none of these. */
static enum status parse_line(struct session *session, const struct words *words,
			      struct checks_request *request)
{
	const struct command *command = words->n ? command_find(words->word[0]) : NULL;
	const char *delay = command ? delay_option(session, command->name) : NULL;
	struct call call = {.session = session, .is_typed = true};

	if (!delay)
		return STATUS_USAGE;
	TRY(call_parse(&call, command, words->n - 1, words->word + 1));
	if (!call.n_repeated)
		return STATUS_USAGE;
	request->split[LATE] = true;
	for (int i = 0; command->options[i].name; i++) {
		if (strcmp(command->options[i].name, delay) == 0)
			checks_take_delay(call.option[i].number, request);
	}
	return filter_parse(&call, 0, &request->query.filter);
}

/* The part of the paths that it leaves, and what its pins are of. What names nothing leaves nothing, and
 * the reason isn't shown. The caller frees *out also on failure. */
static enum status make_part(struct session *session, const struct path_filter *filter, bool early,
			     struct path_image **out, const struct label_space **space)
{
	struct timing *timing = session->design.timing;

	if (!session->design.netlist) {
		TRY(graph_paths_need_labels(session->parts));
		*space = session->parts->labels;
		return graph_new_paths(session->parts, filter, NULL, &session->task, out);
	}
	TRY(timing_bound_paths(timing));
	TRY(timing_need_labels(timing));
	*space = timing->labels;
	TRY(timing_new_paths(timing, filter, false, NULL, &session->task, out));
	return timing_weigh_paths(timing, *out, early ? EARLY : LATE, false);
}

static enum status find_worst(struct session *session, const struct path_image *part,
			      struct snap_typed *snap)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct search *search;
	struct stepper *stepper;
	enum status status = STATUS_OK;

	TRY(search_begin(part->image, session->queue, session->view_queue, &options, 0, &search));
	stepper = search_stepper(search);
	while (status == STATUS_OK && !stepper->ops->finished(stepper))
		status = stepper->ops->step(stepper, GRAIN_COARSE);
	if (status == STATUS_OK)
		snap->has_paths = search_worst_slack(search, &snap->slack);
	stepper->ops->end(stepper);
	return status;
}

/* What labels leave is made, as what they cut is known when they are. */
static enum status fill_by_labels(struct session *session, const struct path_filter *filter,
				  bool early, struct snap_typed *snap)
{
	const struct label_space *space = NULL;
	struct path_image *part = NULL;
	int32_t n_pins = 0, n_ends = 0;
	enum status status = make_part(session, filter, early, &part, &space)
				     ?: product_count_pins(part, space, &n_pins, &n_ends);

	if (status == STATUS_OK && n_pins)
		status = find_worst(session, part, snap);
	snap->n_pins = n_pins;
	snap->n_ends = n_ends;
	snap->known = status == STATUS_OK;
	path_image_free(part);
	return status;
}

static enum status fill(struct session *session, const struct path_filter *filter, bool early,
			struct snap_typed *snap)
{
	struct timing *timing = session->design.timing;
	struct product_counts counts = {0};

	if (filter->rule != RULE_EXACT)
		return fill_by_labels(session, filter, early, snap);
	if (session->design.netlist)
		TRY(timing_count_paths(timing, early ? EARLY : LATE, filter, &counts));
	else
		TRY(graph_count_paths(session->parts, filter, &counts));
	snap->n_pins = counts.n_pins;
	snap->n_ends = counts.n_ends;
	snap->has_paths = counts.has_paths;
	snap->slack = counts.worst;
	snap->known = true;
	return STATUS_OK;
}

static enum status answer_typed(struct session *session, const struct typed_request *wanted,
				struct snap_typed **out)
{
	const struct timing *timing = session->design.timing;
	RELEASED_BY(checks_request_release) struct checks_request request = CHECKS_REQUEST_INIT;
	RELEASED_BY(words_free) struct words words = {0};
	bool plain = is_plain(wanted->line);
	enum status status;

	if (session->in_step || wanted->line[TYPED_LINE - 1] ||
	    (session->design.netlist ? !timing || !timing_has(timing, TIMING_CHECKS)
				     : !session->base))
		return STATUS_FAILED; /* nothing is computed by typing */
	TRY(snap_typed_new(session->base ? session->base->graph : timing->image->states->graph,
			   wanted->edition, out));
	(*out)->asked = *wanted;
	(*out)->is_cost = (*out)->snap.graph->objective == OBJECTIVE_COST;
	(*out)->is_credited = session->design.netlist && session_removes_pessimism(session);
	words_parse(plain ? wanted->line : "", &words);
	status = parse_line(session, &words, &request);
	if (status == STATUS_OK) /* of both splits, setup */
		status = fill(session, &request.query.filter, !request.split[LATE], *out);
	if (status != STATUS_NO_MEMORY && status != STATUS_DEVICE)
		return STATUS_OK; /* it isn't finished, or not known */
	snap_unref(&(*out)->snap);
	return status;
}

ANSWER(typed, snap_typed)

const struct session_part typed_part = {.answer[READ_typed] = answer_any_typed};

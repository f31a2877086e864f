/* Monte-Carlo SSTA: how delays vary, dies, and reports of their slacks. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/grow.h"
#include "base/print.h"
#include "base/ranks.h"
#include "cmd/ssta.h"
#include "report/report_units.h"
#include "session/device_read.h"
#include "session/objects.h"

/* ---- set_variation ---- */

#define VARIATION_OPTIONS(X)                                                                       \
	X(VARIATION_LIBRARY, "-library", OPTION_WORD, "NAMES", "of cells of these libraries")      \
	X(VARIATION_TYPE, "-type", OPTION_CHOICE, VARIATION_TYPES, "of cells of this type")        \
	X(VARIATION_CELLS, "-cells", OPTION_WORD, "NAMES", "of instances of these library cells")  \
	X(VARIATION_INSTANCES, "-instances", OPTION_WORD, "NAMES", "of these instances")           \
	X(VARIATION_EARLY, "-early", OPTION_WORD, "VALUE",                                         \
	  "what delays below the nominal one vary by (the same)")                                  \
	X(VARIATION_SIGMA, "-sigma", OPTION_FLAG, NULL,                                            \
	  "the value is a sigma in the library's unit of time, not a fraction")                    \
	X(VARIATION_TABLES, "-tables", OPTION_FLAG, NULL,                                          \
	  "by the library's tables of sigmas; the value multiplies them (1)")                      \
	X(VARIATION_CHECKS, "-checks", OPTION_FLAG, NULL,                                          \
	  "of setup, hold, recovery and removal times, not of delays")                             \
	X(VARIATION_RESET, "-reset", OPTION_FLAG, NULL, "forget what was set before")

OPTION_TABLE(variation_options, VARIATION_OPTIONS);

/* A rule for each thing that an option names. */
static enum status add_named(struct call *call, int option, enum variation_scope scope,
			     const struct variation_rule *rule)
{
	RELEASED_BY(words_free) struct words words = {0};

	if (!call->option[option].given)
		return STATUS_OK;
	words_of(call, call->option[option].word, &words);
	for (int i = 0; i < words.n; i++) {
		struct variation_rule named = *rule;

		named.scope = scope;
		named.name = (char *)words.word[i];
		TRY(variation_add(&call->session->design.variation, &named));
	}
	return STATUS_OK;
}

/* Check all names first, so that nothing has to be undone. */
static enum status check_rules(struct call *call, int32_t n_before)
{
	struct design *design = &call->session->design;
	RELEASED_BY(variation_map_release) struct variation_map map = {0};
	enum status status = variation_map_make(&design->variation, design->netlist, &map);

	while (status != STATUS_OK && design->variation.n_rules > n_before)
		free(design->variation.rule[--design->variation.n_rules].name);
	return status;
}

static enum status parse_rule(struct call *call, struct variation_rule *rule)
{
	struct report_units units = report_units_of(call->session->design.netlist);
	bool sigma = call->option[VARIATION_SIGMA].given;
	bool tables = call->option[VARIATION_TABLES].given;

	TRY(call_exclusive(call, VARIATION_TABLES, VARIATION_SIGMA));
	*rule = (struct variation_rule){.value = {1, 1},
					.checks = call->option[VARIATION_CHECKS].given};
	rule->kind = sigma ? VARIES_BY_SIGMA : tables ? VARIES_BY_TABLE : VARIES_BY_FRACTION;
	if (call->n_arguments)
		TRY(call_real(call, call->argument[0], &rule->value[0]));
	rule->value[1] = rule->value[0];
	if (call->option[VARIATION_EARLY].given)
		TRY(call_real(call, call->option[VARIATION_EARLY].word, &rule->value[1]));
	for (int i = 0; i < 2; i++) {
		if (rule->value[i] < 0)
			return call_fail(call, STATUS_USAGE, "%g is negative", rule->value[i]);
		if (sigma)
			rule->value[i] *= units.time;
	}
	return STATUS_OK;
}

static enum status set_variation(struct call *call)
{
	struct design *design = &call->session->design;
	const struct option_value *given = call->option;
	struct variation_rule rule;
	int32_t n_before;
	bool has_rule;

	TRY(design_need_netlist(design));
	has_rule = call->n_arguments || given[VARIATION_TABLES].given;
	if (!given[VARIATION_RESET].given && !has_rule)
		return call_fail(call, STATUS_USAGE, "expected a fraction, -tables or -reset");
	if (has_rule)
		TRY(parse_rule(call, &rule));
	session_drop_ssta(call->session);
	if (given[VARIATION_RESET].given)
		variation_release(&design->variation);
	if (!has_rule)
		return STATUS_OK;
	n_before = design->variation.n_rules;
	if (!given[VARIATION_LIBRARY].given && !given[VARIATION_TYPE].given &&
	    !given[VARIATION_CELLS].given && !given[VARIATION_INSTANCES].given)
		return variation_add(&design->variation, &rule);
	if (given[VARIATION_TYPE].given) {
		rule.scope = VARIES_TYPE;
		rule.type = (int)given[VARIATION_TYPE].number;
		TRY(variation_add(&design->variation, &rule));
	}
	TRY(add_named(call, VARIATION_LIBRARY, VARIES_LIBRARY, &rule));
	TRY(add_named(call, VARIATION_CELLS, VARIES_CELL, &rule));
	TRY(add_named(call, VARIATION_INSTANCES, VARIES_INSTANCE, &rule));
	return check_rules(call, n_before);
}

/* ---- run_ssta ---- */

#define RUN_OPTIONS(X)                                                                                                    \
	X(RUN_N, "-n", OPTION_COUNT, "N", "dies (65536)")                                                                 \
	X(RUN_SAMPLES, "-samples", OPTION_WORD, "A:B",                                                                    \
	  "dies A to B - 1 instead, as a part of a run")                                                                  \
	X(RUN_SEED, "-seed", OPTION_WORD, "N", "another set of dies (0)")                                                 \
	X(RUN_HOLD, "-hold", OPTION_FLAG, NULL,                                                                           \
	  "hold, removal and earliest (else setup, recovery, latest)")                                                    \
	X(RUN_ENDPOINTS, "-endpoints", OPTION_WORD, "PINS",                                                               \
	  "keep each die's slack of these endpoints too")                                                                 \
	X(RUN_SAMPLING, "-sampling", OPTION_CHOICE, SSTA_SAMPLINGS,                                                       \
	  "antithetic: each four dies, then the same with all deviations negated; stratified: "                           \
	  "for each arc, every stratum once in -strata dies; sobol: shared factors by 16 "                                \
	  "scrambled sequences")                                                                                          \
	X(RUN_STRATA, "-strata", OPTION_COUNT, "N",                                                                       \
	  "of stratified dies, a multiple of 4 (a sixteenth of the dies)")                                                \
	X(RUN_PRECISION, "-precision", OPTION_WORD, "TIME",                                                               \
	  "stop when the 95 % interval of the chip's mean slack is within TIME, checked every 4096 dies")                 \
	X(RUN_TIME, "-time", OPTION_WORD, "SECONDS", "stop after this time")                                              \
	X(RUN_DIE, "-die", OPTION_WORD, "SHARE",                                                                          \
	  "how much of sigma all arcs of a die have in common (0); single: early delays are "                             \
	  "the late ones, without derates, so that clock trees have no credit; both as a "                                \
	  "list")                                                                                                         \
	X(RUN_LIBRARY, "-library", OPTION_WORD, "SHARE", "those of a library's cells (0)")                                \
	X(RUN_GRID, "-grid", OPTION_WORD, "SHARE",                                                                        \
	  "those that are near each other, by their places (0)")                                                          \
	X(RUN_LENGTH, "-length", OPTION_WORD, "UM",                                                                       \
	  "correlate any two gates by 1 / (1 + (distance / UM)^2), and print how far from that their "                    \
	  "correlation is. Without -length the distance is that of the centers of 6 x 6 cells of the die, and UM is 100") \
	X(RUN_SLEW, "-slew", OPTION_CHOICE, "nominal|sampled",                                                            \
	  "sampled: each die's slews deviate with its delays, which are looked up with "                                  \
	  "them, in a small design")                                                                                      \
	X(RUN_METHOD, "-method", OPTION_CHOICE, SSTA_METHODS,                                                             \
	  "paper: as the SSTA paper prints it, the gates of a level at a time; paper-gate: one gate at a "                \
	  "time; paper-repaired: without padding by zeros; paper-sta: its kernel without "                                \
	  "variation")                                                                                                    \
	X(RUN_RNG, "-rng", OPTION_CHOICE, SSTA_GENERATORS,                                                                \
	  "of the paper's methods: its Mersenne twisters (mersenne) or the numbers of the "                               \
	  "keys (philox)")                                                                                                \
	X(RUN_BEGIN, "-begin", OPTION_FLAG, NULL, "compute nothing yet; step does")

OPTION_TABLE(run_options, RUN_OPTIONS);

static enum status parse_samples(const struct call *call, struct ssta_options *options)
{
	const struct option_value *given = call->option;
	const char *word = given[RUN_SAMPLES].word;
	char *end;

	options->end = given[RUN_N].given ? given[RUN_N].number : 65536;
	if (!given[RUN_SAMPLES].given)
		return options->end <= SSTA_MOST_SAMPLES
			       ? STATUS_OK
			       : call_fail(call, STATUS_USAGE, "2^30 dies at most");
	TRY(call_exclusive(call, RUN_N, RUN_SAMPLES));
	options->begin = strtoll(word, &end, 10);
	if (end == word || *end != ':')
		end = (char *)"x";
	else
		options->end = strtoll(end + 1, &end, 10);
	if (*end || options->begin < 0 || options->end <= options->begin ||
	    options->end > SSTA_MOST_SAMPLES)
		return call_fail(call, STATUS_USAGE,
				 "-samples expects A:B with 0 ≤ A < B ≤ 2^30, not "
				 "\"%.100s\"",
				 word);
	return STATUS_OK;
}

/* "1ps", "0.5ns", or a number in the library's unit of time; fs. */
static enum status parse_time(const struct call *call, const char *option, const char *word,
			      double *out)
{
	static const struct {
		const char *name;
		double fs;
	} units[] = {{"fs", 1}, {"ps", 1e3}, {"ns", 1e6}, {"us", 1e9}};
	double unit = report_units_of(call->session->design.netlist).time * 1000;
	char *end;

	*out = strtod(word, &end);
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		if (end > word && strcmp(end, units[i].name) == 0) {
			unit = units[i].fs;
			end += 2;
		}
	}
	*out *= unit;
	if (end == word || *end || !(*out > 0 && *out < 1e15))
		return call_fail(call, STATUS_USAGE,
				 "%s expects a time above 0 like 1ps, not \"%.100s\"", option,
				 word);
	return STATUS_OK;
}

/* How dies are drawn, and how many are enough. */
static enum status parse_sampling(const struct call *call, struct ssta_options *options,
				  double *seconds)
{
	const struct option_value *given = call->option;
	bool stratified;

	options->samples_slews = given[RUN_SLEW].given && given[RUN_SLEW].number == 1;
	if (given[RUN_METHOD].given)
		options->method = (enum ssta_method)given[RUN_METHOD].number;
	if (given[RUN_RNG].given)
		options->generator = (enum ssta_generator)given[RUN_RNG].number;
	else if (options->method != SSTA_CHAINS)
		options->generator = SSTA_MERSENNE;
	if (given[RUN_SAMPLING].given)
		options->sampling = (enum ssta_sampling)given[RUN_SAMPLING].number;
	stratified = options->sampling == SSTA_STRATIFIED;
	if (given[RUN_STRATA].given && !stratified)
		return call_fail(call, STATUS_USAGE, "-strata is of -sampling stratified");
	if (stratified && given[RUN_SAMPLES].given && !given[RUN_STRATA].given)
		return call_fail(call, STATUS_USAGE,
				 "-strata says what the parts of a run have in common; "
				 "-samples needs it where dies are stratified");
	if (stratified)
		options->strata =
			(int32_t)(given[RUN_STRATA].given
					  ? min_i64(given[RUN_STRATA].number, SSTA_MOST_SAMPLES)
					  : max_i64(4, options->end / 64 * 4));
	if (given[RUN_PRECISION].given) {
		TRY(parse_time(call, "-precision", given[RUN_PRECISION].word, &options->precision));
		if (given[RUN_SAMPLES].given)
			return call_fail(call, STATUS_USAGE,
					 "-precision is of a whole run, not of -samples");
	}
	*seconds = INFINITY;
	if (given[RUN_TIME].given) {
		TRY(call_real(call, given[RUN_TIME].word, seconds));
		if (!(*seconds > 0) || given[RUN_BEGIN].given)
			return call_fail(call, STATUS_USAGE,
					 "-time expects seconds above 0, without -begin");
	}
	return ssta_check_sampling(options);
}

static enum status parse_endpoints(const struct call *call, struct ssta_options *options,
				   int32_t **pins)
{
	RELEASED_BY(words_free) struct words words = {0};

	if (!call->option[RUN_ENDPOINTS].given)
		return STATUS_OK;
	words_of(call, call->option[RUN_ENDPOINTS].word, &words);
	TRY(ALLOC(pins, words.n));
	for (int i = 0; i < words.n; i++)
		TRY(need_pin(call, words.word[i], &(*pins)[i]));
	options->n_series = words.n;
	options->series_pin = *pins;
	return STATUS_OK;
}

/* A share, single, or both. */
static enum status parse_die(const struct call *call, struct ssta_sharing *out, bool *single)
{
	RELEASED_BY(words_free) struct words words = {0};

	words_of(call, call->option[RUN_DIE].word, &words);
	for (int i = 0; i < words.n; i++) {
		if (strcmp(words.word[i], "single") == 0)
			*single = true;
		else
			TRY(call_real(call, words.word[i], &out->die));
	}
	return STATUS_OK;
}

static enum status parse_sharing(const struct call *call, struct ssta_sharing *out, bool *single)
{
	static const int options[] = {RUN_DIE, RUN_LIBRARY, RUN_GRID, RUN_LENGTH};
	double *const values[] = {&out->die, &out->library, &out->grid, &out->length};

	out->length = SSTA_LENGTH;
	out->by_distance = call->option[RUN_LENGTH].given;
	out->placement = call->session->design.placement;
	for (int i = 1; i < 4; i++) {
		if (call->option[options[i]].given)
			TRY(call_real(call, call->option[options[i]].word, values[i]));
	}
	return call->option[RUN_DIE].given ? parse_die(call, out, single) : STATUS_OK;
}

/* Forget results of the timing, except for the dies. */
static void forget_nominal_results(struct session *session)
{
	struct ssta *ssta = session->design.ssta;

	session->design.ssta = NULL;
	session_drop_results(session);
	session->design.ssta = ssta;
	session->design.timing_edition++;
}

/* Back to the nominal timing. */
static enum status close_die(struct session *session)
{
	if (!session->design.n_open)
		return STATUS_OK;
	forget_nominal_results(session);
	session->design.n_open = 0;
	session_name_die(session);
	return ssta_close(session->design.timing);
}

static enum status begin(struct call *call, struct ssta_options *options)
{
	struct session *session = call->session;
	struct design *design = &session->design;
	FREED int32_t *pins = NULL;
	enum status status;

	options->more = session_devices(session)->more_queue;
	options->n_more = session_devices(session)->n_more;
	status = close_die(session) ?: session_need_timing(session) ?: parse_endpoints(call, options, &pins);
	status = ranks_agree(status);
	if (status == STATUS_OK && design->ssta && ssta_can_restart(design->ssta, options)) {
		status = ssta_restart(design->ssta, options);
	} else if (status == STATUS_OK) {
		session_drop_ssta(session);
		status = ssta_new(session->queue, design->timing, &design->variation, options,
				  &design->ssta);
	}
	return status;
}

/* A delay without sigmas in the library doesn't vary, but isn't certain either. */
static void tell_missing(const struct ssta *ssta)
{
	struct ssta_size size;

	ssta_size(ssta, &size);
	if (size.n_without)
		print_error("warning: %" PRId64
			    " arcs and checks are to vary by tables, but the library has no "
			    "ocv_sigma table of them; they don't vary\n",
			    size.n_without);
}

static void tell_raised(const struct ssta *ssta)
{
	if (ssta_n_raised(ssta))
		print_error(
			"warning: -method paper pads gates with inputs that arrive at 0, which made %" PRId64
			" negative arrivals later; -method paper-repaired doesn't\n",
			ssta_n_raised(ssta));
}

enum status ssta_put(struct session *session)
{
	struct stepper *stepper = ssta_stepper(session->design.ssta);
	struct snap_timeline *timeline;

	TRY(stepper->ops->timeline(stepper, &timeline));
	board_put_timeline(session->board, STEPPER_SSTA, timeline);
	if (!session->has_screen)
		board_set_stepper(session->board, STEPPER_SSTA);
	return STATUS_OK;
}

enum { SLEW_STEP = 64 }; /* dies whose slews are sampled take milliseconds each */

enum { SERVE_MS = 250 }; /* between looks at the dies so far, which take some milliseconds */

static enum status run_dies(struct session *session, double seconds)
{
	struct ssta *ssta = session->design.ssta;
	double begun = clock_ms(), served = begun;
	bool is_late;

	while (!ssta_finished(ssta)) {
		TRY(session_step_one(session, STEPPER_SSTA, GRAIN_COARSE));
		(void)task_progress(&session->task,
				    ssta_n(ssta)); /* all ranks stop together, below */
		if (session->has_screen && clock_ms() - served > SERVE_MS) {
			session_serve(session);
			served = clock_ms();
		}
		is_late = clock_ms() - begun > 1000 * seconds;
		TRY(ranks_follow(task_breathe(&session->task), &is_late));
		if (is_late) {
			ssta_stop(ssta);
			TRY(ssta_put(session));
		}
	}
	/* while all processes are here: what reads the dies later needn't be run by all */
	return ranks_n() > 1 ? ssta_read(ssta) : STATUS_OK;
}

static enum status run_ssta(struct call *call)
{
	struct session *session = call->session;
	struct design *design = &session->design;
	struct ssta_options options = {.split = call->option[RUN_HOLD].given ? EARLY : LATE};
	double seconds;
	enum status status;

	if (!call->option[RUN_BEGIN].given && !call->option[RUN_TIME].given && !session->has_screen)
		options.step = SSTA_LARGEST_STEP;
	if (call->option[RUN_SLEW].given && call->option[RUN_SLEW].number == 1)
		options.step = SLEW_STEP;
	options.paced = call->option[RUN_BEGIN].given;

	TRY(design_need_netlist(design));
	TRY(parse_samples(call, &options));
	TRY(parse_sharing(call, &options.sharing, &options.single));
	TRY(parse_sampling(call, &options, &seconds));
	if (call->option[RUN_SEED].given)
		TRY(ssta_parse_number(call, "-seed", call->option[RUN_SEED].word, &options.seed));
	if (!design->variation.n_rules)
		return status_fail(STATUS_FAILED,
				   "no delay varies; say by how much with set_variation");
	status = begin(call, &options);
	if (status == STATUS_OK) {
		tell_missing(design->ssta);
		status = ssta_put(session);
	}
	task_begin(&session->task, stepper_info[STEPPER_SSTA].title, options.end - options.begin);
	if (status == STATUS_OK && !call->option[RUN_BEGIN].given)
		status = run_dies(session, seconds);
	task_end(&session->task);
	if (status != STATUS_OK && ranks_n() > 1)
		session_drop_ssta(session); /* others may have got on */
	TRY(status);
	tell_raised(design->ssta);
	ssta_write_field_error(design->ssta, call->out);
	return STATUS_OK;
}

/* ---- a die ---- */

static enum status open_sample(struct call *call)
{
	struct session *session = call->session;
	struct design *design = &session->design;
	uint64_t sample;
	int32_t n_negative;

	TRY(session_need_ssta(session));
	TRY(ssta_parse_die(call, &sample));
	forget_nominal_results(session);
	design->n_open = 0;
	TRY(ssta_open(design->ssta, (int64_t)sample, &n_negative));
	design->n_open = (int64_t)sample + 1;
	session_name_die(session);
	TRY(session_need_timing(session));
	text_printf(call->out, "die %" PRIu64 " of seed %" PRIu64 " is open", sample,
		    ssta_options(design->ssta)->seed);
	if (n_negative)
		text_printf(call->out, "; %" PRId32 " delays are negative", n_negative);
	text_add(call->out, "\n");
	return STATUS_OK;
}

static enum status close_sample(struct call *call)
{
	struct session *session = call->session;

	if (!session->design.n_open)
		return status_fail(STATUS_FAILED, "no die is open; open_sample opens one");
	return close_die(session);
}

const struct command ssta_commands[] = {
	{"set_variation", set_variation, IN_SESSION, "?FRACTION?", 0, 1, variation_options,
	 "Set the fraction of the nominal value by which delays vary from die to die, one sigma"},
	{"run_ssta", run_ssta, IN_SESSION, NULL, 0, 0, run_options,
	 "Compute the slacks of many dies, each with delays of its own"},
	{"open_sample", open_sample, IN_SESSION, "DIE", 1, 1, NULL,
	 "Make one die the design's timing: reports, paths and maps are of it"},
	{"close_sample", close_sample, IN_SESSION, NULL, 0, 0, NULL,
	 "Go back from a die to the nominal timing"},
	{0},
};

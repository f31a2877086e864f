/*
 * Dies as [SSTA] (section IV) computes them, to be compared with: gates of up to four inputs level by level or
 * one by one; for each gate and die a thread, which reads what it needs of an array that was gathered for it,
 * looks up means and sigmas, and takes random numbers that a Mersenne twister and Box and Muller's
 * transformation have put down before (gpu/ssta/paper/k_ssta_paper.cu).
 *
 * "For gates with less than 4 inputs, the extra memory in the LUT stores zeroes": delays; when such an input arrives isn't
 * said. At 0 here, so negative arrivals are lost. SSTA_PAPER_REPAIRED leaves such inputs out. The seed has latest arrivals at
 * outputs alone; earliest ones (of clocks that capture, or for hold) are never padded here, and checks
 * and shared results are those of ssta_ends.
 *
 * Wave w of TWISTER_LANES dies has twisters that are seeded by w and the lane alone, and a lane's number 4·g + j is that
 * of input j of gate g: so nothing depends on how gates and dies are shared among launches and devices.
 */
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/ssta/paper/ssta_paper_args.h"
#include "gpu/ssta/paper/twister_table.h"
#include "gpu/ssta/ssta_impl.h"

static const char name[] = "ssta";

static const uint32_t parameters[] = {TWISTER_TABLE};

/* Gates at once; what comes of it is the same. */
enum { CPU_TOGETHER = 16, GPU_TOGETHER = 1024 };

/* ---- gates ---- */

/* A state with more than four arcs goes on in further parts, with three more each. */
static int32_t n_parts_of(int32_t n_ops)
{
	return n_ops <= PAPER_INPUTS ? 1 : 1 + (n_ops - 2) / (PAPER_INPUTS - 1);
}

static int32_t chain_ops(const struct ssta_program *p, int32_t chain)
{
	return p->chain_row[chain + 1] - p->chain_row[chain];
}

static enum status count_gates(const struct ssta_program *p, struct ssta_paper *out)
{
	int64_t n_gates = 0;

	TRY(ALLOC(&out->level_part, p->n_levels + 1));
	for (int32_t l = 0; l < p->n_levels; l++) {
		int32_t most = 0;

		for (int32_t c = p->level_row[l]; c < p->level_row[l + 1]; c++) {
			int32_t n = n_parts_of(chain_ops(p, c));

			n_gates += n;
			most = n > most ? n : most;
		}
		out->level_part[l + 1] = out->level_part[l] + most;
	}
	if (n_gates > INT32_MAX / PAPER_INPUTS)
		return status_fail(STATUS_NO_MEMORY, "more than %d gates",
				   INT32_MAX / PAPER_INPUTS);
	out->n_gates = (int32_t)n_gates;
	out->n_parts = out->level_part[p->n_levels];
	return STATUS_OK;
}

static void take_op(const struct ssta_op *op, struct ssta_paper *out, int32_t gate, int input)
{
	int64_t at = PAPER_INPUTS * (int64_t)gate + input;

	out->gate[gate].source[input] = op->source;
	out->mean[at] = op->nominal;
	out->sigma[at] = (struct paper_sigma){op->sigma[0], op->sigma[1]};
	memcpy(&out->key[2 * at], op->key, sizeof op->key);
}

/* Part `part` of a state. */
static void make_gate(const struct ssta_program *p, int32_t chain, int32_t part,
		      struct ssta_paper *out, int32_t number)
{
	const struct ssta_op *op = &p->op[p->chain_row[chain]];
	struct paper_gate *gate = &out->gate[number];
	int32_t n = chain_ops(p, chain), first = 0, next = 0;

	*gate = (struct paper_gate){.slot = p->chain_slot[chain], .early = op->early};
	for (int j = 0; j < PAPER_INPUTS; j++)
		gate->source[j] = PAPER_ABSENT;
	if (part > 0) {
		gate->source[next++] = gate->slot;
		first = PAPER_INPUTS + (part - 1) * (PAPER_INPUTS - 1);
	}
	for (int32_t i = first; i < n && next < PAPER_INPUTS; i++)
		take_op(&op[i], out, number, next++);
}

static void make_gates(const struct ssta_program *p, struct ssta_paper *out)
{
	int32_t n = 0;

	for (int32_t l = 0; l < p->n_levels; l++) {
		for (int32_t part = 0; part < out->level_part[l + 1] - out->level_part[l]; part++) {
			for (int32_t c = p->level_row[l]; c < p->level_row[l + 1]; c++) {
				if (part < n_parts_of(chain_ops(p, c)))
					make_gate(p, c, part, out, n++);
			}
			out->part_row[out->level_part[l] + part + 1] = n;
		}
	}
}

enum status ssta_paper_make(const struct ssta_program *p, struct ssta_paper *out)
{
	int64_t n;

	TRY(count_gates(p, out));
	n = out->n_gates;
	TRY(ALLOC(&out->part_row, out->n_parts + 1));
	TRY(ALLOC(&out->gate, n));
	TRY(ALLOC_ALL(PAPER_INPUTS * n, &out->mean, &out->sigma));
	TRY(ALLOC(&out->key, 2 * PAPER_INPUTS * n));
	make_gates(p, out);
	return STATUS_OK;
}

FREES(ssta_paper_release, struct ssta_paper, x->level_part, x->part_row, x->gate, x->mean, x->sigma,
      x->key);

/* ---- on a device ---- */

enum status ssta_paper_open(const struct ssta *ssta, struct ssta_engine *e)
{
	const struct ssta_paper *p = &ssta->paper;
	struct ssta_paper_engine *to = &e->paper;
	bool cpu = device_kind(queue_device(e->queue)) == DEVICE_CPU;
	int64_t data =
		ssta->fs_bits == 32 ? sizeof(struct paper_data_32) : sizeof(struct paper_data_64);
	int64_t n = PAPER_INPUTS * (int64_t)p->n_gates, lanes = TWISTER_LANES;

	to->n_together = cpu ? CPU_TOGETHER : GPU_TOGETHER;
	lanes *= to->n_together;
#define PUT(from, n, d_pointer)                                                                    \
	TRY(timing_image_upload(e->queue, (from), (n), sizeof **(d_pointer),                       \
				(const void *)(d_pointer)))
	PUT(parameters, TWISTER_PARAMETERS, &to->d_parameter);
	PUT(p->gate, p->n_gates, &to->d_gate);
	PUT(p->mean, n, &to->d_mean);
	PUT(p->sigma, n, &to->d_sigma);
	PUT(p->key, 2 * n, &to->d_key);
#undef PUT
	TRY(DEVICE_ALLOC(e->queue, name, &to->d_state, TWISTER_WORDS * TWISTER_LANES));
	TRY(DEVICE_ALLOC(e->queue, name, &to->d_raised, 1));
	TRY(DEVICE_ALLOC(e->queue, name, &to->d_number, PAPER_INPUTS * lanes));
	return device_alloc(e->queue, name, data * lanes, &to->d_data);
}

void ssta_paper_close(struct ssta_engine *e)
{
	struct ssta_paper_engine *p = &e->paper;

	DEVICE_FREE_ALL(e->queue, &p->d_parameter, &p->d_state, &p->d_number, &p->d_key, &p->d_gate,
			&p->d_mean, &p->d_raised, &p->d_sigma, &p->d_data);
}

void ssta_paper_begin(const struct ssta *ssta, const struct ssta_engine *e,
		      const struct ssta_samples *samples)
{
	struct paper_seeds_args args = {.seed = samples->seed,
					.wave = (uint32_t)(samples->first / TWISTER_LANES),
					.state = e->paper.d_state};

	if (ssta->options.generator == SSTA_MERSENNE)
		LAUNCH(e->queue, paper_seeds, 32, &args, TWISTER_LANES);
}

/* The numbers of n gates from `first` on. */
static void launch_numbers(const struct ssta *ssta, const struct ssta_engine *e,
			   const struct ssta_samples *samples, int32_t first, int32_t n)
{
	const struct ssta_paper_engine *p = &e->paper;
	int64_t n_numbers = PAPER_INPUTS * (int64_t)n;
	struct paper_twister_args twister = {
		.parameter = p->d_parameter,
		.state = p->d_state,
		.at = (int32_t)(PAPER_INPUTS * (int64_t)first % TWISTER_WORDS),
		.n_words = (int32_t)n_numbers,
		.number = p->d_number};
	struct paper_box_muller_args box_muller = {.number = p->d_number};
	struct paper_philox_args keyed = {.seed = samples->seed,
					  .table = samples->table,
					  .key = p->d_key + 2 * PAPER_INPUTS * (int64_t)first,
					  .first = samples->first,
					  .number = p->d_number};

	bool cpu = device_kind(queue_device(e->queue)) == DEVICE_CPU;

	if (ssta->options.generator == SSTA_PHILOX) {
		LAUNCH(e->queue, paper_philox, 32, &keyed, n_numbers * (TWISTER_LANES / 4));
		return;
	}
	LAUNCH(e->queue, paper_twister, 32, &twister, TWISTER_LANES / (cpu ? PAPER_CPU_LANES : 1));
	LAUNCH(e->queue, paper_box_muller, 32, &box_muller, n_numbers / 2 * TWISTER_LANES);
}

/* n gates from `first` on, of which the numbers of those from `batch` on are there. */
static void launch_gates(const struct ssta *ssta, const struct ssta_engine *e,
			 const struct paper_sta_args *counts, int32_t batch, int32_t first,
			 int32_t n)
{
	const struct ssta_paper_engine *p = &e->paper;
	int64_t n_items = (int64_t)n * TWISTER_LANES;
	struct paper_gather_args gather = {.gate = p->d_gate + first,
					   .first_gate = first,
					   .pads_zero = ssta->options.method != SSTA_PAPER_REPAIRED,
					   .slot = e->d_slot,
					   .data = p->d_data};
	struct paper_ssta_args args = {.sta = *counts, .sigma = p->d_sigma};

	args.sta.gate = p->d_gate + first;
	args.sta.first_gate = first;
	args.number = p->d_number + PAPER_INPUTS * (int64_t)(first - batch) * TWISTER_LANES;
	LAUNCH(e->queue, paper_gather, ssta->fs_bits, &gather, n_items);
	if (ssta->options.method == SSTA_PAPER_STA)
		LAUNCH(e->queue, paper_sta, ssta->fs_bits, &args.sta, n_items);
	else
		LAUNCH(e->queue, paper_ssta, ssta->fs_bits, &args, n_items);
}

static void launch_batch(const struct ssta *ssta, const struct ssta_engine *e,
			 const struct ssta_samples *samples, const struct paper_sta_args *counts,
			 int32_t first, int32_t n)
{
	if (ssta->options.method != SSTA_PAPER_STA)
		launch_numbers(ssta, e, samples, first, n);
	if (ssta->options.method != SSTA_PAPER_GATE) {
		launch_gates(ssta, e, counts, first, first, n);
		return;
	}
	for (int32_t i = 0; i < n; i++)
		launch_gates(ssta, e, counts, first, first + i, 1);
}

void ssta_paper_level(const struct ssta *ssta, const struct ssta_engine *e,
		      const struct ssta_samples *samples, int32_t level, int64_t begin, int64_t end)
{
	const struct ssta_paper *p = &ssta->paper;
	struct paper_sta_args counts = {.data = e->paper.d_data,
					.mean = e->paper.d_mean,
					.first = samples->first,
					.begin = begin,
					.end = end,
					.n_raised = e->paper.d_raised,
					.slot = e->d_slot};

	for (int32_t part = p->level_part[level]; part < p->level_part[level + 1]; part++) {
		int32_t last = p->part_row[part + 1];

		for (int32_t g = p->part_row[part]; g < last; g += e->paper.n_together)
			launch_batch(ssta, e, samples, &counts, g,
				     (int32_t)min_i64(e->paper.n_together, last - g));
	}
}

/* ---- what can be drawn again ---- */

bool ssta_can_replay(const struct ssta *ssta)
{
	return ssta->options.generator == SSTA_PHILOX && ssta->n_raised == 0 &&
	       ssta->options.method != SSTA_PAPER_STA && !ssta->options.samples_slews;
}

enum status ssta_need_replay(const struct ssta *ssta)
{
	if (ssta_can_replay(ssta))
		return STATUS_OK;
	if (ssta->options.samples_slews)
		return status_fail(STATUS_FAILED,
				   "dies of -slew sampled are timed as a whole: no part of one can "
				   "be computed alone; open_sample opens them");
	if (ssta->options.method == SSTA_PAPER_STA)
		return status_fail(STATUS_FAILED, "-method paper-sta has nominal delays only");
	if (ssta->options.generator == SSTA_MERSENNE)
		return status_fail(
			STATUS_FAILED,
			"dies of -rng mersenne are a stream of numbers: none of them can "
			"be computed again; those of -rng philox can");
	return status_fail(
		STATUS_FAILED,
		"-method paper pads gates with zeros, which made arrivals later: its dies "
		"aren't the design's; those of paper-repaired are");
}

int64_t ssta_n_raised(const struct ssta *ssta)
{
	return ssta->n_raised;
}

const char *ssta_method_label(const struct ssta_options *options)
{
	static const char *const label[] = {
		[SSTA_CHAINS] = "",
		[SSTA_PAPER] = ", as the SSTA paper prints it (Algorithm 2, a level at a time",
		[SSTA_PAPER_GATE] = ", as the SSTA paper prints it (Algorithm 2, gate by gate",
		[SSTA_PAPER_REPAIRED] =
			", as the SSTA paper without its padding (Algorithm 2, a level at "
			"a time",
		[SSTA_PAPER_STA] = ", as the SSTA paper prints it (Algorithm 1, no variation)",
	};

	return label[options->method];
}

const char *ssta_method_short(const struct ssta_options *options)
{
	static const char *const label[][2] = {
		[SSTA_CHAINS] = {"", ""},
		[SSTA_PAPER] = {"paper, Philox", "paper, twisters"},
		[SSTA_PAPER_GATE] = {"paper-gate, Philox", "paper-gate, twisters"},
		[SSTA_PAPER_REPAIRED] = {"paper-repaired, Philox", "paper-repaired, twisters"},
		[SSTA_PAPER_STA] = {"paper-sta", "paper-sta"},
	};

	return options->samples_slews ? "sampled slews"
				      : label[options->method][options->generator];
}

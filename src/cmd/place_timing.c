#include "cmd/place_timing.h"

#include <stdlib.h>

#include "base/grow.h"
#include "gen/wires.h"
#include "gpu/credit/timing_slacks.h"
#include "gpu/timing/timing.h"

static enum status check_lenses(const struct session *session)
{
	return session->design.lenses
		       ? status_fail(STATUS_FAILED, "place_design: -timing_driven goes by the "
						    "design's own timing; set_lens none")
		       : STATUS_OK;
}

enum status place_timing_check(struct session *session)
{
	struct slack_totals totals;
	struct timing *timing;
	struct wire_unit unit;

	TRY(check_lenses(session));
	TRY(wire_unit_of(session->design.technology, NULL, 0, &unit));
	TRY(session_need_timing(session));
	timing = session->design.timing;
	TRY(timing_need_slacks(timing, session->cppr, SLACKS_OF_LATE, &session->task));
	TRY(timing_slack_totals(timing, timing->queue, LATE, false, &totals));
	if (totals.wns == FS_NONE_64)
		return status_fail(STATUS_FAILED,
				   "place_design -timing_driven: no endpoint has a setup slack; "
				   "constraints are missing");
	return STATUS_OK;
}

enum status place_timing_begin(const struct netlist *netlist, struct place_timing *out)
{
	*out = (struct place_timing){.totals.wns = FS_NONE_64};
	TRY(ALLOC_ALL(netlist->n_nets, &out->weight, &out->momentum));
	for (int32_t net = 0; net < netlist->n_nets; net++)
		out->weight[net] = 1;
	return STATUS_OK;
}

void place_timing_end(struct place_timing *timing)
{
	FREE_ALL(timing->weight, timing->momentum);
	*timing = (struct place_timing){0};
}

static enum status set_wires(struct session *session, struct placement *placement)
{
	struct parasitics *parasitics;
	struct wire_report report;
	struct wire_unit unit;

	TRY(check_lenses(session));
	TRY(wire_unit_of(placement->technology, NULL, 0, &unit));
	TRY(estimate_wires(placement, &unit, &session->task, &report, &parasitics));
	session_drop_for_edit(session);
	return design_set_parasitics(&session->design, parasitics);
}

/* The worst of a net's pins, before common path pessimism is removed. */
static int64_t net_slack(const struct timing *timing, const struct netlist *netlist, int32_t net)
{
	int64_t worst = FS_NONE_64;

	for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1]; i++) {
		for (int edge = 0; edge < N_EDGES; edge++) {
			int32_t vertex = netlist->net_pin[i] * N_EDGES + edge;
			int64_t slack = timing_vertex_slack(timing, vertex, LATE);

			worst = slack < worst ? slack : worst;
		}
	}
	return worst;
}

static void weigh(const struct timing *timing, const struct netlist *netlist,
		  struct place_timing *out)
{
	double wns = (double)out->totals.wns;

	for (int32_t net = 0; net < netlist->n_nets; net++) {
		int64_t slack = net_slack(timing, netlist, net);
		double c = slack < 0 ? (double)slack / wns : 0, w;

		c = c > 1 ? 1 : c;
		out->momentum[net] = (float)((double)out->momentum[net] / 2 + c / 2);
		w = (double)out->weight[net] * (1 + (double)out->momentum[net]);
		out->weight[net] = (float)(w < PLACE_MOST_WEIGHT ? w : PLACE_MOST_WEIGHT);
	}
}

enum status place_timing_update(struct session *session, struct placement *placement,
				struct place_timing *out)
{
	struct timing *timing;

	TRY(set_wires(session, placement));
	TRY(session_need_timing(session));
	timing = session->design.timing;
	TRY(timing_need_slacks(timing, session->cppr, SLACKS_OF_LATE, &session->task));
	TRY(timing_slack_totals(timing, timing->queue, LATE, false, &out->totals));
	if (out->totals.wns >= 0)
		return STATUS_OK;
	TRY(timing_read(timing));
	weigh(timing, placement->netlist, out);
	return STATUS_OK;
}

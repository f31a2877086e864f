#include "golden_design.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "db/link/link.h"
#include "gpu/image/tag_spreader.h"
#include "read/liberty/liberty.h"
#include "read/sdc/sdc.h"
#include "read/spef/spef.h"
#include "read/tau.h"
#include "read/verilog/verilog.h"

static enum status read_netlist(struct test_device *d, const struct design_files *files,
				struct text *warnings, struct golden_design *out)
{
	struct modules modules = {0};
	enum status status = verilog_read(files->verilog, &modules, warnings, &d->task);

	if (status == STATUS_OK)
		status = link_netlist(&(struct link_sources){.modules = &modules,
							     .library = {&out->early, &out->late},
							     .n_libraries = {1, 1}},
				      warnings, &d->task, &out->netlist);
	modules_release(&modules);
	return status;
}

static enum status make_timing(struct test_device *d, struct text *warnings,
			       struct golden_design *out)
{
	struct timing_graph *graph;
	struct state_graph *states;
	struct rc_forest *rc;
	enum status status;

	TRY(timing_graph_new(out->netlist, out->constraints, warnings, &d->task, &graph));
	status = tag_spreader_states(d->queue, graph, false, &d->task, &states);
	if (status != STATUS_OK) {
		timing_graph_free(graph);
		return status;
	}
	TRY(timing_new(d->queue, graph, states, &out->timing));
	if (out->parasitics) {
		TRY(rc_forest_new(
			&(struct rc_source){.parasitics = {out->parasitics, out->parasitics},
					    .constraints = out->constraints,
					    .netlist = out->netlist},
			warnings, &d->task, &rc));
		status = timing_set_wires(out->timing, rc);
		rc_forest_free(rc);
		TRY(status);
	}
	return timing_read(out->timing);
}

static enum status read_sdc(struct test_device *d, const struct design_files *files,
			    struct text *warnings, struct golden_design *out)
{
	struct text output = TEXT_INIT;
	enum status status =
		sdc_read(files->sdc,
			 &(struct sdc_job){.netlist = out->netlist,
					   .options = &(struct sdc_options)SDC_OPTIONS_INIT,
					   .warnings = warnings,
					   .output = &output,
					   .task = &d->task},
			 &out->constraints);

	text_release(&output);
	return status;
}

static enum status open_all(struct test_device *d, const struct design_files *files,
			    struct text *warnings, struct golden_design *out)
{
	TRY(liberty_read(files->early, warnings, &d->task, &out->early));
	TRY(liberty_read(files->late, warnings, &d->task, &out->late));
	TRY(read_netlist(d, files, warnings, out));
	if (files->spef[0])
		TRY(spef_read(files->spef, &(struct spef_source)SPEF_SOURCE_INIT(out->netlist),
			      warnings, &d->task, &out->parasitics));
	if (files->sdc[0])
		TRY(read_sdc(d, files, warnings, out));
	else
		TRY(tau_read(files->timing, out->netlist, warnings, &d->task, &out->constraints));
	return make_timing(d, warnings, out);
}

enum status golden_design_open(struct test_device *d, const struct design_files *files,
			       struct golden_design *out)
{
	struct text warnings = TEXT_INIT;
	enum status status;

	*out = (struct golden_design){0};
	status = open_all(d, files, &warnings, out);
	if (status != STATUS_OK)
		printf("# %s\n", status_text(status));
	text_release(&warnings);
	return status;
}

void golden_design_close(struct golden_design *design)
{
	timing_free(design->timing);
	parasitics_unref(design->parasitics);
	constraints_unref(design->constraints);
	netlist_unref(design->netlist);
	library_unref(design->early);
	library_unref(design->late);
	*design = (struct golden_design){0};
}

bool golden_find_file(char *out, size_t size, const char *directory, const char *name,
		      const char *suffix)
{
	snprintf(out, size, "%s/%s%s.gz", directory, name, suffix);
	if (access(out, R_OK) == 0)
		return true;
	out[strlen(out) - 3] = '\0';
	return access(out, R_OK) == 0;
}

int32_t golden_vertex(const struct netlist *netlist, const char *pin, char edge)
{
	char name[512], *colon;
	int32_t found;

	snprintf(name, sizeof name, "%s", pin);
	colon = strrchr(name, ':');
	if (colon)
		*colon = '/';
	found = netlist_find_pin(netlist, name, (int64_t)strlen(name));
	return found < 0 ? -1 : found * N_EDGES + (edge == 'F');
}

bool tsv_open(struct tsv *tsv, const char *path)
{
	tsv->task = (struct task)TASK_INIT;
	return input_open(&tsv->in, path, &tsv->task) == STATUS_OK;
}

/* Fields after the last that fits, and what is left of a line that is too long, are left out. */
bool tsv_next(struct tsv *tsv)
{
	const char *begin, *end;
	bool more;

	do {
		if (input_line(&tsv->in, &begin, &end, &more) != STATUS_OK || !more)
			return false;
	} while (begin == end || *begin == '#');
	snprintf(tsv->line, sizeof tsv->line, "%.*s", (int)(end - begin), begin);
	tsv->n = 0;
	for (char *at = tsv->line; at && tsv->n < TSV_FIELDS;) {
		char *tab = strchr(at, '\t');

		tsv->field[tsv->n++] = at;
		if (tab)
			*tab = '\0';
		at = tab ? tab + 1 : NULL;
	}
	return true;
}

void tsv_close(struct tsv *tsv)
{
	input_close(&tsv->in);
}

void tally_add(struct tally *tally, double ours, double wanted)
{
	double error = fabs(ours - wanted);

	if (isnan(ours) && isnan(wanted))
		return;
	if (isnan(ours) != isnan(wanted)) {
		tally->one_sided++;
		return;
	}
	tally->compared++;
	tally->beyond += error > tally->tolerance;
	tally->worst = error > tally->worst ? error : tally->worst;
}

double ps_of_fs(int64_t fs)
{
	return fs == FS_NONE_64 ? (double)NAN : (double)fs / 1000;
}

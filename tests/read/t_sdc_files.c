/*
 * SDC: files as they come. Ten thousand lines, and the constraints of real designs, which are found
 * through $WARPSCOPE_REFERENCE and skipped by name without.
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/clock.h"
#include "db/link/link.h"
#include "read/liberty/liberty.h"
#include "read/verilog/verilog.h"
#include "lib/sane.h"
#include "lib/sdc_design.h"
#include "lib/tap.h"

enum { MOST_LIBRARIES = 16, LINES = 10000 };

/* ---- ten thousand lines ---- */

static void write_lines(gzFile gz)
{
	gzputs(gz, "create_clock -name c -period 10 [get_ports {ck}]\n");
	for (int i = 1; i < LINES; i++) {
		if (i % 4 == 0)
			gzprintf(gz,
				 "set_input_delay -max %d.5 -clock [get_clocks {c}] -add_delay "
				 "[get_ports {d[%d]}]\n",
				 i, i / 4 % 2);
		else if (i % 4 == 1)
			gzprintf(gz, "set_load -pin_load %d [get_ports {y}]\n", i);
		else if (i % 4 == 2)
			gzputs(gz, "set_false_path -from [get_pins {r0/CK}] -to [get_ports {y}]\n");
		else
			gzputs(gz, "set_multicycle_path 2 -setup -from [get_cells {r0}] "
				   "-through [get_nets {n1}] -to [get_clocks {c}]\n");
	}
}

static void check_lines(void)
{
	char path[] = "/tmp/t_sdc_files.XXXXXX";
	struct sdc_options options = SDC_OPTIONS_INIT;
	struct text warnings = TEXT_INIT, output = TEXT_INIT;
	struct task task = TASK_INIT;
	struct netlist *netlist = sdc_design();
	struct constraints *k = NULL;
	int fd = mkstemp(path);
	gzFile gz = gzdopen(fd, "wb");
	double begin;
	enum status status;

	write_lines(gz);
	gzclose(gz);
	begin = clock_ms();
	status = sdc_read(path,
			  &(struct sdc_job){.netlist = netlist,
					    .options = &options,
					    .warnings = &warnings,
					    .output = &output,
					    .task = &task},
			  &k);
	printf("# %d lines in %.1f ms\n", LINES, clock_ms() - begin);
	OK(status == STATUS_OK && warnings.length == 0 && k->n_exceptions == LINES / 2 &&
		   k->n_input_delays == 2 && k->input_delay[0].delay[LATE][RISE] > 9e6,
	   "ten thousand lines, gzip");
	OK(clock_ms() - begin < 3000, "in less than the tenfold of what they may take");
	OK(k && k->exception[0].line == 3 && strcmp(k->path, path) == 0, "with their lines");
	constraints_unref(k);
	unlink(path);
	netlist_unref(netlist);
	text_release(&warnings);
	text_release(&output);
}

/* ---- real designs ---- */

static const struct real {
	const char *name, *sdc, *verilog, *libraries; /* NULL = without: cells are black boxes */
	int32_t n_clocks, n_inputs, n_outputs, n_exceptions, n_cases, n_driving;
	const char *warnings; /* but the path before each */
} reals[] = {
	{"gcd_sky130hd", "circuitops/gcd_sky130hd/6_final.sdc",
	 "circuitops/gcd_sky130hd/6_final.v.gz", "sky130hd/sky130_fd_sc_hd__tt*", 1, 35, 18, 0, 0,
	 0, ""},
	{"gcd_asap7", "circuitops/gcd_asap7/6_final.sdc", "circuitops/gcd_asap7/6_final.v.gz",
	 "asap7/*RVT_FF*", 1, 35, 18, 0, 0, 0, ""},
	{"uart_asap7", "circuitops/uart_asap7/6_final.sdc", "circuitops/uart_asap7/6_final.v.gz",
	 "asap7/*RVT_FF*", 1, 28, 15, 0, 0, 0, ""},
	{"riscv32i_sky130hd", "circuitops/riscv32i_sky130hd/6_final.sdc",
	 "circuitops/riscv32i_sky130hd/6_final.v.gz", "sky130hd/*.lib*", 1, 0, 99, 0, 0, 0, ""},
	{"aes_nangate45", "circuitops/aes_nangate45/6_final.sdc.gz",
	 "circuitops/aes_nangate45/6_final.v.gz", NULL, 1, 258, 129, 0, 0, 0, ""},
	{"spi_master", "sky130_tapeout/yifive_spi_master/base.sdc.gz",
	 "sky130_tapeout/yifive_spi_master/spi_master.v.gz", "sky130hd/sky130_fd_sc_hd__tt*", 2, 75,
	 45, 35, 8, 348,
	 ":5: warning: current_design: the design is \"spim_top\", not \"qspim_top\"\n"},
	{"mock_array", "openroad/mock_array/MockArray.sdc.gz", "openroad/mock_array/MockArray.v.gz",
	 NULL, 1, 0, 0, 7, 0, 0, ""},
	{"NV_NVDLA_partition_p", "mlcad25/NV_NVDLA_partition_p/NV_NVDLA_partition_p.sdc",
	 "mlcad25/NV_NVDLA_partition_p/NV_NVDLA_partition_p.derived.v.gz", "asap7/*RVT_FF*", 1, 406,
	 0, 3, 0, 0,
	 ":41: warning: set_false_path: \"u_NV_NVDLA_sdp_u_core_bn_alu_in_en_reg/RESETN\" and 4741 "
	 "more pins of -to are no endpoints, ignored\n"
	 ":42: warning: set_false_path: \"u_NV_NVDLA_sdp_u_core_bn_alu_in_en_reg/SETN\" and 4741 "
	 "more pins of -to are no endpoints, ignored\n"},
	{"jpeg_encoder", "rdf_ng45/jpeg_encoder_area_comm/jpeg_encoder.sdc",
	 "rdf_ng45/jpeg_encoder_area_comm/jpeg_encoder.v.gz", NULL, 1, 19, 0, 0, 0, 0, ""},
	{"c17", "tau15/c17/c17.sdc", "tau15/c17/c17.v", "../tau15/_lib/tau15_Late.lib.gz", 1, 5, 2,
	 0, 0, 0, ""},
};

struct libraries {
	struct library *library[MOST_LIBRARIES];
	int32_t n;
};

static enum status read_libraries(const char *data, const char *pattern, struct libraries *out)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	char path[512];
	glob_t found;
	enum status status = STATUS_OK;

	*out = (struct libraries){.n = 0};
	snprintf(path, sizeof path, "%s/lib/%s", data, pattern ? pattern : "");
	if (!pattern || glob(path, 0, NULL, &found) != 0)
		return STATUS_OK;
	for (size_t i = 0; i < found.gl_pathc && status == STATUS_OK; i++) {
		if (!strstr(found.gl_pathv[i], ".lib") || out->n == MOST_LIBRARIES)
			continue;
		status = liberty_read(found.gl_pathv[i], &warnings, &task, &out->library[out->n]);
		out->n += status == STATUS_OK;
	}
	globfree(&found);
	text_release(&warnings);
	return status;
}

static enum status read_design(const char *data, const struct real *real, struct netlist **out)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct modules modules = {0};
	struct libraries l;
	char path[512];
	enum status status = read_libraries(data, real->libraries, &l);

	snprintf(path, sizeof path, "%s/%s", data, real->verilog);
	if (status == STATUS_OK)
		status = verilog_read(path, &modules, &warnings, &task);
	if (status == STATUS_OK)
		status = link_netlist(&(struct link_sources){.modules = &modules,
							     .library = {l.library, l.library},
							     .n_libraries = {l.n, l.n}},
				      &warnings, &task, out);
	modules_release(&modules);
	for (int32_t i = 0; i < l.n; i++)
		library_unref(l.library[i]);
	text_release(&warnings);
	return status;
}

static bool same_warnings(const char *path, const char *got, const char *wanted)
{
	struct text text = TEXT_INIT;
	bool same;

	while (*wanted) {
		size_t n = strcspn(wanted, "\n") + 1;

		text_printf(&text, "%s%.*s", path, (int)n, wanted);
		wanted += n;
	}
	same = strcmp(text_string(&text), got) == 0;
	text_release(&text);
	return same;
}

static void check_counts(const struct real *real, const struct constraints *k)
{
	if (!OK(k->n_clocks == real->n_clocks && k->n_input_delays == real->n_inputs &&
			k->n_output_delays == real->n_outputs &&
			k->n_exceptions == real->n_exceptions && k->n_cases == real->n_cases &&
			k->n_driving_arcs == real->n_driving,
		"%s: %d clocks, %d and %d delays, %d exceptions", real->name, (int)k->n_clocks,
		(int)k->n_input_delays, (int)k->n_output_delays, (int)k->n_exceptions))
		printf("# %d cases, %d driving arcs\n", (int)k->n_cases, (int)k->n_driving_arcs);
}

static void check_real(const char *data, const struct real *real)
{
	static const char *const patterns[] = {"SYNTH_*"};
	struct sdc_options options = SDC_OPTIONS_INIT;
	struct text warnings = TEXT_INIT, output = TEXT_INIT;
	struct task task = TASK_INIT;
	struct constraints *k = NULL;
	struct netlist *netlist = NULL;
	char path[512];
	double begin;

	snprintf(path, sizeof path, "%s/%s", data, real->sdc);
	if (access(path, R_OK) != 0) {
		tap_skip(real->name, "not among the reference data");
		return;
	}
	if (!OK(read_design(data, real, &netlist) == STATUS_OK, "%s: a netlist", real->name))
		return;
	options.env = patterns;
	options.n_env = 1;
	begin = clock_ms();
	if (!OK(sdc_read(path,
			 &(struct sdc_job){.netlist = netlist,
					   .options = &options,
					   .warnings = &warnings,
					   .output = &output,
					   .task = &task},
			 &k) == STATUS_OK,
		"%s: constraints", real->name))
		printf("# %s\n", status_text(STATUS_BAD_INPUT));
	printf("# %.1f ms\n", clock_ms() - begin);
	if (!OK(same_warnings(path, text_string(&warnings), real->warnings), "%s: warnings",
		real->name))
		printf("# %s\n", text_string(&warnings));
	if (k) {
		OK(!constraints_insane(k, netlist), "%s: all in range", real->name);
		check_counts(real, k);
	}
	constraints_unref(k);
	netlist_unref(netlist);
	text_release(&warnings);
	text_release(&output);
}

int main(void)
{
	const char *reference = getenv("WARPSCOPE_REFERENCE");
	char data[400];

	check_lines();
	setenv("SYNTH_DRIVING_CELL", "sky130_fd_sc_hd__inv_8", 1);
	setenv("SYNTH_DRIVING_CELL_PIN", "Y", 1);
	setenv("SYNTH_CAP_LOAD", "17.65", 1);
	snprintf(data, sizeof data, "%s/data", reference ? reference : "");
	for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
		if (reference && *reference)
			check_real(data, &reals[i]);
		else
			tap_skip(reals[i].name, "no WARPSCOPE_REFERENCE");
	}
	return tap_done();
}

/* Commands about the device: which one it is, its memory, and what its kernels take. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "session/command.h"
#include "session/device_read.h"
#include "gpu/device/profile.h"

/* ---- which one, and its memory ---- */

static void write_memory(const struct snap_device *device, struct text *out)
{
	text_printf(out, "%-24s %15s %15s\n", "memory", "bytes", "peak");
	for (int32_t i = 0; i < device->n_memory; i++)
		text_printf(out, "  %-22s %15" PRId64 " %15" PRId64 "\n", device->memory[i].name,
			    device->memory[i].bytes, device->memory[i].peak);
	text_printf(out, "  %-22s %15" PRId64 " %15" PRId64 "\n", device->total.name,
		    device->total.bytes, device->total.peak);
}

/* "there is  cpu: 2 processors", and the next lines below. */
static void write_list(const char *list, struct text *out)
{
	for (bool first = true; *list; first = false) {
		size_t n = strcspn(list, "\n");

		text_printf(out, "%-10s %.*s\n", first ? "there is" : "", (int)n, list);
		list += n + (list[n] == '\n');
	}
}

static enum status report_device(struct call *call)
{
	SNAP_HELD struct snap_device *device = NULL;

	TRY(session_read_device(call->session, 0, false, &device));
	text_printf(call->out, "device     %s\n", device->name);
	text_printf(call->out, "reason     %s\n", device->why);
	write_list(device->list, call->out);
	write_memory(device, call->out);
	return STATUS_OK;
}

static enum status report_memory(struct call *call)
{
	SNAP_HELD struct snap_device *device = NULL;

	TRY(session_read_device(call->session, 0, false, &device));
	write_memory(device, call->out);
	return STATUS_OK;
}

/* ---- its kernels ---- */

enum { KERNELS_TIMES };

static const struct option kernels_options[] = {
	[KERNELS_TIMES] = {"-times", OPTION_FLAG, NULL,
			   "also what was measured, the longest first; as with --times"},
	{0},
};

/* Without times: what moves most first. */
static int compare_bytes(const void *a, const void *b)
{
	const struct snap_kernel *p = a, *q = b;
	int64_t x = p->streamed + p->gathered, y = q->streamed + q->gathered;

	return ORDER(y, x) ?: strcmp(p->name, q->name);
}

/* Right-aligned, with a ">" before it where it can be more. */
static void write_right(const struct snap_kernel *k, int width, const char *number,
			struct text *out)
{
	char text[48];

	snprintf(text, sizeof text, "%s%s", k->at_least ? ">" : "", number);
	text_printf(out, " %*s", width, k->unknown ? "-" : text);
}

static void write_bytes(const struct snap_kernel *k, int64_t bytes, struct text *out)
{
	char number[32];

	snprintf(number, sizeof number, "%" PRId64, bytes);
	write_right(k, 15, number, out);
}

static void write_measured(const struct snap_kernel *k, double bandwidth, struct text *out)
{
	double share = snap_kernel_share(k, bandwidth);
	char number[32];

	text_printf(out, " %11.3f", k->ms);
	snprintf(number, sizeof number, "%.2f", share * bandwidth / 1e6);
	write_right(k, 9, share < 0 ? "-" : number, out);
	snprintf(number, sizeof number, "%.1f%%", 100 * share);
	write_right(k, 7, share < 0 ? "-" : number, out);
}

static void write_kernels(struct snap_device *device, bool times, struct text *out)
{
	if (!times)
		qsort(device->kernel, (size_t)device->n_kernels, sizeof *device->kernel,
		      compare_bytes);
	text_printf(out, "%-20s %9s %13s %15s %15s%s\n", "kernel", "launches", "items", "streamed",
		    "gathered", times ? "          ms      GB/s   share" : "");
	EACH_ITEM(k, device->kernel, device->n_kernels) {
		text_printf(out, "%-20s %9" PRId64 " %13" PRId64, k->name, k->launches, k->items);
		write_bytes(k, k->streamed, out);
		write_bytes(k, k->gathered, out);
		if (times)
			write_measured(k, device->bandwidth, out);
		text_add(out, "\n");
	}
}

static enum status report_kernels(struct call *call)
{
	struct session *session = call->session;
	bool times = call->option[KERNELS_TIMES].given || session->times;
	SNAP_HELD struct snap_device *device = NULL;
	double bandwidth;

	if (times)
		TRY(device_bandwidth(session->queue, &bandwidth));
	TRY(session_read_device(session, 0, false, &device));
	if (device->n_kernels == 0)
		text_add(call->out, device->profiled
					    ? "no kernel has run since profile on\n"
					    : "no kernel has run while the profile was on; "
					      "profile on turns it on\n");
	else
		write_kernels(device, times, call->out);
	if (times && device->n_kernels > 0)
		text_printf(
			call->out,
			"share is of a large copy, which reads and writes %.2f GB/s; what is above 100 %% of it "
			"comes from caches, or only reads\n",
			device->bandwidth / 1e6);
	return STATUS_OK;
}

static enum status profile(struct call *call)
{
	struct session *session = call->session;
	int what = -1;

	if (call->n_arguments == 1)
		TRY(call_choose(call, "on|off|reset", &what));
	if (what == 0 || what == 1)
		session_keep_accounts(session, what == 0,
				      session_devices(session)->accounts_watched);
	else if (what == 2)
		device_profile_reset(session->device);
	else
		text_add(call->result, session_devices(session)->accounts_asked ||
						       session_devices(session)->accounts_watched
					       ? "on"
					       : "off");
	return STATUS_OK;
}

const struct command device_commands[] = {
	{"report_device", report_device, IN_SESSION, NULL, 0, 0, NULL,
	 "Report which device computes and why, and its memory by name"},
	{"report_memory", report_memory, IN_SESSION, NULL, 0, 0, NULL,
	 "List the device's memory by name"},
	{"report_kernels", report_kernels, IN_SESSION, NULL, 0, 0, kernels_options,
	 "List the bytes that kernels have moved while the profile was on, and with -times their times"},
	{"profile", profile, IN_SESSION, "?on|off|reset?", 0, 1, NULL,
	 "Turn the profile of kernels on or off, or reset it; without an argument, print whether it is on"},
	{0},
};

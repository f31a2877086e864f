/*
 * Standard output and error of scripts. `puts` goes through a channel stacked on Tcl's, which
 * escapes characters that could control a terminal. A script that wants to control it opens
 * /dev/tty.
 */
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/print.h"
#include "session/shell_impl.h"

/* -1 = it has none that can be written */
static int descriptor_of(Tcl_Channel channel)
{
	ClientData handle;

	if (Tcl_GetChannelHandle(channel, TCL_WRITABLE, &handle) != TCL_OK)
		return -1;
	return (int)(intptr_t)handle;
}

/* ---- a channel on top ---- */

struct top {
	Tcl_Channel channel;
	shell_put *put;
};

static int put(ClientData data, const char *bytes, int length, int *error)
{
	const struct top *top = data;

	return top->put(top->channel, bytes, length, error);
}

static int end(ClientData data, Tcl_Interp *interp)
{
	(void)interp;
	Tcl_Free(data);
	return 0;
}

static void watch(ClientData data, int mask)
{
	Tcl_Channel channel = Tcl_GetStackedChannel(((struct top *)data)->channel);

	Tcl_ChannelWatchProc(Tcl_GetChannelType(channel))(Tcl_GetChannelInstanceData(channel),
							  mask);
}

static int take_event(ClientData data, int mask)
{
	(void)data;
	return mask; /* the channel above wants it */
}

Tcl_Channel shell_put_on_top(Tcl_Channel channel, shell_put *to)
{
	static const Tcl_ChannelType type = {
		.typeName = "top",
		.version = TCL_CHANNEL_VERSION_5,
		.closeProc = end,
		.outputProc = put,
		.watchProc = watch,
		.handlerProc = take_event,
	};
	struct top *top = (struct top *)Tcl_Alloc(sizeof *top);

	*top = (struct top){Tcl_StackChannel(NULL, &type, top, TCL_WRITABLE, channel), to};
	channel = top->channel;
	if (!channel)
		Tcl_Free((char *)top);
	return channel;
}

int shell_put_below(Tcl_Channel channel, const char *bytes, int length, int *error)
{
	int n = Tcl_WriteRaw(Tcl_GetStackedChannel(channel), bytes, length);

	if (n < 0)
		*error = Tcl_GetErrno();
	return n;
}

/* ---- what is visible ---- */

static int put_visible(Tcl_Channel channel, const char *bytes, int length, int *error)
{
	int fd = descriptor_of(channel);

	if (!isatty(fd))
		return shell_put_below(channel, bytes, length, error);
	*error = print_bytes(fd, bytes, length);
	return *error ? -1 : length;
}

static void make_visible(int which)
{
	Tcl_Channel channel = Tcl_GetStdChannel(which);
	struct stat st;

	/* in a plain file a script may want to seek */
	if (!channel || fstat(descriptor_of(channel), &st) != 0 || S_ISREG(st.st_mode))
		return;
	/* Tcl writes "\r\n" to a terminal, which makes that of "\n" itself. */
	Tcl_SetChannelOption(NULL, channel, "-translation", "lf");
	shell_put_on_top(channel, put_visible);
}

void shell_make_visible(void)
{
	make_visible(TCL_STDOUT);
	make_visible(TCL_STDERR);
}

/* ---- reports ---- */

static enum status failed(const char *why)
{
	return status_fail(STATUS_IO, "standard output: error: %s", why);
}

enum status shell_flush(void)
{
	Tcl_Channel channel = Tcl_GetStdChannel(TCL_STDOUT);

	if (channel && Tcl_Flush(channel) != TCL_OK)
		return failed(strerror(Tcl_GetErrno()));
	return STATUS_OK;
}

/* The bytes as they are, as a file would get them: names needn't be in the locale's encoding. */
enum status shell_print(const char *data, int64_t length)
{
	Tcl_Channel channel = Tcl_GetStdChannel(TCL_STDOUT);
	int fd = channel ? descriptor_of(channel) : -1, error = 0;
	bool taken;

	if (!channel)
		return failed("closed");
	TRY(shell_flush());
	TRY(shell_divert_put(data, length, &taken));
	if (taken)
		return STATUS_OK;
	if (fd >= 0)
		error = print_bytes(fd, data, length);
	while (fd < 0 && !error && length > 0) { /* one that a script has made */
		int n = Tcl_WriteRaw(channel, data, length < INT_MAX ? (int)length : INT_MAX);

		error = n < 0 ? Tcl_GetErrno() : 0;
		data += n;
		length -= n;
	}
	return error ? failed(strerror(error)) : STATUS_OK;
}

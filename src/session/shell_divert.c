/*
 * Redirection of standard output by scripts: into a text or a file, or copied to a log. The sinks
 * form a stack, the newest on top. Output of `puts` comes from a channel stacked on Tcl's while
 * there are any sinks, reports of commands come from shell_print().
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/grow.h"
#include "session/shell_impl.h"

struct sink {
	struct sink *below;
	enum sink_kind kind;
	struct text text;     /* owned: of SINK_TEXT */
	struct output output; /* owned: of the others */
};

/* Standard output is the process's, and the command thread's. */
static struct sink *sinks;   /* owned */
static Tcl_Channel diverted; /* borrowed: their channel, NULL = there are no sinks */

/* ---- what comes ---- */

static enum status put_into(struct sink *sink, const char *data, int64_t length)
{
	struct text *text = sink->kind == SINK_TEXT ? &sink->text : &sink->output.text;

	text_append(text, data, length);
	TRY(text_status(text));
	return sink->kind == SINK_TEXT ? STATUS_OK : output_send(&sink->output);
}

enum status shell_divert_put(const char *data, int64_t length, bool *taken)
{
	*taken = false;
	for (struct sink *sink = sinks; sink && !*taken; sink = sink->below) {
		TRY(put_into(sink, data, length));
		*taken = sink->kind != SINK_LOG;
	}
	return STATUS_OK;
}

/* ---- the channel on top ---- */

static int put(Tcl_Channel channel, const char *bytes, int length, int *error)
{
	bool taken;

	if (shell_divert_put(bytes, length, &taken) != STATUS_OK) {
		*error = EIO;
		return -1;
	}
	return taken ? length : shell_put_below(channel, bytes, length, error);
}

static enum status put_on_top(void)
{
	Tcl_Channel channel = Tcl_GetStdChannel(TCL_STDOUT);

	if (!channel)
		return status_fail(STATUS_IO, "standard output: error: closed");
	TRY(shell_flush());
	diverted = shell_put_on_top(channel, put);
	return diverted ? STATUS_OK
			: status_fail(STATUS_IO, "standard output: it can't be diverted");
}

static void take_off(void)
{
	Tcl_UnstackChannel(NULL, diverted);
	diverted = NULL;
}

/* ---- sinks ---- */

/* A log is truncated, and can be read while it grows. */
static enum status open_log(struct sink *sink, const char *path)
{
	if (access(path, F_OK) == 0)
		(void)!truncate(path, 0); /* a device isn't cut */
	return output_append(&sink->output, path, NULL);
}

static enum status open_sink(struct sink *sink, const char *path)
{
	switch (sink->kind) {
	case SINK_FILE:
		return output_open(&sink->output, path, NULL);
	case SINK_APPEND:
		return output_append(&sink->output, path, NULL);
	case SINK_LOG:
		return open_log(sink, path);
	case SINK_TEXT:
		break;
	}
	return STATUS_OK;
}

enum status shell_divert_begin(enum sink_kind kind, const char *path)
{
	struct sink *sink;
	enum status status;

	TRY(ALLOC(&sink, 1));
	*sink = (struct sink){.below = sinks, .kind = kind, .text = TEXT_INIT};
	status = open_sink(sink, path);
	if (status == STATUS_OK && !sinks) {
		status = put_on_top();
		if (status != STATUS_OK && kind != SINK_TEXT)
			output_close(&sink->output, status);
	} else if (status == STATUS_OK) {
		status = shell_flush();
	}
	if (status != STATUS_OK) {
		free(sink);
		return status;
	}
	sinks = sink;
	return STATUS_OK;
}

static bool is_of(enum sink_kind kind, enum sink_kind asked)
{
	return kind == asked || (kind == SINK_APPEND && asked == SINK_FILE);
}

enum status shell_divert_end(enum sink_kind kind, struct text *out)
{
	enum status status = shell_flush();
	struct sink **at = &sinks, *sink;

	while (*at && !is_of((*at)->kind, kind))
		at = &(*at)->below;
	sink = *at;
	if (!sink)
		return status_fail(STATUS_FAILED, "%s",
				   kind == SINK_LOG ? "no log has been begun"
						    : "nothing is redirected so");
	*at = sink->below;
	if (!sinks)
		take_off();
	if (kind == SINK_TEXT) {
		text_append(out, text_string(&sink->text), sink->text.length);
		if (status == STATUS_OK)
			status = text_status(&sink->text);
	} else {
		status = output_close(&sink->output, status);
	}
	text_release(&sink->text);
	free(sink);
	return status;
}

void shell_divert_all_end(void)
{
	RELEASED_BY(text_release) struct text unused = TEXT_INIT;

	while (sinks)
		(void)shell_divert_end(sinks->kind, &unused);
}

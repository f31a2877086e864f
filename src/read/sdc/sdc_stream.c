/*
 * What a child sends and the parent takes apart: messages of a kind, a length and as many bytes.
 * The constraints are one of them; each function here puts down a thing, or takes it up and checks
 * it, so that both sides are written once. Numbers are as the machine has them: both sides are the
 * same program.
 */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "read/sdc/sdc_impl.h"

enum {
	SEND_AT = 1 << 16, /* bytes */
};

struct message {
	int64_t length;
	int32_t kind;
};

/* ---- sending ---- */

void sdc_flush(struct sdc *s)
{
	const char *at = text_string(&s->messages), *end = at + s->messages.length;

	if (s->fd < 0)
		return;
	while (at < end) {
		ssize_t n = write(s->fd, at, (size_t)(end - at));

		if (n <= 0)
			_exit(1); /* the reader is gone */
		at += n;
	}
	text_clear(&s->messages);
}

static void send_header(struct sdc *s, enum sdc_message kind, int64_t length)
{
	struct message header;

	memset(&header, 0, sizeof header);
	header.kind = (int32_t)kind;
	header.length = length;
	text_append(&s->messages, (const char *)&header, sizeof header);
}

void sdc_send_text(struct sdc *s, enum sdc_message message, int64_t line, int64_t column,
		   const char *text, int64_t length)
{
	int64_t place[2] = {line, column};

	if (message != SDC_OUTPUT && length > SDC_MOST_TEXT)
		length = SDC_MOST_TEXT;
	send_header(s, message, length + (int64_t)sizeof place);
	text_append(&s->messages, (const char *)place, sizeof place);
	text_append(&s->messages, text, length);
	if (s->messages.length > SEND_AT)
		sdc_flush(s);
}

enum status sdc_send_constraints(struct sdc *s)
{
	RELEASED_BY(text_release) struct text body = TEXT_INIT;

	TRY(sdc_put_constraints(s->netlist, s->constraints, &body));
	send_header(s, SDC_CONSTRAINTS, body.length);
	text_append(&s->messages, text_string(&body), body.length);
	TRY(text_status(&s->messages));
	sdc_flush(s);
	return STATUS_OK;
}

enum status sdc_send_annotations(struct sdc *s)
{
	const struct annotations *a = s->annotations;
	int32_t n = a ? a->keys.n : 0;

	if (!n)
		return STATUS_OK;
	send_header(s, SDC_ANNOTATIONS,
		    n * (int64_t)(sizeof(struct annotation_key) + sizeof *a->item));
	text_append(&s->messages, a->keys.data, n * (int64_t)sizeof(struct annotation_key));
	text_append(&s->messages, (const char *)a->item, n * (int64_t)sizeof *a->item);
	return text_status(&s->messages);
}

/* ---- receiving ---- */

/* C0 but newline and tab, DEL, and C1 in UTF-8: nothing that steers a terminal. */
static void sdc_clean_text(const char *data, int64_t length, struct text *out)
{
	int64_t from = 0;

	for (int64_t i = 0; i < length; i++) {
		unsigned char byte = (unsigned char)data[i];
		bool is_c1 = byte == 0xc2 && i + 1 < length && (data[i + 1] & 0xe0) == 0x80;

		if ((byte >= 0x20 && byte != 0x7f && !is_c1) || byte == '\n' || byte == '\t')
			continue;
		text_append(out, data + from, i - from);
		text_add(out, "?");
		from = i + 1 + is_c1;
		i += is_c1;
	}
	if (from < length)
		text_append(out, data + from, length - from);
}

void sdc_received_release(struct sdc_received *received)
{
	text_release(&received->error);
	constraints_unref(received->constraints);
	annotations_free(received->annotations);
	*received = (struct sdc_received){0};
}

static void receive_warning(const char *data, int64_t length, const char *name, int64_t line,
			    struct text *warnings)
{
	if (name && line > 0)
		text_printf(warnings, "%s:%" PRId64 ": warning: ", name, line);
	else if (name)
		text_printf(warnings, "%s: warning: ", name);
	else
		text_add(warnings, "warning: ");
	sdc_clean_text(data, length, warnings);
	text_add(warnings, "\n");
}

static enum status receive_constraints(const char *data, int64_t length, const char *path,
				       const struct netlist *netlist, struct sdc_received *received)
{
	RELEASED_BY(constraints_drop) struct constraints *constraints = NULL;
	const char *wrong;

	if (received->constraints)
		return status_fail(STATUS_BAD_INPUT, "constraints came twice");
	TRY(constraints_new(path, netlist, &constraints));
	wrong = sdc_take_constraints(data, length, netlist, constraints);
	if (wrong)
		return status_fail(STATUS_BAD_INPUT, "the child sent wrong constraints: %s", wrong);
	HAND_OVER(&received->constraints, constraints);
	return STATUS_OK;
}

static enum status receive_annotations(const char *data, int64_t length,
				       const struct netlist *netlist, struct sdc_received *received)
{
	int64_t size = sizeof(struct annotation_key),
		n = length / (size + (int64_t)sizeof(struct annotation));
	int64_t n_vertices = (int64_t)netlist->n_pins * N_EDGES;
	const char *item = data + n * size;

	if (received->annotations)
		return status_fail(STATUS_BAD_INPUT, "annotations came twice");
	TRY(annotations_new(&received->annotations));
	for (int64_t i = 0; i < n; i++) {
		struct annotation_key key;
		struct annotation a;
		enum status status;

		memcpy(&key, data + i * size, sizeof key);
		memcpy(&a, item + i * (int64_t)sizeof a, sizeof a);
		status = annotation_fits(&a) && annotation_key_fits(&key, n_vertices)
				 ? annotations_say(received->annotations, &key, &a)
				 : STATUS_BAD_INPUT;
		if (status == STATUS_BAD_INPUT)
			return status_fail(STATUS_BAD_INPUT, "the child sent wrong annotations");
		TRY(status);
	}
	return STATUS_OK;
}

static enum status receive_text(const struct message *message, const char *data, const char *name,
				struct text *warnings, struct text *output,
				struct sdc_received *received)
{
	int64_t place[2], length = message->length - (int64_t)sizeof place;

	if (length < 0)
		return status_fail(STATUS_BAD_INPUT, "the child sent a message without a place");
	memcpy(place, data, sizeof place);
	data += sizeof place;
	switch (message->kind) {
	case SDC_OUTPUT:
		sdc_clean_text(data, length, output);
		return text_status(output);
	case SDC_WARNING:
		receive_warning(data, length, name, place[0], warnings);
		return text_status(warnings);
	case SDC_ERROR:
		if (received->has_error)
			break;
		received->has_error = true;
		received->error_line = place[0];
		received->error_column = place[1];
		sdc_clean_text(data, length, &received->error);
		return text_status(&received->error);
	}
	return status_fail(STATUS_BAD_INPUT, "the child sent an unknown message");
}

enum status sdc_receive(const struct sdc_stream *stream, struct text *warnings, struct text *output,
			struct sdc_received *received)
{
	const char *at = stream->data, *end = stream->data + stream->length;
	struct message message;

	*received = (struct sdc_received){.error = TEXT_INIT};
	while (end - at >= (int64_t)sizeof message) {
		memcpy(&message, at, sizeof message);
		at += sizeof message;
		if (message.length < 0 || message.length > end - at)
			return STATUS_OK; /* cut off: what came before counts */
		if (message.kind == SDC_CONSTRAINTS)
			TRY(receive_constraints(at, message.length, stream->path, stream->netlist,
						received));
		else if (message.kind == SDC_ANNOTATIONS)
			TRY(receive_annotations(at, message.length, stream->netlist, received));
		else
			TRY(receive_text(&message, at, stream->name, warnings, output, received));
		at += message.length;
	}
	return STATUS_OK;
}

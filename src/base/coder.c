#include "base/coder.h"

#include <math.h>
#include <string.h>

#include "base/grow.h"

void code_wrong(struct coder *c, const char *what)
{
	if (!c->wrong)
		c->wrong = what;
}

void code_fail(struct coder *c, enum status status)
{
	if (c->status == STATUS_OK)
		c->status = status;
}

void code_bytes(struct coder *c, void *data, int64_t n)
{
	if (c->saving) {
		text_append(&c->index, data, n);
	} else if (coder_failed(c) || c->end - c->at < n) {
		code_wrong(c, c->cut);
		memset(data, 0, (size_t)n);
	} else {
		memcpy(data, c->at, (size_t)n);
		c->at += n;
	}
}

void code_long(struct coder *c, int64_t *value, int64_t least, int64_t most, const char *what)
{
	int64_t n = *value;

	code_bytes(c, &n, sizeof n);
	if (c->saving)
		return;
	if (n < least || n > most) {
		code_wrong(c, what);
		n = least;
	}
	*value = n;
}

void code_int(struct coder *c, int32_t *value, int64_t least, int64_t most, const char *what)
{
	int32_t n = *value;

	code_bytes(c, &n, sizeof n);
	if (c->saving)
		return;
	if (n < least || n > most) {
		code_wrong(c, what);
		n = (int32_t)least;
	}
	*value = n;
}

void code_id(struct coder *c, int32_t *id, int32_t least, int64_t n, const char *what)
{
	code_int(c, id, least, n - 1, what);
}

void code_bool(struct coder *c, bool *value)
{
	uint8_t byte = c->saving ? *value : 0;

	code_bytes(c, &byte, sizeof byte);
	if (c->saving)
		return;
	if (byte > 1)
		code_wrong(c, "a flag");
	*value = byte == 1;
}

void code_real(struct coder *c, double *value)
{
	double number = *value;

	code_bytes(c, &number, sizeof number);
	if (c->saving)
		return;
	if (!isfinite(number)) {
		code_wrong(c, "a number");
		number = 0;
	}
	*value = number;
}

void code_string(struct coder *c, char **string)
{
	int64_t n = c->saving && *string ? (int64_t)strlen(*string) : -1;

	code_long(c, &n, -1, c->saving ? INT64_MAX : c->end - c->at, "the length of a string");
	if (c->saving) {
		text_append(&c->index, *string, n < 0 ? 0 : n);
		return;
	}
	*string = NULL;
	if (n < 0 || coder_failed(c))
		return;
	if (c->end - c->at < n) {
		code_wrong(c, "the length of a string");
		return;
	}
	if (memchr(c->at, '\0', (size_t)n)) {
		code_wrong(c, "a string");
		return;
	}
	if (ALLOC(string, n + 1) != STATUS_OK) {
		code_fail(c, STATUS_NO_MEMORY);
		return;
	}
	memcpy(*string, c->at, (size_t)n);
	c->at += n;
}

void code_name(struct coder *c, char **string)
{
	code_string(c, string);
	if (c->saving || *string)
		return;
	code_wrong(c, "a name");
	if (ALLOC(string, 1) != STATUS_OK)
		code_fail(c, STATUS_NO_MEMORY);
}

void code_count(struct coder *c, int32_t *n)
{
	code_int(c, n, 0, c->saving ? INT32_MAX : c->end - c->at, "a count");
}

void code_text(struct coder *c, struct text *text)
{
	int64_t n = text->length;

	code_long(c, &n, 0, c->saving ? INT64_MAX : c->end - c->at, "a length");
	if (c->saving) {
		text_append(&c->index, text->data, n);
		return;
	}
	if (coder_failed(c))
		return;
	if (c->end - c->at < n) {
		code_wrong(c, "a length");
		return;
	}
	text_append(text, c->at, n);
	c->at += n;
	code_fail(c, text_status(text));
}

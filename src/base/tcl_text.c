#include "base/tcl_text.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>

#include "base/grow.h"
#include "base/utf8.h"

enum { FOREIGN = 0xef00 }; /* and a byte from 0x80 on */

/* ---- the encoding ---- */

/* What is next in a source: a character, or a byte outside of characters; -1 = it may go on after the end. */
static int take_outside(const char *src, int n, bool is_end, char inside[4], int *n_inside)
{
	uint32_t c = 0;
	int taken = utf8_decode(src, src + n, &c);

	if (taken < 0 && !is_end)
		return -1;
	if (taken <= 0 || taken > 3 || (c >= FOREIGN + 0x80 && c <= FOREIGN + 0xff)) {
		taken = 1;
		c = FOREIGN + (uint8_t)*src;
	}
	*n_inside = utf8_put(c, inside);
	if (c == 0) { /* Tcl's has two bytes */
		memcpy(inside, "\xc0\x80", 2);
		*n_inside = 2;
	}
	return taken;
}

/* Tcl counts on there being room for TCL_UTF_MAX bytes before each character. */
static int to_utf(ClientData data, const char *src, int n, int flags, Tcl_EncodingState *state,
		  char *dst, int size, int *n_read, int *n_written, int *n_characters)
{
	int most = flags & TCL_ENCODING_CHAR_LIMIT ? *n_characters : n;

	(void)data, (void)state;
	*n_read = *n_written = *n_characters = 0;
	for (; *n_read < n && *n_characters < most; ++*n_characters) {
		char inside[4];
		int n_inside, taken = take_outside(src + *n_read, n - *n_read,
						   flags & TCL_ENCODING_END, inside, &n_inside);

		if (taken < 0)
			return TCL_CONVERT_MULTIBYTE;
		if (*n_written + TCL_UTF_MAX > size)
			return TCL_CONVERT_NOSPACE;
		memcpy(dst + *n_written, inside, (size_t)n_inside);
		*n_read += taken;
		*n_written += n_inside;
	}
	return TCL_OK;
}

/* Bytes that are a byte of ours outside, and others one by one; returns how many were taken. */
static int take_inside(const char *src, int n, char *outside)
{
	const unsigned char *p = (const unsigned char *)src;
	bool foreign = n > 2 && p[0] == 0xee && p[1] >= 0xbe && p[1] <= 0xbf && p[2] >= 0x80 &&
		       p[2] <= 0xbf;

	*outside = foreign ? (char)(p[1] << 6 | (p[2] & 0x3f)) : *src;
	return foreign ? 3 : 1;
}

static int from_utf(ClientData data, const char *src, int n, int flags, Tcl_EncodingState *state,
		    char *dst, int size, int *n_read, int *n_written, int *n_characters)
{
	(void)data, (void)flags, (void)state;
	for (*n_read = *n_written = 0; *n_read < n && *n_written < size; ++*n_written) {
		const char *at = src + *n_read;
		bool is_nul = n - *n_read > 1 && memcmp(at, "\xc0\x80", 2) == 0;

		*n_read += take_inside(is_nul ? "" : at, n - *n_read, dst + *n_written) + is_nul;
	}
	*n_characters = *n_written;
	return *n_read < n ? TCL_CONVERT_NOSPACE : TCL_OK;
}

static Tcl_Encoding encoding;

static void begin(void)
{
	static const Tcl_EncodingType type = {"utf-8", to_utf, from_utf, NULL, NULL, 1};

	encoding = Tcl_CreateEncoding(&type);
	Tcl_SetSystemEncoding(NULL, type.encodingName);
}

void tcl_text_begin(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, begin);
}

/* ---- values ---- */

static bool is_ascii(const char *text, int64_t n)
{
	while (n > 0 && (text[n - 1] & 0x80) == 0)
		n--;
	return n == 0;
}

Tcl_Obj *tcl_new(const char *text, int64_t length)
{
	int n = (int)(length < 0 ? (int64_t)strlen(text) : length);
	Tcl_DString inside;
	Tcl_Obj *value;

	if (is_ascii(text, n))
		return Tcl_NewStringObj(text, n);
	tcl_text_begin();
	Tcl_ExternalToUtfDString(encoding, text, n, &inside);
	value = Tcl_NewStringObj(Tcl_DStringValue(&inside), Tcl_DStringLength(&inside));
	Tcl_DStringFree(&inside);
	return value;
}

struct Tcl_Obj *tcl_hold(struct Tcl_Obj *value)
{
	Tcl_IncrRefCount(value);
	return value;
}

void tcl_drop(struct Tcl_Obj **value)
{
	if (*value)
		Tcl_DecrRefCount(*value);
	*value = NULL;
}

int tcl_eval(Tcl_Interp *interp, const char *script, int64_t length)
{
	Tcl_Obj *value = tcl_new(script, length);
	int code;

	Tcl_IncrRefCount(value);
	code = Tcl_EvalObjEx(interp, value, TCL_EVAL_GLOBAL | TCL_EVAL_DIRECT);
	Tcl_DecrRefCount(value);
	return code;
}

bool tcl_subscript(Tcl_Interp *interp, int n_words, Tcl_Obj *const *words)
{
	const char *word = n_words == 1 ? Tcl_GetString(words[0]) : "";

	if (!*word || (strcmp(word, "*") != 0 && word[strspn(word, "0123456789:")]))
		return false;
	Tcl_SetObjResult(interp, Tcl_ObjPrintf("[%s]", word));
	return true;
}

struct kept {
	struct kept *below;
	char text[];
};

static _Thread_local struct kept *kept; /* owned: the newest */

void *tcl_mark(void)
{
	return kept;
}

void tcl_release(void *mark)
{
	while (kept && kept != mark) {
		struct kept *below = kept->below;

		free(kept);
		kept = below;
	}
}

const char *tcl_text_of(Tcl_Obj *value, int *length)
{
	const char *text = Tcl_GetStringFromObj(value, length);
	struct kept *copy;
	int n = 0;

	if (is_ascii(text, *length))
		return text;
	copy = malloc(sizeof *copy + (size_t)*length + 1);
	if (!copy) {
		memory_note_short();
		return text;
	}
	for (int i = 0; i < *length; n++)
		i += take_inside(text + i, *length - i, copy->text + n);
	copy->text[n] = '\0';
	copy->below = kept;
	kept = copy;
	*length = n;
	return copy->text;
}

const char *tcl_text(Tcl_Obj *value)
{
	int length;

	return tcl_text_of(value, &length);
}

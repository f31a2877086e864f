/* What terminals get: which characters steer one, how they are made visible, wherever text is cut;
 * and that files and pipes get bytes as they are. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/print.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/visible.h"
#include "lib/tap.h"

/* In pieces of `piece` bytes. */
static void make_visible(const char *data, int length, int piece, struct text *out)
{
	struct visible v = {0};
	char made[VISIBLE_OUT];

	for (int at = 0; at < length; at += piece)
		text_append(out, made,
			    visible_put(&v, data + at, length - at < piece ? length - at : piece,
					made));
	text_append(out, made, visible_end(&v, made));
}

static void check_text(const char *text, int length, const char *wanted)
{
	for (int piece = 1; piece <= length; piece++) {
		struct text got = TEXT_INIT;

		make_visible(text, length, piece, &got);
		OK(strcmp(text_string(&got), wanted) == 0 && got.length == (int)strlen(wanted),
		   "%s, cut after each %d", wanted, piece);
		text_release(&got);
	}
}

#define CHECK(text, wanted) check_text(text, (int)sizeof text - 1, wanted)

static void check_texts(void)
{
	CHECK("plain\ttext", "plain\ttext");
	CHECK("\033]0;x\007", "\\x1b]0;x\\x07");
	CHECK("\r\b\177", "\\x0d\\x08\\x7f");
	CHECK("a\0b", "a\\x00b");
	CHECK("\302\233m", "\\u009bm");
	CHECK("\233m", "\\x9bm");
	CHECK("\303\251\342\202\254\360\237\230\200", "\303\251\342\202\254\360\237\230\200");
	CHECK("\330\234\342\200\216\342\200\217", "\\u061c\\u200e\\u200f");
	CHECK("\342\200\252\342\200\256", "\\u202a\\u202e");
	CHECK("\342\201\246\342\201\251", "\\u2066\\u2069");
	CHECK("\342\200\250\342\200\251", "\\u2028\\u2029");
	CHECK("\363\240\201\201", "\\U000e0041");
	CHECK("\342\202", "\\xe2\\x82");
	CHECK("\342(\254", "\\xe2(\\xac");
	CHECK("\342\202\342\202\254", "\\xe2\\x82\342\202\254");
	CHECK("\300\233\340\202\233", "\\xc0\\x9b\\xe0\\x82\\x9b"); /* overlong C1 */
	CHECK("\355\240\200\364\220\200\200", "\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80");
	CHECK("\\x1b \\u202e \\U000e0041", "\\x1\\x62 \\u202\\x65 \\U000e004\\x31");
	CHECK("\\x1B \\xyz \\\\x1", "\\x1B \\xyz \\\\x1");
	CHECK("\\\033", "\\\\x1b");
}

static void check_lines(void)
{
	struct text got = TEXT_INIT;

	make_visible("one\n\ttwo\n", 9, 9, &got);
	OK(strcmp(text_string(&got), "one\n\ttwo\n") == 0, "newlines and tabs stay");
	text_release(&got);
}

/* ---- of any text ---- */

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

static int make_text(uint32_t *seed, char text[64])
{
	static const char *const parts[] = {"\\", "x",  "u",        "U",        "0",    "1b",
					    "9",  "f",  "202e",     "\033",     "\233", "\302",
					    "\n", "\t", "\342\202", "\342\200", "\256", "\363\240",
					    "g",  "A",  "\302\233", "\200"};
	int length = 0;

	while (length < 50) {
		const char *part = parts[next_random(seed) % (sizeof parts / sizeof *parts)];

		strcpy(text + length, part);
		length += (int)strlen(part);
		if (next_random(seed) % 12 == 0)
			break;
	}
	return length;
}

/* The number with a number of digits, -1 = it isn't one as they are written. */
static int64_t read_digits(const char *at, int n)
{
	return (int)strspn(at, "0123456789abcdef") < n
		       ? -1
		       : strtoll((char[]){n > 0 ? at[0] : 0, at[1], n > 2 ? at[2] : '\0',
					  n > 2 ? at[3] : '\0', n > 4 ? at[4] : '\0',
					  n > 4 ? at[5] : '\0', n > 4 ? at[6] : '\0',
					  n > 4 ? at[7] : '\0', '\0'},
				 NULL, 16);
}

/* What was made visible, from what is seen alone. */
static void read_back(const char *at, struct text *out)
{
	while (*at) {
		int digits = *at != '\\'    ? 0
			     : at[1] == 'x' ? 2
			     : at[1] == 'u' ? 4
			     : at[1] == 'U' ? 8
					    : 0;
		int64_t number = digits ? read_digits(at + 2, digits) : -1;
		char bytes[4] = {(char)number};

		if (number < 0)
			text_append(out, at++, 1);
		else
			text_append(out, bytes,
				    digits == 2 ? 1 : utf8_put((uint32_t)number, bytes));
		if (number >= 0)
			at += 2 + digits;
	}
}

static bool steers(const struct text *text)
{
	const char *at = text_string(text), *end = at + text->length;

	while (at < end) {
		uint32_t c;
		int n = utf8_decode(at, end, &c);

		if (n <= 0 || (utf8_steers(c) && c != '\n' && c != '\t'))
			return true;
		at += n;
	}
	return false;
}

static void check_any(void)
{
	uint32_t seed = 1;
	int n_steering = 0, n_lost = 0, n_cut = 0;

	for (int i = 0; i < 20000; i++) {
		struct text whole = TEXT_INIT, cut = TEXT_INIT, back = TEXT_INIT;
		char text[64];
		int length = make_text(&seed, text);

		make_visible(text, length, length, &whole);
		make_visible(text, length, 1 + i % 5, &cut);
		read_back(text_string(&whole), &back);
		n_steering += steers(&whole);
		n_cut += strcmp(text_string(&whole), text_string(&cut)) != 0;
		n_lost += back.length != length || memcmp(back.data, text, (size_t)length) != 0;
		text_release(&whole);
		text_release(&cut);
		text_release(&back);
	}
	OK(n_steering == 0, "nothing that steers is left in 20000 texts: %d", n_steering);
	OK(n_cut == 0, "wherever they are cut, it is the same: %d aren't", n_cut);
	OK(n_lost == 0, "what is seen says which bytes they were: of %d it doesn't", n_lost);
}

static void check_decode(void)
{
	int wrong = 0;

	for (uint32_t c = 0; c < 0x110000; c++) {
		char bytes[4];
		uint32_t got = UINT32_MAX;
		int n = utf8_put(c, bytes), taken = utf8_decode(bytes, bytes + n, &got);

		if (c >= 0xd800 && c < 0xe000)
			wrong += taken != 0;
		else
			wrong += taken != n || got != c;
		for (int cut = 1; cut < n; cut++)
			wrong += utf8_decode(bytes, bytes + cut, &got) != -1 &&
				 !(c >= 0xd800 && c < 0xe000);
	}
	OK(wrong == 0, "each character is what it was written as: %d aren't", wrong);
}

/* ---- descriptors ---- */

static void check_terminal(void)
{
	static const char visible[] = "a\\x1bb\342\202\254\\xc2";
	int master = posix_openpt(O_RDWR | O_NOCTTY), slave = -1;
	struct termios mode;
	char got[64] = "";
	size_t length = 0;
	ssize_t n;

	if (master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0)
		slave = open(ptsname(master), O_RDWR | O_NOCTTY);
	if (slave < 0) {
		tap_skip("a terminal", "none is available");
		return;
	}
	tcgetattr(slave, &mode);
	cfmakeraw(&mode);
	tcsetattr(slave, TCSANOW, &mode);
	OK(print_bytes(slave, "a\033b\342\202\254\302", 7) == 0, "a terminal takes it");
	/* What was written in two calls may come in two. */
	while (length < strlen(visible) &&
	       (n = read(master, got + length, sizeof got - 1 - length)) > 0)
		length += (size_t)n;
	OK(strcmp(got, visible) == 0, "visible: %s", got);
	close(slave);
	close(master);
}

static void check_pipe(void)
{
	static const char text[] = "a\033b\233\342\202";
	char got[64] = "";
	int ends[2], made = pipe(ends);

	OK(made == 0 && print_bytes(ends[1], text, (int64_t)strlen(text)) == 0 &&
		   read(ends[0], got, sizeof got) == (ssize_t)strlen(text) &&
		   strcmp(got, text) == 0,
	   "a pipe gets bytes as they are");
	close(ends[0]);
	close(ends[1]);
}

/* One that takes no more is waited for, also where writing to it doesn't block. */
static void check_full_pipe(void)
{
	int64_t length = 1 << 20, total = 0;
	char *text = calloc(1, (size_t)length), buffer[4096];
	int ends[2], made = pipe2(ends, O_NONBLOCK);
	pid_t child = made == 0 && text ? fork() : -1;
	ssize_t n;

	if (child == 0)
		_exit(print_bytes(ends[1], text, length));
	close(ends[1]);
	fcntl(ends[0], F_SETFL, 0);
	while (child > 0 && (n = read(ends[0], buffer, sizeof buffer)) > 0)
		total += n;
	OK(total == length, "all of it comes through a pipe that doesn't block");
	close(ends[0]);
	free(text);
}

int main(void)
{
	check_texts();
	check_lines();
	check_any();
	check_decode();
	check_terminal();
	check_pipe();
	check_full_pipe();
	return tap_done();
}

/*
 * What the layout window's process may do to the explorer: nothing. The messages are looked at
 * field by field; and this program is its own window: started by an explorer in it with
 * --window-helper, it does what the environment says.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <tcl.h>
#include <unistd.h>

#include "lib/tap.h"
#include "ui/widgets/key.h"
#include "ui/ui.h"
#include "ui/win/protocol.h"

/* ---- messages ---- */

static const struct window_message fine[] = {
	{.kind = WINDOW_READY, .width = 1280, .height = 800, .text = "x11, opengl"},
	{.kind = WINDOW_READY, .width = 1, .height = 1},
	{.kind = WINDOW_FAILED, .text = "no display: \xc3\xa4"},
	{.kind = WINDOW_SHOWN, .slot = WINDOW_SLOTS - 1},
	{.kind = WINDOW_SIZE, .width = WINDOW_MOST_PIXELS, .height = 4096},
	{.kind = WINDOW_SIZE, .width = 8192, .height = 8192},
	{.kind = WINDOW_POINTER, .x = -WINDOW_FAR, .y = WINDOW_FAR, .buttons = 14, .modifiers = 3},
	{.kind = WINDOW_POINTER, .x = NAN, .buttons = -1},
	{.kind = WINDOW_BUTTON, .button = WINDOW_RIGHT, .down = 1, .clicks = 255},
	{.kind = WINDOW_WHEEL, .dx = -100, .dy = 100},
	{.kind = WINDOW_KEY, .key = 'a'},
	{.kind = WINDOW_KEY, .key = 0x10ffff, .modifiers = WINDOW_SHIFT},
	{.kind = WINDOW_KEY, .key = UI_KEY_CONTROL('c'), .modifiers = WINDOW_CONTROL},
	{.kind = WINDOW_KEY, .key = UI_KEY_F1},
	{.kind = WINDOW_CLOSED},
	/* what a kind doesn't have isn't looked at, nor taken */
	{.kind = WINDOW_CLOSED, .button = 260, .x = NAN, .width = -1, .text = "\x1b"},
};

static const struct bad {
	const char *said;
	struct window_message m;
} bad[] = {
	{"a message of kind -1", {.kind = -1}},
	{"a message of kind 0", {.kind = WINDOW_FRAME, .width = 1, .height = 1}},
	{"a message of kind 1", {.kind = WINDOW_TITLE, .text = "title"}},
	{"a message of kind 11", {.kind = N_WINDOW_MESSAGES}},
	{"a message of kind 2147483647", {.kind = INT32_MAX}},
	{"a width of 0", {.kind = WINDOW_READY, .height = 1}},
	{"a width of -2147483648", {.kind = WINDOW_SIZE, .width = INT32_MIN, .height = 1}},
	{"a width of 16385", {.kind = WINDOW_SIZE, .width = 16385, .height = 1}},
	{"a height of 0", {.kind = WINDOW_SIZE, .width = 1}},
	{"a height of 2147483647", {.kind = WINDOW_READY, .width = 1, .height = INT32_MAX}},
	{"a size in bytes of 1073741824", {.kind = WINDOW_SIZE, .width = 16384, .height = 16384}},
	{"a slot of 2", {.kind = WINDOW_SHOWN, .slot = 2}},
	{"a slot of -1", {.kind = WINDOW_SHOWN, .slot = -1}},
	{"x = nan", {.kind = WINDOW_POINTER, .x = NAN}},
	{"y = inf", {.kind = WINDOW_POINTER, .y = INFINITY}},
	{"x = -inf", {.kind = WINDOW_BUTTON, .x = -INFINITY, .button = 1}},
	{"y = 1e+300", {.kind = WINDOW_WHEEL, .y = 1e300}},
	{"x = 1.04858e+06", {.kind = WINDOW_POINTER, .x = WINDOW_FAR + 1}},
	{"buttons of 0x1", {.kind = WINDOW_POINTER, .buttons = 1}},
	{"buttons of 0x10", {.kind = WINDOW_BUTTON, .buttons = 16, .button = 1}},
	{"buttons of 0xffffffff", {.kind = WINDOW_WHEEL, .buttons = -1}},
	{"buttons of 0x80000000", {.kind = WINDOW_POINTER, .buttons = INT32_MIN}},
	{"modifiers of 0x4", {.kind = WINDOW_POINTER, .modifiers = 4}},
	{"a button of 260", {.kind = WINDOW_BUTTON, .button = 260, .down = 1}},
	{"a button of 0", {.kind = WINDOW_BUTTON, .down = 1}},
	{"a button of -1", {.kind = WINDOW_BUTTON, .button = -1}},
	{"a button's state of 2", {.kind = WINDOW_BUTTON, .button = 1, .down = 2}},
	{"a number of clicks of 256", {.kind = WINDOW_BUTTON, .button = 1, .clicks = 256}},
	{"a number of clicks of -1", {.kind = WINDOW_BUTTON, .button = 1, .clicks = -1}},
	{"notches = nan", {.kind = WINDOW_WHEEL, .dy = NAN}},
	{"notches = 101", {.kind = WINDOW_WHEEL, .dy = 101}},
	{"notches to the right = -inf", {.kind = WINDOW_WHEEL, .dx = -INFINITY}},
	{"a key of 0", {.kind = WINDOW_KEY}},
	{"a key of -1", {.kind = WINDOW_KEY, .key = -1}},
	{"a key of 27", {.kind = WINDOW_KEY, .key = 27}},
	{"a key of 127", {.kind = WINDOW_KEY, .key = 127}},
	{"a key of 155", {.kind = WINDOW_KEY, .key = 0x9b}},
	{"a key of 55296", {.kind = WINDOW_KEY, .key = 0xd800}},
	{"a key of 1114112", {.kind = WINDOW_KEY, .key = 0x110000}},
	{"a key of 2097152", {.kind = WINDOW_KEY, .key = UI_KEY_FIRST}},
	{"a key of 4194304", {.kind = WINDOW_KEY, .key = UI_KEY_CLICK(0, 0)}},
	{"modifiers of 0x8", {.kind = WINDOW_KEY, .key = 'a', .modifiers = 8}},
	{"a text with control characters or broken UTF-8",
	 {.kind = WINDOW_FAILED, .text = "\x1b]0;title\a"}},
	{"a text with control characters or broken UTF-8",
	 {.kind = WINDOW_READY, .width = 1, .height = 1, .text = "\xff"}},
	{"a text with control characters or broken UTF-8",
	 {.kind = WINDOW_FAILED, .text = "\xc2\x9b"}},
};

static void check_parse(const char *what, const void *bytes, size_t n, enum window_side from,
			const char *said)
{
	struct window_message m;
	enum status status = window_message_parse(bytes, n, from, &m);
	const char *text = status == STATUS_OK ? "" : status_text(status);

	OK(status == (said ? STATUS_BAD_INPUT : STATUS_OK) && strcmp(text, said ? said : "") == 0,
	   "%s: \"%s\"", what, text);
}

static void check_messages(void)
{
	struct window_message frame = {.kind = WINDOW_FRAME, .width = 8, .height = 8}, m;
	char bytes[2000] = {0}, what[32];

	for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
		snprintf(what, sizeof what, "kind %d is one", (int)fine[i].kind);
		check_parse(what, &fine[i], sizeof fine[i], FROM_WINDOW, NULL);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		check_parse("none", &bad[i].m, sizeof bad[i].m, FROM_WINDOW, bad[i].said);
	check_parse("no bytes", bytes, 0, FROM_WINDOW, "a message of 0 bytes");
	check_parse("many", bytes, sizeof bytes, FROM_WINDOW, "a message of 2000 bytes");
	m = (struct window_message){.kind = WINDOW_FAILED};
	memset(m.text, 'x', sizeof m.text);
	check_parse("an endless text", &m, sizeof m, FROM_WINDOW, "a text without an end");
	check_parse("a frame", &frame, sizeof frame, FROM_EXPLORER, NULL);
	frame.bytes = INT64_MIN;
	check_parse("a slot", &frame, sizeof frame, FROM_EXPLORER,
		    "a slot's size of -9223372036854775808");
	m = fine[sizeof fine / sizeof *fine - 1];
	OK(window_message_parse(&m, sizeof m, FROM_WINDOW, &m) == STATUS_OK && m.button == 0 &&
		   m.x == 0 && m.width == 0 && !m.text[0],
	   "what a kind doesn't have is 0");
}

static void check_sending(void)
{
	struct window_message m = {.kind = WINDOW_TITLE};
	int32_t size[2] = {40000, 40000};
	char name[400];

	window_text_set(m.text, "a\033[31m\tname\xff\xc2\x9b");
	OK(strcmp(m.text, "a?[31m name??") == 0, "a title that is sent: %s", m.text);
	for (size_t i = 0; i < sizeof name - 2; i += 2)
		memcpy(name + i, "\xc3\xa4", 3);
	window_text_set(m.text, name);
	OK(strlen(m.text) == WINDOW_TEXT - 2, "one that is cut is cut between characters");
	check_parse("it", &m, sizeof m, FROM_EXPLORER, NULL);
	window_size_clamp(&size[0], &size[1]);
	OK(size[0] == 16384 && size[1] == 4096, "a huge window has frames of %d x %d", size[0],
	   size[1]);
}

/* ---- a hostile window ---- */

static void send_one(const struct window_message *m)
{
	send(WINDOW_SOCKET, m, sizeof *m, MSG_NOSIGNAL);
}

/* The memory that comes with the first frame, −1 = none came. */
static int await_memory(void)
{
	struct window_message m;
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))];
	struct iovec part = {&m, sizeof m};
	int fd = -1;

	while (fd < 0) {
		struct msghdr header = {.msg_iov = &part,
					.msg_iovlen = 1,
					.msg_control = control,
					.msg_controllen = sizeof control};
		struct cmsghdr *c;

		if (recvmsg(WINDOW_SOCKET, &header, 0) <= 0)
			return -1;
		c = CMSG_FIRSTHDR(&header);
		if (c)
			memcpy(&fd, CMSG_DATA(c), sizeof fd);
	}
	return fd;
}

/* Says by FAILED what came of it. */
static void cut_memory(void)
{
	struct window_message said = {.kind = WINDOW_FAILED};
	int fd = await_memory();
	bool cut = ftruncate(fd, 0) == 0, grown = ftruncate(fd, 1 << 30) == 0;
	int error = errno;

	snprintf(said.text, sizeof said.text, "cut %d, grown %d: %s", cut, grown,
		 error == EPERM ? "EPERM" : "other");
	send_one(&(struct window_message){.kind = WINDOW_SIZE, .width = 640, .height = 400});
	usleep(300000); /* another frame is drawn */
	send_one(&said);
}

/* As many as it takes, for a while. */
static void flood(const struct window_message *m, int n)
{
	struct window_message failed = {.kind = WINDOW_FAILED, .text = "all were sent"};

	for (int i = 0; i < n; i++)
		send_one(m);
	send_one(&failed);
}

static int be_hostile(const char *how)
{
	const struct window_message ready = {.kind = WINDOW_READY, .width = 320, .height = 200};
	int n = atoi(how);

	if (strcmp(how, "early") != 0)
		send_one(&ready);
	if (strcmp(how, "cut") == 0)
		cut_memory();
	else if (strcmp(how, "early") == 0)
		send_one(&(struct window_message){.kind = WINDOW_SIZE, .width = 9, .height = 9});
	else if (strcmp(how, "twice") == 0)
		send_one(&ready);
	else if (strcmp(how, "shown") == 0)
		send_one(&(struct window_message){.kind = WINDOW_SHOWN});
	else if (strcmp(how, "half") == 0)
		send(WINDOW_SOCKET, &ready, 100, MSG_NOSIGNAL);
	else if (strcmp(how, "pointers") == 0)
		flood(&(struct window_message){.kind = WINDOW_POINTER, .x = 1}, 6000);
	else if (strcmp(how, "keys") == 0)
		flood(&(struct window_message){.kind = WINDOW_KEY, .key = 'j'}, 6000);
	else
		send_one(&bad[n].m);
	sleep(20); /* until the explorer ends it */
	return 0;
}

/* ---- the explorer ---- */

static char folder[] = "/tmp/t_hostile.XXXXXX";

/* It opens the window, waits for it and saves the screen. */
static int explore(const char *keys)
{
	static const char *const scripts[] = {"source [asset loom/loom.tcl]"};
	const struct ui_config config = {
		.terminal = {.headless = true, .width = 100, .height = 24},
		.shell = {.device = {.kind = DEVICE_CPU, .n_threads = 1},
			  .quiet_device = true,
			  .settings = settings_names()},
		.keys = keys,
		.n_scripts = 1,
		.scripts = scripts,
	};

	Tcl_FindExecutable("t_window_hostile");
	command_add_tables();
	ui_add_commands();
	sdc_add_commands();
	return ui_run(&config);
}

static bool has_line(const char *path, const char *words)
{
	char line[1024];
	FILE *file = fopen(path, "r");
	bool found = false;

	while (file && fgets(line, sizeof line, file))
		found |= strstr(line, words) != NULL;
	if (file)
		fclose(file);
	return found;
}

/* The explorer goes on to its end, with a message within this many ms. Seconds that it has computed. */
static double check_hostile(const char *how, const char *said, int ms)
{
	char keys[64], screen[64];
	struct rusage usage = {0};
	int state = 0;
	FILE *file;
	pid_t pid;

	snprintf(keys, sizeof keys, "%s/keys", folder);
	snprintf(screen, sizeof screen, "%s/screen", folder);
	file = fopen(keys, "w");
	fprintf(file, ":window open\n:after %d\n:save_screen %s\n", ms, screen);
	fclose(file);
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		setenv("T_HOSTILE", how, 1);
		_exit(explore(keys));
	}
	wait4(pid, &state, 0, &usage);
	if (!OK(WIFEXITED(state) && WEXITSTATUS(state) == 0 && has_line(screen, said), "%s: %s",
		how, said)) {
		char command[128];

		snprintf(command, sizeof command, "sed 's/^/# /' %s | head -30", screen);
		printf("# state %x\n", (unsigned)state);
		fflush(stdout);
		if (system(command) != 0)
			return 0;
	}
	unlink(screen);
	unlink(keys);
	return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
	char how[16], said[200];
	double idle, flooded;

	if (argc == 2 && strcmp(argv[1], "--window-helper") == 0)
		return be_hostile(getenv("T_HOSTILE"));
	check_messages();
	check_sending();
	if (!mkdtemp(folder))
		return 1;
	idle = check_hostile("cut", "no layout window: cut 0, grown 0: EPERM", 1000);
	for (size_t i = 5; i < sizeof bad / sizeof *bad; i += 9) {
		snprintf(how, sizeof how, "%zu", i);
		snprintf(said, sizeof said, "the layout window's process sent %.40s", bad[i].said);
		check_hostile(how, said, 500);
	}
	check_hostile("half",
		      "the layout window's process sent a message of 100 bytes; w opens it again",
		      500);
	check_hostile("early", "process sent something before it was ready; w opens it again", 500);
	check_hostile("twice", "process sent that it is ready, twice; w opens it again", 500);
	check_hostile("shown", "sent that it shows slot 0, which it wasn't given; w opens it again",
		      500);
	check_hostile("pointers", "no layout window: all were sent", 3000);
	flooded = check_hostile("keys", "no layout window: all were sent", 3000);
	OK(flooded < idle + 5, "a flood costs %.2f s, %.2f without", flooded, idle);
	rmdir(folder);
	return tap_done();
}

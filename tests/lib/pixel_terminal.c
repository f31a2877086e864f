/*
 *	pixel_terminal [OPTION...] -- COMMAND ARGUMENT...
 *
 * Runs a command on a terminal that shows pictures (screen_model.h), and does with it what standard input says,
 * a line each:
 *
 *	sees TEXT        wait until it is on the screen, ten seconds at most
 *	picture          wait until there is a picture, and then until nothing comes any more
 *	blank            wait until there is none, and the same
 *	quiet            wait until nothing comes for a third of a second and the command sleeps
 *	keys TEXT        type it; \e is Escape, \r Enter, \z ^Z
 *	resize COLUMNS ROWS
 *	at X Y           the picture's colour at a pixel, "none" where there isn't one
 *	ink RRGGBB       the picture's pixels of nearly this colour, "N X1 Y1 X2 Y2", how many and the box
 *	covered          the cells whose middle has a picture, "X1 Y1 X2 Y2 N", the box and how many
 *	counts           what has come so far
 *	colours          how many colours text and cells have
 *	cell X Y         a cell's colours: of the character and its background
 *	pace N KEYS      N keys of these, one after another: median, 99 % and longest, ms, three times: from each to the
 *	                 end of the first frame that began after it; without the time for which its first thread or
 *	                 we waited for a processor; what its first thread computed until the next key
 *	save FILE.png    with little letters, the same everywhere
 *	print FILE.png   in the font that fontconfig has for sans ($FONTCONFIG_FILE may name another)
 *	signal NUMBER    to the command
 *	deaf MS KEYS     type them, if any, and read nothing for so long: ms that its first thread computed
 *	late MS          answers are delayed by this from now on
 *	raw TEXT         bytes as from the terminal, as they are
 *	end              wait for the command's end; its exit code
 *
 * Options: --kitty, --shared (it reads shared memory), --sixel, --colours (it says that it has 24 bits), --refuse
 * (it has no room), --silent (it answers nothing), --no-cell (nor in pixels), --size CxR, --cell WxH, --late MS.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "screen_model.h"

enum { PATIENCE_MS = 15000, QUIET_MS = 330, PACE_MS = 30, NEAR = 12 };

struct terminal_run {
	struct model model;
	int master;
	pid_t child;
	bool silent, no_cell, ended;
	int late_ms, exit_code;
	double answer_at, last_byte;
	struct text waiting; /* answers that come later */
};

static void set_size(struct terminal_run *run)
{
	const struct model *m = &run->model;
	struct winsize size = {.ws_row = (unsigned short)m->rows,
			       .ws_col = (unsigned short)m->columns};

	if (!run->no_cell) {
		size.ws_xpixel = (unsigned short)(m->columns * m->cell_width);
		size.ws_ypixel = (unsigned short)(m->rows * m->cell_height);
	}
	ioctl(run->master, TIOCSWINSZ, &size);
}

static void become(const char *name, char **command)
{
	int fd;

	setsid();
	fd = open(name, O_RDWR | O_CLOEXEC);
	if (fd < 0 || ioctl(fd, TIOCSCTTY, 0) != 0)
		_exit(126);
	for (int i = 0; i < 3; i++)
		dup2(fd, i);
	execvp(command[0], command);
	_exit(127);
}

static void start(struct terminal_run *run, char **command)
{
	run->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (run->master < 0 || grantpt(run->master) != 0 || unlockpt(run->master) != 0)
		exit(125);
	set_size(run);
	run->child = fork();
	if (run->child < 0) /* kill(-1) would go to every process */
		exit(125);
	if (run->child == 0)
		become(ptsname(run->master), command);
	fcntl(run->master, F_SETFL, O_NONBLOCK);
}

static void type(struct terminal_run *run, const char *bytes, int64_t n)
{
	while (n > 0) {
		ssize_t done = write(run->master, bytes, (size_t)n);

		if (done < 0 && errno != EAGAIN)
			return;
		bytes += done > 0 ? done : 0;
		n -= done > 0 ? done : 0;
	}
}

/* Take what comes within this many milliseconds, and answer it. */
static void pump(struct terminal_run *run, int ms)
{
	struct pollfd p = {.fd = run->master, .events = POLLIN};
	char buffer[16384];
	ssize_t n;

	if (poll(&p, 1, run->ended ? 0 : ms) > 0) {
		n = read(run->master, buffer, sizeof buffer);
		if (n > 0) {
			model_take(&run->model, buffer, n);
			run->last_byte = clock_ms();
		} else if (n <= 0 && errno == EIO) {
			run->ended = true;
		}
	}
	if (run->model.answers.length && !run->silent) {
		if (!run->waiting.length)
			run->answer_at = clock_ms() + run->late_ms;
		text_append(&run->waiting, run->model.answers.data, run->model.answers.length);
	}
	text_clear(&run->model.answers);
	if (run->waiting.length && clock_ms() >= run->answer_at) {
		type(run, run->waiting.data, run->waiting.length);
		text_clear(&run->waiting);
	}
}

static bool is_on_screen(const struct model *m, const char *words)
{
	bool found = false;

	for (int y = 0; y < m->rows && !found; y++) {
		struct text row = TEXT_INIT;

		model_row(m, y, &row);
		found = strstr(text_string(&row), words) != NULL;
		text_release(&row);
	}
	return found;
}

static int covered(const struct model *m, int box[4])
{
	int n = 0;
	uint32_t colour;

	box[0] = m->columns;
	box[1] = m->rows;
	box[2] = box[3] = 0;
	for (int y = 0; y < m->rows; y++) {
		for (int x = 0; x < m->columns; x++) {
			if (!model_pixel(m, x * m->cell_width + m->cell_width / 2,
					 y * m->cell_height + m->cell_height / 2, &colour))
				continue;
			n++;
			box[0] = x < box[0] ? x : box[0];
			box[1] = y < box[1] ? y : box[1];
			box[2] = x + 1 > box[2] ? x + 1 : box[2];
			box[3] = y + 1 > box[3] ? y + 1 : box[3];
		}
	}
	return n;
}

/*
 * A thread of the process is running or waits for a processor. On a busy machine nothing may come for long from a
 * command that has much to do.
 */
static bool is_at_work(pid_t pid)
{
	char path[64], line[512];
	bool at_work = false;
	DIR *tasks;

	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	tasks = opendir(path);
	for (struct dirent *task; tasks && !at_work && (task = readdir(tasks));) {
		const char *state;
		FILE *file;

		if (!isdigit((unsigned char)task->d_name[0]))
			continue;
		snprintf(line, sizeof line, "%s/%.16s/stat", path, task->d_name);
		file = fopen(line, "re");
		state = file && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
		at_work = state && state[1] == ' ' && (state[2] == 'R' || state[2] == 'D');
		if (file)
			fclose(file);
	}
	if (tasks)
		closedir(tasks);
	return at_work;
}

static bool is_near(uint32_t a, uint32_t b)
{
	for (int shift = 0; shift < 24; shift += 8) {
		if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > NEAR)
			return false;
	}
	return true;
}

static void print_ink(const struct model *m, uint32_t ink)
{
	int width = m->columns * m->cell_width, height = m->rows * m->cell_height, n = 0;
	int box[4] = {width, height, 0, 0};
	uint32_t colour;

	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x++) {
			if (!model_pixel(m, x, y, &colour) || !is_near(colour, ink))
				continue;
			n++;
			box[0] = x < box[0] ? x : box[0];
			box[1] = y < box[1] ? y : box[1];
			box[2] = x > box[2] ? x : box[2];
			box[3] = y > box[3] ? y : box[3];
		}
	}
	printf("%d %d %d %d %d\n", n, box[0], box[1], box[2], box[3]);
}

enum wait_for { FOR_TEXT, FOR_PICTURE, FOR_BLANK, FOR_QUIET };

static void wait_for(struct terminal_run *run, enum wait_for what, const char *words)
{
	double begin = clock_ms(), end = begin + PATIENCE_MS;
	bool there = false;
	int box[4];

	while (clock_ms() < end && !run->ended) {
		pump(run, 20);
		if (!there)
			there = what == FOR_QUIET ||
				(what == FOR_TEXT ? is_on_screen(&run->model, words)
						  : (covered(&run->model, box) > 0) ==
							    (what == FOR_PICTURE));
		if (there &&
		    (what == FOR_TEXT || clock_ms() - fmax(begin, run->last_byte) > QUIET_MS)) {
			if (what == FOR_TEXT || !is_at_work(run->child))
				break;
			begin = clock_ms();
		}
	}
	printf("%s\n", there ? "yes" : "no");
}

static void unescape(char *text)
{
	static const char letters[] = "erz\\", bytes[] = "\033\r\032\\";
	char *to = text;

	for (; *text; text++) {
		const char *known = *text == '\\' && text[1] ? strchr(letters, text[1]) : NULL;

		if (known)
			text++;
		*to++ = known ? bytes[known - letters] : *text;
	}
	*to = '\0';
}

static int by_colour(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static void print_colours(const struct model *m)
{
	int n = m->columns * m->rows, different = 1;
	uint32_t *all = calloc((size_t)(2 * n), sizeof *all);

	for (int i = 0; i < n; i++) {
		all[2 * i] = m->cell[i].fore;
		all[2 * i + 1] = m->cell[i].back;
	}
	qsort(all, (size_t)(2 * n), sizeof *all, by_colour);
	for (int i = 1; i < 2 * n; i++)
		different += all[i] != all[i - 1];
	printf("%d\n", different);
	free(all);
}

static void print_counts(const struct model *m)
{
	printf("images %d sent %lld direct %lld shared %lld sixels %lld deleted %lld wrong %lld "
	       "outside %d longest %lld mode %o\n",
	       m->n_images, (long long)m->n_sent, (long long)m->n_direct, (long long)m->n_shared,
	       (long long)m->n_sixels, (long long)m->n_deleted, (long long)m->n_tiles_wrong,
	       m->shows_outside, (long long)m->longest, (unsigned)m->mode_of_object);
}

static void wait_for_end(struct terminal_run *run)
{
	double end = clock_ms() + PATIENCE_MS;
	int status = -1;

	while (!run->ended && clock_ms() < end)
		pump(run, 20);
	for (int i = 0; i < 16; i++)
		pump(run, 0);
	if (run->child <= 0 ||
	    waitpid(run->child, &status, run->ended ? 0 : WNOHANG) != run->child) {
		printf("it runs\n");
		return;
	}
	run->child = 0; /* from now on the number may be another process's */
	if (WIFSIGNALED(status))
		printf("signal %d\n", WTERMSIG(status));
	else
		printf("code %d\n", WEXITSTATUS(status));
}

static void look(struct terminal_run *run, const char *line)
{
	const struct model *m = &run->model;
	uint32_t colour;
	int x, y, box[4];

	if (sscanf(line, "at %d %d", &x, &y) == 2) {
		if (model_pixel(m, x, y, &colour))
			printf("%06x\n", (unsigned)colour);
		else
			printf("none\n");
	} else if (sscanf(line, "cell %d %d", &x, &y) == 2) {
		printf("%06x %06x\n", (unsigned)m->cell[y * m->columns + x].fore,
		       (unsigned)m->cell[y * m->columns + x].back);
	} else if (sscanf(line, "ink %x", &colour) == 1) {
		print_ink(m, colour);
	} else if (strcmp(line, "covered") == 0) {
		int n = covered(m, box);

		printf("%d %d %d %d %d\n", box[0], box[1], box[2], box[3], n);
	} else if (strcmp(line, "counts") == 0) {
		print_counts(m);
	} else if (strcmp(line, "colours") == 0) {
		print_colours(m);
	} else if (strncmp(line, "save ", 5) == 0 || strncmp(line, "print ", 6) == 0) {
		if (model_save(m, strchr(line, ' ') + 1, line[0] == 'p') != STATUS_OK)
			printf("%s\n", status_text(STATUS_IO));
	} else {
		printf("unknown: %s\n", line);
	}
}

static int by_time(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* How long the first thread of a process has computed, and waited for a processor, ms. */
struct turns {
	double computed, waited;
};

static struct turns turns_of(pid_t pid)
{
	char path[64];
	long long computed = 0, waited = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)pid, (int)pid);
	file = fopen(path, "re");
	if (file && fscanf(file, "%lld %lld", &computed, &waited) != 2)
		computed = waited = 0;
	if (file)
		fclose(file);
	return (struct turns){(double)computed / 1e6, (double)waited / 1e6};
}

enum { WALL, OWN, COMPUTED, N_TIMES };

/* A key, to the end of the first frame that began after it. */
static void pace_one(struct terminal_run *run, char key, double took[N_TIMES])
{
	int64_t begun = run->model.n_begun;
	struct turns ours = turns_of(getpid()), theirs = turns_of(run->child);
	double begin = clock_ms();

	type(run, &key, 1);
	while (run->model.n_frames <= begun && !run->ended && clock_ms() < begin + PATIENCE_MS)
		pump(run, 1);
	took[WALL] = clock_ms() - begin;
	took[OWN] = took[WALL] - (turns_of(getpid()).waited - ours.waited) -
		    (turns_of(run->child).waited - theirs.waited);
	for (double until = clock_ms() + PACE_MS; clock_ms() < until;)
		pump(run, 1);
	took[COMPUTED] = turns_of(run->child).computed - theirs.computed;
}

static void pace(struct terminal_run *run, int n, const char *keys)
{
	double *took = calloc((size_t)n * N_TIMES, sizeof *took), one[N_TIMES];
	int length = (int)strlen(keys);

	for (int i = 0; i < n; i++) {
		pace_one(run, keys[i % length], one);
		for (int kind = 0; kind < N_TIMES; kind++)
			took[kind * n + i] = one[kind];
	}
	for (int kind = 0; kind < N_TIMES; kind++) {
		const double *sorted = took + kind * n;

		qsort(took + kind * n, (size_t)n, sizeof *took, by_time);
		printf("%s%.2f %.2f %.2f", kind ? "  " : "", sorted[n / 2], sorted[n * 99 / 100],
		       sorted[n - 1]);
	}
	printf("\n");
	free(took);
}

static void be_deaf(struct terminal_run *run, int ms, char *keys)
{
	struct turns before = turns_of(run->child);

	unescape(keys);
	type(run, keys, (int64_t)strlen(keys));
	usleep((useconds_t)ms * 1000);
	printf("%.2f\n", turns_of(run->child).computed - before.computed);
}

static void obey(struct terminal_run *run, char *line)
{
	int x, y;

	if (strncmp(line, "sees ", 5) == 0) {
		wait_for(run, FOR_TEXT, line + 5);
	} else if (strcmp(line, "picture") == 0) {
		wait_for(run, FOR_PICTURE, NULL);
	} else if (strcmp(line, "blank") == 0) {
		wait_for(run, FOR_BLANK, NULL);
	} else if (strcmp(line, "quiet") == 0) {
		wait_for(run, FOR_QUIET, NULL);
	} else if (strncmp(line, "keys ", 5) == 0 || strncmp(line, "raw ", 4) == 0) {
		char *bytes = strchr(line, ' ') + 1;

		unescape(bytes);
		type(run, bytes, (int64_t)strlen(bytes));
	} else if (sscanf(line, "resize %d %d", &x, &y) == 2) {
		model_resize(&run->model, x, y);
		set_size(run);
	} else if (sscanf(line, "pace %d %n", &x, &y) == 1 && x > 0) {
		pace(run, x, line + y);
	} else if (sscanf(line, "deaf %d %n", &x, &y) == 1 && x > 0) {
		be_deaf(run, x, line + y);
	} else if (sscanf(line, "signal %d", &x) == 1) {
		if (run->child > 0)
			kill(run->child, x);
	} else if (sscanf(line, "late %d", &x) == 1) {
		run->late_ms = x;
	} else if (strcmp(line, "end") == 0) {
		wait_for_end(run);
	} else {
		look(run, line);
	}
	fflush(stdout);
}

static char **take_options(struct terminal_run *run, char **argv)
{
	int columns = 120, rows = 36, width = 8, height = 16;
	bool kitty = false, shared = false, sixel = false, colours = false, refuses = false;

	for (; *argv && strcmp(*argv, "--") != 0; argv++) {
		kitty |= strcmp(*argv, "--kitty") == 0;
		shared |= strcmp(*argv, "--shared") == 0;
		sixel |= strcmp(*argv, "--sixel") == 0;
		colours |= strcmp(*argv, "--colours") == 0;
		refuses |= strcmp(*argv, "--refuse") == 0;
		run->silent |= strcmp(*argv, "--silent") == 0;
		run->no_cell |= strcmp(*argv, "--no-cell") == 0;
		if (strcmp(*argv, "--size") == 0 && argv[1])
			sscanf(*++argv, "%dx%d", &columns, &rows);
		else if (strcmp(*argv, "--cell") == 0 && argv[1])
			sscanf(*++argv, "%dx%d", &width, &height);
		else if (strcmp(*argv, "--late") == 0 && argv[1])
			run->late_ms = atoi(*++argv);
	}
	model_init(&run->model, columns, rows, width, height);
	run->model.kitty = kitty;
	run->model.shared = shared;
	run->model.sixel = sixel;
	run->model.colours = colours;
	run->model.refuses = refuses;
	return *argv ? argv + 1 : argv;
}

int main(int argc, char **argv)
{
	struct terminal_run run = {0};
	char line[4096];
	char **command = take_options(&run, argv + (argc > 0));

	if (!*command)
		return 125;
	signal(SIGPIPE, SIG_IGN);
	start(&run, command);
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = '\0';
		if (*line)
			obey(&run, line);
	}
	if (run.child > 0)
		kill(run.child, SIGKILL);
	return 0;
}

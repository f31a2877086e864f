/* Files that are written whole or not at all: what is there when writing fails, or the writer is
 * killed; what it leaves; and what isn't a plain file. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "base/output.h"
#include "lib/tap.h"

static char folder[] = "/tmp/t_output.XXXXXX";

typedef enum status opener(struct output *out, const char *path, struct task *task);

static void put(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	if (file) {
		fputs(text, file);
		fclose(file);
	}
}

/* What a file has, "none" when there is none; good until the next call. */
static const char *get(const char *path)
{
	static char text[1024];
	gzFile file = access(path, F_OK) == 0 ? gzopen(path, "rb") : NULL;
	int n;

	if (!file)
		return "none";
	n = gzread(file, text, sizeof text - 1);
	text[n > 0 ? n : 0] = '\0';
	gzclose(file);
	return text;
}

/* How many names there are. */
static int count(void)
{
	char command[64], line[16] = "";
	FILE *file;

	snprintf(command, sizeof command, "ls -A %s | wc -l", folder);
	file = popen(command, "r");
	if (!file || !fgets(line, sizeof line, file))
		return -1;
	pclose(file);
	return atoi(line);
}

/* Write a text, or fail with the status given. */
static enum status try_with(opener *open, const char *path, const char *text, enum status status)
{
	struct task task = TASK_INIT;
	struct output out;

	TRY(open(&out, path, &task));
	text_add(&out.text, text);
	if (output_send(&out) != STATUS_OK)
		return output_close(&out, STATUS_IO);
	return output_close(&out, status);
}

static void clear(void)
{
	char command[64];

	snprintf(command, sizeof command, "rm -rf %s/* %s/.[!.]*", folder, folder);
	OK(system(command) == 0 && count() == 0, "an empty folder");
}

/* ---- success and failure ---- */

static void check_plain(opener *open, const char *path, const char *both)
{
	put(path, "old\n");
	chmod(path, 0640);
	OK(try_with(open, path, "new\n", STATUS_FAILED) == STATUS_FAILED &&
		   strcmp(get(path), "old\n") == 0 && count() == 1,
	   "a failure leaves the old one");
	OK(try_with(open, path, "new\n", STATUS_OK) == STATUS_OK && strcmp(get(path), both) == 0 &&
		   count() == 1,
	   "success changes it");
	unlink(path);
	OK(try_with(open, path, "new\n", STATUS_CANCELLED) == STATUS_CANCELLED && count() == 0,
	   "where there was none a failure leaves none");
	OK(try_with(open, path, "new\n", STATUS_OK) == STATUS_OK && strcmp(get(path), "new\n") == 0,
	   "where there was none it is made");
	unlink(path);
}

static void check_mode(void)
{
	struct stat st;

	put("m", "");
	chmod("m", 0604);
	OK(try_with(output_open, "m", "x", STATUS_OK) == STATUS_OK && stat("m", &st) == 0 &&
		   (st.st_mode & 0777) == 0604,
	   "the mode stays");
	unlink("m");
}

static void check_links(void)
{
	struct stat st;

	mkdir("d", 0777);
	put("d/target", "old\n");
	if (symlink("d/target", "link") != 0 || symlink("target", "d/second") != 0 ||
	    symlink("d/new", "dangling") != 0 || symlink("loop", "loop") != 0)
		OK(false, "links");
	OK(try_with(output_open, "link", "1\n", STATUS_OK) == STATUS_OK &&
		   lstat("link", &st) == 0 && S_ISLNK(st.st_mode) &&
		   strcmp(get("d/target"), "1\n") == 0,
	   "a link stays one, its target is replaced");
	OK(try_with(output_append, "d/second", "2\n", STATUS_OK) == STATUS_OK &&
		   strcmp(get("d/target"), "1\n2\n") == 0,
	   "appended to through a link");
	OK(try_with(output_append, "link", "3\n", STATUS_FAILED) == STATUS_FAILED &&
		   strcmp(get("d/target"), "1\n2\n") == 0,
	   "and cut back");
	OK(try_with(output_open, "dangling", "x\n", STATUS_FAILED) == STATUS_FAILED &&
		   access("d/new", F_OK) != 0 && lstat("dangling", &st) == 0,
	   "a link to nothing stays when that fails");
	OK(try_with(output_open, "dangling", "4\n", STATUS_OK) == STATUS_OK &&
		   lstat("dangling", &st) == 0 && S_ISLNK(st.st_mode) &&
		   strcmp(get("d/new"), "4\n") == 0,
	   "a link to nothing: what it names is made");
	OK(try_with(output_open, "loop", "5\n", STATUS_OK) == STATUS_IO &&
		   try_with(output_append, "loop", "5\n", STATUS_OK) == STATUS_IO &&
		   lstat("loop", &st) == 0 && S_ISLNK(st.st_mode),
	   "a link to itself stays");
	clear();
}

static void check_names(void)
{
	char longest[NAME_MAX + 1];

	memset(longest, 'n', NAME_MAX);
	longest[NAME_MAX] = '\0';
	OK(try_with(output_open, longest, "x", STATUS_OK) == STATUS_OK && count() == 1 &&
		   strcmp(get(longest), "x") == 0,
	   "the longest name");
	unlink(longest);
	OK(try_with(output_open, "", "x", STATUS_OK) == STATUS_IO && count() == 0, "no name");
	OK(try_with(output_open, "no/", "x", STATUS_OK) == STATUS_IO &&
		   try_with(output_append, "no/", "x", STATUS_OK) == STATUS_IO && count() == 0,
	   "a folder that isn't there");
	OK(try_with(output_append, ".", "x", STATUS_OK) == STATUS_IO &&
		   strstr(status_text(STATUS_IO), ".: error: ") != NULL,
	   "a folder: %s", status_text(STATUS_IO));
}

static void check_gz(void)
{
	OK(try_with(output_open, "z.gz", "one\n", STATUS_OK) == STATUS_OK &&
		   try_with(output_append, "z.gz", "two\n", STATUS_OK) == STATUS_OK &&
		   try_with(output_append, "z.gz", "three\n", STATUS_FAILED) == STATUS_FAILED &&
		   strcmp(get("z.gz"), "one\ntwo\n") == 0,
	   "compressed, appended to and cut back");
	unlink("z.gz");
}

/* Two append: what the other one has written isn't taken back with ours. */
static void check_two(void)
{
	struct output out;

	put("log", "old\n");
	if (output_append(&out, "log", NULL) != STATUS_OK)
		OK(false, "append");
	text_add(&out.text, "ours\n");
	OK(output_send(&out) == STATUS_OK &&
		   try_with(output_append, "log", "theirs\n", STATUS_OK) == STATUS_OK &&
		   output_close(&out, STATUS_FAILED) == STATUS_FAILED &&
		   strcmp(get("log"), "old\nours\ntheirs\n") == 0,
	   "what another process has appended stays");
	unlink("log");
}

/* ---- a full disk ---- */

/* In a process of its own, where files may have 100000 bytes. */
static void check_full(opener *open, const char *path)
{
	pid_t child;
	int status = -1;

	put(path, "old\n");
	child = fork();
	if (child == 0) {
		struct rlimit limit = {100000, 100000};
		struct output out;
		char line[101];

		memset(line, 'x', 100);
		line[100] = '\0';
		signal(SIGXFSZ, SIG_IGN);
		setrlimit(RLIMIT_FSIZE, &limit);
		if (open(&out, path, NULL) != STATUS_OK)
			_exit(1);
		for (int i = 0; i < 2000; i++) /* sent while it grows, the last of it at the end */
			text_add(&out.text, line);
		if (output_send(&out) != STATUS_IO ||
		    !strstr(status_text(STATUS_IO), "/f: error: File too large"))
			_exit(2);
		_exit(output_close(&out, STATUS_IO) == STATUS_IO ? 0 : 3);
	}
	waitpid(child, &status, 0);
	OK(status == 0 && strcmp(get(path), "old\n") == 0 && count() == 1,
	   "a full disk leaves the old one and names it: %d", status);
	unlink(path);
}

/* ---- writers that are killed ---- */

/* A process that has something of it written, and waits. */
static pid_t start_writer(const char *path)
{
	int ends[2], made = pipe(ends);
	pid_t child = made == 0 ? fork() : -1;
	char byte;

	if (child == 0) {
		struct output out;

		if (output_open(&out, path, NULL) != STATUS_OK)
			_exit(1);
		text_add(&out.text, "half");
		if (output_send(&out) != STATUS_OK || write(ends[1], "", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	close(ends[1]);
	OK(child > 0 && read(ends[0], &byte, 1) == 1, "a writer is half done");
	close(ends[0]);
	return child;
}

static void stop(pid_t child)
{
	if (child <= 0) /* kill(-1) would go to every process */
		return;
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

static void check_killed(void)
{
	pid_t killed, living;

	put("k", "old\n");
	killed = start_writer("k");
	living = start_writer("k");
	stop(killed);
	OK(strcmp(get("k"), "old\n") == 0 && count() == 3,
	   "killed in the middle: the old file is there");
	OK(try_with(output_open, "k", "new\n", STATUS_FAILED) == STATUS_FAILED && count() == 2,
	   "the next writer takes away what it has left, not what is still written");
	stop(living);
	OK(try_with(output_open, "k", "new\n", STATUS_OK) == STATUS_OK && count() == 1 &&
		   strcmp(get("k"), "new\n") == 0,
	   "once that one is gone, its too");
	unlink("k");
}

/* "NAME.PID-N.SUM.part", as output.c names it. */
static void put_left(const char *name, long pid, int number, char left[64])
{
	int n = snprintf(left, 64, "%s.%ld-%d", name, pid, number);

	snprintf(left + n, (size_t)(64 - n), ".%08lx.part",
		 crc32(0, (const unsigned char *)left, (unsigned)n));
	put(left, "half");
}

/* As a container that was stopped leaves it: its process id is ours now, or another one's. */
static void check_reused(void)
{
	char name[64];

	put_left("r", (long)getpid(), 0, name);
	put_left("r", 1, 3, name);
	OK(try_with(output_open, "r", "new\n", STATUS_OK) == STATUS_OK && count() == 1,
	   "the id of a process that lives says nothing");
	unlink("r");
}

/* What has a name that the program chose isn't written to, wherever it leads. */
static void check_made(void)
{
	int fd = output_make("made", O_WRONLY, 0600), failed = 0;
	static const char *const taken[] = {"made", "pipe", "link", "nowhere", "folder"};

	OK(fd >= 0 && count() == 1, "a new file");
	close(fd);
	if (symlink("made", "link") != 0 || symlink("gone", "nowhere") != 0 ||
	    mkfifo("pipe", 0600) != 0 || mkdir("folder", 0700) != 0)
		OK(false, "links");
	for (int i = 0; i < 5; i++)
		failed += output_make(taken[i], O_WRONLY, 0600) < 0 && errno == EEXIST;
	OK(failed == 5 && access("gone", F_OK) != 0,
	   "no other, nor one where a link leads to nothing");
	rmdir("folder");
	clear();
}

/* Nothing goes that isn't a writer's, or not of this file. */
static void check_others(void)
{
	static const char *const others[] = {
		"o.1-0.part.txt", "o.1-0.par",           "o.a-0.part",
		"o.-1-0.part",    "o.1-.part",           "o.1.part",
		"oo.1-0.part",    "o1-0.part",           "x.1-0.part",
		"o.1-0.part-",    ".1-0.part",           "o.1-0.part",
		"o.0-600.part",   "o.1-0.00000000.part", "o.1-0.deadbeef.part"};
	int n = sizeof others / sizeof *others, kept = 0;
	char name[4][64];

	for (int i = 0; i < n; i++)
		put(others[i], "theirs\n");
	for (int i = 0; i < 4; i++) {
		put_left("o", 2 + i, 0, name[i]);
		unlink(name[i]);
	}
	mkdir(name[0], 0777);
	mkfifo(name[1], 0666);
	put("target", "theirs\n");
	if (symlink("target", name[2]) != 0 || link("target", name[3]) != 0)
		OK(false, "links");
	OK(try_with(output_open, "o", "new\n", STATUS_OK) == STATUS_OK, "written beside them");
	for (int i = 0; i < n; i++)
		kept += strcmp(get(others[i]), "theirs\n") == 0;
	OK(kept == n && count() == n + 6, "names that are no writer's, folders, pipes, links stay");
	clear();
	if (geteuid() != 0) {
		tap_skip("another process's", "only root can make one");
		return;
	}
	put_left("o", 1, 0, name[0]);
	OK(chown(name[0], 12345, 12345) == 0 &&
		   try_with(output_open, "o", "new\n", STATUS_OK) == STATUS_OK && count() == 2,
	   "another process's stays");
	clear();
}

/* ---- what isn't a plain file ---- */

static void check_fifo(opener *open)
{
	char got[64] = "";
	struct stat st;
	int fd;

	mkfifo("fifo", 0666);
	fd = openat(AT_FDCWD, "fifo", O_RDWR | O_NONBLOCK);
	OK(try_with(open, "fifo", "through\n", STATUS_OK) == STATUS_OK &&
		   read(fd, got, sizeof got) == 8 && strcmp(got, "through\n") == 0 &&
		   stat("fifo", &st) == 0 && S_ISFIFO(st.st_mode) && count() == 1,
	   "a pipe with a name");
	close(fd);
	unlink("fifo");
}

/* Standard output is a plain file: it goes on where it is, under whatever name. */
static void check_stdout(opener *open, const char *path)
{
	int saved = dup(STDOUT_FILENO), fd;

	fflush(stdout);
	put("so", "0123456789\n");
	fd = openat(AT_FDCWD, "so", O_WRONLY);
	lseek(fd, 4, SEEK_SET);
	dup2(fd, STDOUT_FILENO);
	close(fd);
	try_with(open, path, "AB", STATUS_OK);
	if (write(STDOUT_FILENO, "CD", 2) != 2)
		errno = 0;
	dup2(saved, STDOUT_FILENO);
	close(saved);
	OK(strcmp(get("so"), "0123ABCD89\n") == 0 && count() == 1, "standard output as %s", path);
	unlink("so");
}

int main(void)
{
	struct stat st;

	signal(SIGPIPE, SIG_IGN);
	if (!mkdtemp(folder) || chdir(folder) != 0)
		return 1;
	check_plain(output_open, "f", "new\n");
	check_plain(output_append, "f", "old\nnew\n");
	check_mode();
	check_gz();
	check_links();
	check_names();
	check_two();
	check_full(output_open, "f");
	check_full(output_append, "f");
	check_killed();
	check_reused();
	check_others();
	check_made();
	check_fifo(output_open);
	check_fifo(output_append);
	check_stdout(output_open, "/dev/stdout");
	check_stdout(output_append, "/dev/stdout");
	check_stdout(output_open, "/dev/fd/1");
	check_stdout(output_open, "so");
	if (stat("/dev/full", &st) == 0 && S_ISCHR(st.st_mode))
		OK(try_with(output_open, "/dev/full", "x", STATUS_OK) == STATUS_IO &&
			   strcmp(status_text(STATUS_IO),
				  "/dev/full: error: No space left on device") == 0,
		   "a device that is full");
	else
		tap_skip("a device that is full", "no /dev/full");
	if (chdir("/") != 0 || rmdir(folder) != 0)
		OK(false, "something is left in %s", folder);
	return tap_done();
}

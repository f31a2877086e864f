#include "window_helper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void change_environment(const char *const *environment)
{
	for (; *environment; environment++) {
		char *setting = strdup(*environment);

		if (strchr(setting, '='))
			putenv(setting);
		else
			unsetenv(setting);
	}
}

bool helper_start(struct helper *helper, const char *folder, const char *const *environment)
{
	int pair[2];

	*helper = (struct helper){.pid = -1, .socket = -1, .memory = -1};
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
		return false;
	helper->pid = fork();
	if (helper->pid == 0) {
		if (pair[1] == WINDOW_SOCKET)
			fcntl(pair[1], F_SETFD, 0);
		else
			dup2(pair[1], WINDOW_SOCKET);
		/* what SDL's libraries keep isn't a leak of ours */
		setenv("LSAN_OPTIONS", "detect_leaks=0", 1);
		change_environment(environment);
		if (!folder || chdir(folder) == 0)
			execl(BUILD_DIR "/warpscope", "warpscope", "--window-helper", (char *)NULL);
		_exit(127);
	}
	close(pair[1]);
	helper->socket = pair[0];
	return helper->pid > 0;
}

bool helper_grow(struct helper *helper, int64_t pixels)
{
	int64_t bytes = pixels * 4, all = bytes * WINDOW_SLOTS;
	void *slots;

	if (helper->memory >= 0) {
		munmap(helper->slots, (size_t)(helper->bytes * WINDOW_SLOTS));
		close(helper->memory);
	}
	helper->memory = memfd_create("frames", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (helper->memory < 0 || ftruncate(helper->memory, all) != 0 ||
	    fcntl(helper->memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
		return false;
	slots = mmap(NULL, (size_t)all, PROT_READ | PROT_WRITE, MAP_SHARED, helper->memory, 0);
	if (slots == MAP_FAILED)
		return false;
	helper->slots = slots;
	helper->bytes = bytes;
	return true;
}

bool helper_send_bytes(struct helper *helper, const void *bytes, size_t n, int descriptor)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {0};
	struct iovec part = {(void *)bytes, n};
	struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
	struct cmsghdr *c;

	if (descriptor >= 0) {
		header.msg_control = control;
		header.msg_controllen = sizeof control;
		c = CMSG_FIRSTHDR(&header);
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(sizeof descriptor);
		memcpy(CMSG_DATA(c), &descriptor, sizeof descriptor);
	}
	return sendmsg(helper->socket, &header, MSG_NOSIGNAL) == (ssize_t)n;
}

bool helper_send(struct helper *helper, const struct window_message *message, int descriptor)
{
	return helper_send_bytes(helper, message, sizeof *message, descriptor);
}

bool helper_show(struct helper *helper, int slot, int width, int height, bool memory)
{
	struct window_message frame = {.kind = WINDOW_FRAME,
				       .slot = slot,
				       .width = width,
				       .height = height,
				       .bytes = helper->bytes};
	struct window_message shown;

	return helper_send(helper, &frame, memory ? helper->memory : -1) &&
	       helper_await(helper, WINDOW_SHOWN, &shown) && shown.slot == slot;
}

bool helper_next(struct helper *helper, int ms, struct window_message *message)
{
	struct pollfd p = {.fd = helper->socket, .events = POLLIN};

	*message = (struct window_message){.kind = -1};
	return poll(&p, 1, ms) > 0 &&
	       recv(helper->socket, message, sizeof *message, 0) == sizeof *message;
}

bool helper_await(struct helper *helper, int32_t kind, struct window_message *message)
{
	int64_t end = now_ms() + WAIT_MS, left;

	while ((left = end - now_ms()) > 0 && helper_next(helper, (int)left, message)) {
		if (message->kind == kind)
			return true;
	}
	return false;
}

int helper_end(struct helper *helper, int ms)
{
	int64_t end = now_ms() + ms;
	int state = 0;
	pid_t ended;

	if (helper->socket >= 0)
		close(helper->socket);
	helper->socket = -1;
	if (helper->memory >= 0) {
		munmap(helper->slots, (size_t)(helper->bytes * WINDOW_SLOTS));
		close(helper->memory);
	}
	helper->memory = -1;
	if (helper->pid <= 0) /* none was started; kill(-1) would go to every process */
		return -1;
	while ((ended = waitpid(helper->pid, &state, WNOHANG)) == 0 && now_ms() < end)
		usleep(2000);
	if (ended == 0) {
		kill(helper->pid, SIGKILL);
		waitpid(helper->pid, &state, 0);
		return -1;
	}
	return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
}

#include "ui/win/peer.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { OWES_SIZE = 1, OWES_POINTER = 2, OWES_SHOWN = 4 /* << slot */, WORD_MS = 1000 };

bool peer_is_there(void)
{
	int type;
	socklen_t size = sizeof type;

	return getsockopt(WINDOW_SOCKET, SOL_SOCKET, SO_TYPE, &type, &size) == 0 &&
	       type == SOCK_SEQPACKET;
}

/* ---- receiving ---- */

/* The first descriptor that came along; others are closed. */
static int take_descriptor(struct msghdr *header)
{
	int found = -1, fd;

	for (struct cmsghdr *c = CMSG_FIRSTHDR(header); c; c = CMSG_NXTHDR(header, c)) {
		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		for (size_t at = CMSG_LEN(0); at + sizeof fd <= c->cmsg_len; at += sizeof fd) {
			memcpy(&fd, (char *)c + at, sizeof fd);
			if (found < 0)
				found = fd;
			else
				close(fd);
		}
	}
	return found;
}

bool peer_receive(struct peer_packet *packet)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(4 * sizeof(int))];
	struct iovec part = {&packet->message, sizeof packet->message};
	struct msghdr header = {.msg_iov = &part,
				.msg_iovlen = 1,
				.msg_control = control,
				.msg_controllen = sizeof control};
	ssize_t n;

	do {
		n = recvmsg(WINDOW_SOCKET, &header, MSG_CMSG_CLOEXEC | MSG_TRUNC);
	} while (n < 0 && errno == EINTR);
	if (n <= 0)
		return false;
	packet->descriptor = take_descriptor(&header);
	packet->size = (size_t)n;
	return true;
}

/* ---- sending ---- */

/* False when there is no room. An explorer that is gone takes all: the end is reported elsewhere. */
static bool try_send(const struct window_message *message)
{
	ssize_t n = send(WINDOW_SOCKET, message, sizeof *message, MSG_DONTWAIT | MSG_NOSIGNAL);

	return n >= 0 || (errno != EAGAIN && errno != ENOBUFS && errno != EINTR);
}

static bool pay(struct peer *peer, unsigned debt, const struct window_message *message)
{
	if (peer->owed & debt && try_send(message))
		peer->owed &= ~debt;
	return !(peer->owed & debt);
}

bool peer_pay(struct peer *peer)
{
	struct window_message size = {
		.kind = WINDOW_SIZE, .width = peer->width, .height = peer->height};

	for (int slot = 0; slot < WINDOW_SLOTS; slot++) {
		if (!pay(peer, OWES_SHOWN << slot,
			 &(struct window_message){.kind = WINDOW_SHOWN, .slot = slot}))
			return false;
	}
	return pay(peer, OWES_SIZE, &size) && pay(peer, OWES_POINTER, &peer->pointer);
}

void peer_send_size(struct peer *peer, int width, int height)
{
	peer->width = width;
	peer->height = height;
	peer->owed |= OWES_SIZE;
	peer_pay(peer);
}

void peer_send_shown(struct peer *peer, int slot)
{
	peer->owed |= OWES_SHOWN << slot;
	peer_pay(peer);
}

void peer_note_pointer(struct peer *peer, const struct window_message *pointer)
{
	peer->pointer = *pointer;
	peer->owed |= OWES_POINTER;
}

void peer_send_event(struct peer *peer, const struct window_message *message)
{
	if (peer_pay(peer))
		try_send(message);
}

void peer_send_word(const struct window_message *message)
{
	struct pollfd room = {.fd = WINDOW_SOCKET, .events = POLLOUT};

	if (!try_send(message) && poll(&room, 1, WORD_MS) > 0)
		try_send(message);
}

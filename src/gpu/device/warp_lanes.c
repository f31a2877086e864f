#include "gpu/device/warp_lanes.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

enum { STACK = 1 << 18, PAGE = 4096 };

enum lane_state { LANE_READY, LANE_SHUFFLE, LANE_ACTIVE, LANE_BARRIER, LANE_DONE };

/* What memory had before a lane wrote there. */
struct kept {
	void *at;
	uint64_t old;
	int32_t bytes; /* at most 8 */
};

struct crew;

struct lane {
	struct crew *crew;
	pthread_t thread;
	pthread_cond_t turn;
	struct warp_work work;
	const char *stack;          /* borrowed [STACK] */
	struct warp_events *events; /* borrowed; NULL = it isn't of the warp */
	enum lane_state state;
	unsigned mask;           /* of LANE_SHUFFLE: which lanes take part */
	uint64_t code;           /* of LANE_ACTIVE: where */
	uint64_t value, *others; /* that it hands in; [32] what all do, when it goes on */
	uint64_t all[WARP_LANES];
	bool started;
};

struct crew {
	const struct warp_code *code;
	const char *args;
	size_t args_size;
	pthread_mutex_t lock;
	pthread_cond_t main;
	struct lane *lane; /* owned [n] */
	int n;
	int running;    /* whose turn it is, -1 = the caller's */
	bool undoes;    /* what is written is kept as it was before */
	bool abandoned; /* nothing waits any more, and nothing runs that hasn't begun */
	bool short_of_memory;
	void **heap; /* owned [n_heap], owned: what lanes have allocated */
	int64_t n_heap, heap_capacity;
	struct kept *kept; /* owned */
	int64_t n_kept, kept_capacity;
};

/* Of the thread that is a lane; in all others NULL, and the hooks do nothing. */
static _Thread_local struct lane *self;

/* ---- what is noted ---- */

static bool is_within(const void *at, const void *begin, size_t bytes)
{
	return (const char *)at >= (const char *)begin &&
	       (const char *)at < (const char *)begin + bytes;
}

static void keep_old(struct crew *crew, void *at, int32_t bytes)
{
	for (int32_t done = 0; done < bytes; done += 8) {
		struct kept *k;

		if (GROW(&crew->kept, &crew->kept_capacity, crew->n_kept + 1) != STATUS_OK) {
			crew->short_of_memory = true;
			return;
		}
		k = &crew->kept[crew->n_kept++];
		k->at = (char *)at + done;
		k->bytes = bytes - done < 8 ? bytes - done : 8;
		memcpy(&k->old, k->at, (size_t)k->bytes);
	}
}

static void add_event(struct lane *lane, struct warp_event event)
{
	struct warp_events *e = lane->events;

	if (!e)
		return;
	if (e->n == WARP_EVENTS) {
		e->cut = true;
		return;
	}
	if (GROW(&e->event, &e->capacity, e->n + 1) != STATUS_OK) {
		lane->crew->short_of_memory = true;
		return;
	}
	e->event[e->n++] = event;
}

static void wait_in(struct lane *lane, enum lane_state state);

/* A store waits for one turn of the other lanes where it stays, so that they don't have what they need a barrier or an atomic for.
 * Arguments are constants of a launch, and what is on a stack, or says which thread it is, is in registers of a GPU. */
static void note(enum warp_what what, const void *at, int64_t bytes, const void *code)
{
	struct lane *lane = self;
	bool shared;

	if (!lane || bytes <= 0 || is_within(at, lane->stack, STACK) ||
	    is_within(at, &lane->work, sizeof lane->work) ||
	    is_within(at, lane->crew->args, lane->crew->args_size))
		return;
	shared = lane->work.shared &&
		 is_within(at, lane->work.shared, lane->crew->code->shared_size);
	if (!lane->crew->undoes && what == WARP_STORE)
		wait_in(lane, LANE_READY);
	if (!shared && lane->crew->undoes && (what == WARP_STORE || what == WARP_ATOMIC))
		keep_old(lane->crew, (void *)at, (int32_t)bytes);
	add_event(lane,
		  (struct warp_event){.code = (uint64_t)(uintptr_t)code,
				      .at = shared ? (uint64_t)((const char *)at -
								(const char *)lane->work.shared)
						   : (uint64_t)(uintptr_t)at,
				      .bytes = (int32_t)bytes,
				      .what = (uint8_t)what,
				      .shared = shared});
}

#define HOOK(name, what, bytes)                                                                    \
	void warp_hook_##name(void *at);                                                           \
	void warp_hook_##name(void *at)                                                            \
	{                                                                                          \
		note(what, at, bytes, __builtin_return_address(0));                                \
	}

HOOK(read1, WARP_LOAD, 1)
HOOK(read2, WARP_LOAD, 2)
HOOK(read4, WARP_LOAD, 4)
HOOK(read8, WARP_LOAD, 8)
HOOK(read16, WARP_LOAD, 16)
HOOK(write1, WARP_STORE, 1)
HOOK(write2, WARP_STORE, 2)
HOOK(write4, WARP_STORE, 4)
HOOK(write8, WARP_STORE, 8)
HOOK(write16, WARP_STORE, 16)
HOOK(unaligned_read2, WARP_LOAD, 2)
HOOK(unaligned_read4, WARP_LOAD, 4)
HOOK(unaligned_read8, WARP_LOAD, 8)
HOOK(unaligned_read16, WARP_LOAD, 16)
HOOK(unaligned_write2, WARP_STORE, 2)
HOOK(unaligned_write4, WARP_STORE, 4)
HOOK(unaligned_write8, WARP_STORE, 8)
HOOK(unaligned_write16, WARP_STORE, 16)

/* The other calls of ThreadSanitizer's, and that of coverage: their names and arguments are the compilers'. */
void warp_hook_read_range(void *at, size_t bytes);
void warp_hook_write_range(void *at, size_t bytes);
void *warp_hook_memcpy(void *to, const void *from, size_t bytes);
void *warp_hook_memmove(void *to, const void *from, size_t bytes);
void *warp_hook_memset(void *to, int byte, size_t bytes);
void warp_hook_init(void);
void warp_hook_trace_pc(void);
void warp_hook_func_entry(void *code);
void warp_hook_func_exit(void);

void warp_hook_read_range(void *at, size_t bytes)
{
	note(WARP_LOAD, at, (int64_t)bytes, __builtin_return_address(0));
}

void warp_hook_write_range(void *at, size_t bytes)
{
	note(WARP_STORE, at, (int64_t)bytes, __builtin_return_address(0));
}

void *warp_hook_memcpy(void *to, const void *from, size_t bytes)
{
	note(WARP_LOAD, from, (int64_t)bytes, __builtin_return_address(0));
	note(WARP_STORE, to, (int64_t)bytes, __builtin_return_address(0));
	return memcpy(to, from, bytes);
}

void *warp_hook_memmove(void *to, const void *from, size_t bytes)
{
	note(WARP_LOAD, from, (int64_t)bytes, __builtin_return_address(0));
	note(WARP_STORE, to, (int64_t)bytes, __builtin_return_address(0));
	return memmove(to, from, bytes);
}

void *warp_hook_memset(void *to, int byte, size_t bytes)
{
	note(WARP_STORE, to, (int64_t)bytes, __builtin_return_address(0));
	return memset(to, byte, bytes);
}

void warp_hook_trace_pc(void)
{
	if (self)
		add_event(self, (struct warp_event){
					.code = (uint64_t)(uintptr_t)__builtin_return_address(0),
					.what = WARP_MARK});
}

void warp_hook_init(void)
{
}

void warp_hook_func_entry(void *code)
{
	(void)code;
}

void warp_hook_func_exit(void)
{
}

/* ---- turns ---- */

/* Give the turn away in a state, until the caller makes the lane ready again. */
static void wait_in(struct lane *lane, enum lane_state state)
{
	struct crew *crew = lane->crew;

	pthread_mutex_lock(&crew->lock);
	if (!crew->abandoned) {
		lane->state = state;
		crew->running = -1;
		pthread_cond_signal(&crew->main);
		while (crew->running != lane - crew->lane)
			pthread_cond_wait(&lane->turn, &crew->lock);
	}
	pthread_mutex_unlock(&crew->lock);
}

static void *lane_main(void *context)
{
	struct lane *lane = context;
	struct crew *crew = lane->crew;
	int index = (int)(lane - crew->lane);

	pthread_mutex_lock(&crew->lock);
	while (crew->running != index)
		pthread_cond_wait(&lane->turn, &crew->lock);
	pthread_mutex_unlock(&crew->lock);
	if (!crew->abandoned) {
		self = lane;
		crew->code->run(&lane->work);
		self = NULL;
	}
	pthread_mutex_lock(&crew->lock);
	lane->state = LANE_DONE;
	crew->running = -1;
	pthread_cond_signal(&crew->main);
	pthread_mutex_unlock(&crew->lock);
	return NULL;
}

/* Let a lane run until it waits or is done. */
static void give_turn(struct crew *crew, int index)
{
	pthread_mutex_lock(&crew->lock);
	crew->running = index;
	crew->lane[index].state = LANE_READY;
	pthread_cond_signal(&crew->lane[index].turn);
	while (crew->running != -1)
		pthread_cond_wait(&crew->main, &crew->lock);
	pthread_mutex_unlock(&crew->lock);
}

/* ---- what lanes do together ---- */

void warp_takes(int64_t item)
{
	if (self->events)
		self->events->item = item;
}

unsigned warp_thread(void)
{
	return (unsigned)(self->work.thread % WARP_BLOCK);
}

static void note_sync(enum warp_what what, const void *code)
{
	add_event(self,
		  (struct warp_event){.code = (uint64_t)(uintptr_t)code, .what = (uint8_t)what});
}

static void exchange(unsigned mask, uint64_t value, const void *code)
{
	note_sync(WARP_SHUFFLE, code);
	memset(self->all, 0, sizeof self->all);
	self->all[self->work.thread % WARP_LANES] = value;
	self->mask = mask;
	self->value = value;
	if (mask & (mask - 1))
		wait_in(self, LANE_SHUFFLE);
}

uint64_t warp_shuffle(unsigned mask, uint64_t value, int source)
{
	exchange(mask, value, __builtin_return_address(0));
	return mask >> (source & 31) & 1 ? self->all[source & 31] : value;
}

unsigned warp_ballot(unsigned mask, int value)
{
	unsigned votes = 0;

	exchange(mask, value != 0, __builtin_return_address(0));
	for (unsigned l = 0; l < WARP_LANES; l++)
		votes |= (unsigned)(mask >> l & 1 && self->all[l]) << l;
	return votes;
}

unsigned warp_active(void)
{
	self->code = (uint64_t)(uintptr_t)__builtin_return_address(0);
	self->mask = 1u << self->work.thread % WARP_LANES;
	wait_in(self, LANE_ACTIVE);
	return self->mask;
}

void warp_barrier(void)
{
	note_sync(WARP_BARRIER, __builtin_return_address(0));
	wait_in(self, LANE_BARRIER);
}

void warp_prefetch(const void *at)
{
	note(WARP_PREFETCH, at, 1, __builtin_return_address(0));
}

void *warp_heap_alloc(int64_t bytes)
{
	struct crew *crew = self->crew;

	if (GROW(&crew->heap, &crew->heap_capacity, crew->n_heap + 1) != STATUS_OK ||
	    alloc_items(&crew->heap[crew->n_heap], bytes, 1) != STATUS_OK) {
		crew->short_of_memory = true;
		return NULL;
	}
	return crew->heap[crew->n_heap++];
}

static uint64_t joined(enum warp_atomic kind, uint64_t old, uint64_t value, int bytes)
{
	int64_t a = bytes == 4 ? (int32_t)old : (int64_t)old,
		b = bytes == 4 ? (int32_t)value : (int64_t)value;
	double x, y;

	switch (kind) {
	case WARP_ADD:
		return old + value;
	case WARP_OR:
		return old | value;
	case WARP_MIN:
		return a < b ? old : value;
	case WARP_MAX:
		return a > b ? old : value;
	case WARP_ADD_DOUBLE:
		memcpy(&x, &old, sizeof x);
		memcpy(&y, &value, sizeof y);
		x += y;
		memcpy(&old, &x, sizeof x);
		return old;
	case WARP_SWAP:
		break;
	}
	return value;
}

uint64_t warp_atomic(enum warp_atomic kind, void *at, int bytes, uint64_t value, uint64_t wanted)
{
	uint64_t old = 0, put;
	uint32_t low;

	note(WARP_ATOMIC, at, bytes, __builtin_return_address(0));
	if (bytes == 4) {
		memcpy(&low, at, sizeof low);
		old = low;
		wanted = (uint32_t)wanted;
	} else {
		memcpy(&old, at, sizeof old);
	}
	put = kind == WARP_SWAP && old != wanted ? old : joined(kind, old, value, bytes);
	if (bytes == 4) {
		low = (uint32_t)put;
		memcpy(at, &low, sizeof low);
	} else {
		memcpy(at, &put, sizeof put);
	}
	return old;
}

/* ---- the order of things ---- */

/* The lane of a warp that waits for the others of its mask: do they all? Then their values are each other's. */
static bool release_shuffle(struct crew *crew, struct lane *lane)
{
	struct lane *first = crew->lane + (lane - crew->lane) / WARP_LANES * WARP_LANES;

	for (int l = 0; l < WARP_LANES; l++) {
		if (lane->mask >> l & 1 &&
		    (first[l].state != LANE_SHUFFLE || first[l].mask != lane->mask))
			return false;
	}
	for (int l = 0; l < WARP_LANES; l++) {
		if (!(lane->mask >> l & 1))
			continue;
		for (int other = 0; other < WARP_LANES; other++) {
			if (lane->mask >> other & 1)
				first[l].all[other] = first[other].value;
		}
	}
	for (int l = 0; l < WARP_LANES; l++) {
		if (lane->mask >> l & 1)
			first[l].state = LANE_READY;
	}
	return true;
}

static bool release_barrier(struct crew *crew)
{
	bool any = false;

	for (int l = 0; l < crew->n; l++) {
		if (crew->lane[l].state != LANE_BARRIER && crew->lane[l].state != LANE_DONE)
			return false;
		any |= crew->lane[l].state == LANE_BARRIER;
	}
	for (int l = 0; l < crew->n; l++) {
		if (crew->lane[l].state == LANE_BARRIER)
			crew->lane[l].state = LANE_READY;
	}
	return any;
}

/* Lanes of a warp that ask which are active at the first such place: those that are there. */
static bool release_active(struct crew *crew)
{
	bool any = false;

	for (int first = 0; first < crew->n; first += WARP_LANES) {
		uint64_t code = UINT64_MAX;
		unsigned mask = 0;

		for (int l = first; l < first + WARP_LANES; l++) {
			if (crew->lane[l].state == LANE_ACTIVE && crew->lane[l].code < code)
				code = crew->lane[l].code;
		}
		for (int l = first; l < first + WARP_LANES; l++) {
			if (crew->lane[l].state == LANE_ACTIVE && crew->lane[l].code == code)
				mask |= 1u << (l - first);
		}
		for (int l = first; l < first + WARP_LANES; l++) {
			if (!(mask >> (l - first) & 1))
				continue;
			crew->lane[l].mask = mask;
			crew->lane[l].state = LANE_READY;
		}
		any |= mask != 0;
	}
	return any;
}

/* Run lanes until all wait or are done; is one not done? */
static bool run_ready(struct crew *crew)
{
	bool any = false;

	for (int l = 0; l < crew->n; l++) {
		if (crew->lane[l].state == LANE_READY)
			give_turn(crew, l);
	}
	for (int l = 0; l < crew->n; l++)
		any |= crew->lane[l].state != LANE_DONE;
	return any;
}

static enum status run_crew(struct crew *crew)
{
	while (run_ready(crew)) {
		bool released = false;

		for (int l = 0; l < crew->n; l++)
			released |= crew->lane[l].state == LANE_READY ||
				    (crew->lane[l].state == LANE_SHUFFLE &&
				     release_shuffle(crew, &crew->lane[l]));
		if (!released && !release_barrier(crew) && !release_active(crew))
			return status_fail(STATUS_FAILED,
					   "lanes of the warp wait for each other forever");
	}
	return STATUS_OK;
}

/* ---- threads ---- */

static enum status start_lanes(struct crew *crew, char *stacks)
{
	pthread_attr_t attr;
	sigset_t all, before;
	int error = 0;

	pthread_attr_init(&attr);
	sigfillset(&all);
	sigdelset(&all, SIGSEGV); /* kernel_try's process says what was reached */
	sigdelset(&all, SIGBUS);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	for (int l = 0; l < crew->n && !error; l++) {
		crew->lane[l].stack = stacks + (size_t)l * STACK;
		error = pthread_attr_setstack(&attr, stacks + (size_t)l * STACK, STACK);
		if (!error)
			error = pthread_create(&crew->lane[l].thread, &attr, lane_main,
					       &crew->lane[l]);
		crew->lane[l].started = !error;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
	if (error)
		return status_fail(STATUS_FAILED, "no threads for the lanes of a warp: %s",
				   strerror(error));
	return STATUS_OK;
}

/* Let those that wait run to their end. */
static void end_lanes(struct crew *crew)
{
	crew->abandoned = true;
	for (int l = 0; l < crew->n; l++) {
		if (!crew->lane[l].started)
			continue;
		if (crew->lane[l].state != LANE_DONE)
			give_turn(crew, l);
		pthread_join(crew->lane[l].thread, NULL);
	}
}

static void undo_writes(struct crew *crew)
{
	while (crew->n_kept > 0) {
		struct kept *k = &crew->kept[--crew->n_kept];

		memcpy(k->at, &k->old, (size_t)k->bytes);
	}
	free(crew->kept);
}

static void free_heap(struct crew *crew)
{
	while (crew->n_heap > 0)
		free(crew->heap[--crew->n_heap]);
	free(crew->heap);
}

static enum status run_with_stacks(struct crew *crew, char *stacks)
{
	enum status status;

	pthread_mutex_init(&crew->lock, NULL);
	pthread_cond_init(&crew->main, NULL);
	for (int l = 0; l < crew->n; l++)
		pthread_cond_init(&crew->lane[l].turn, NULL);
	status = start_lanes(crew, (char *)(((uintptr_t)stacks + PAGE - 1) / PAGE * PAGE));
	if (status == STATUS_OK)
		status = run_crew(crew);
	end_lanes(crew);
	undo_writes(crew);
	free_heap(crew);
	for (int l = 0; l < crew->n; l++)
		pthread_cond_destroy(&crew->lane[l].turn);
	pthread_cond_destroy(&crew->main);
	pthread_mutex_destroy(&crew->lock);
	return status == STATUS_OK && crew->short_of_memory ? STATUS_NO_MEMORY : status;
}

static void set_lanes(struct crew *crew, const struct warp_work *work, int64_t warp, void *shared,
		      struct warp_events *events)
{
	int64_t first = crew->n == WARP_BLOCK ? WARP_LANES * warp / WARP_BLOCK * WARP_BLOCK
					      : WARP_LANES * warp;

	for (int l = 0; l < crew->n; l++) {
		struct lane *lane = &crew->lane[l];
		int64_t place = first + l - WARP_LANES * warp;

		lane->crew = crew;
		lane->work = *work;
		lane->work.thread = first + l;
		lane->work.shared = shared;
		if (events && place >= 0 && place < WARP_LANES)
			lane->events = &events[place];
	}
	for (int l = 0; events && l < WARP_LANES; l++)
		events[l].item = -1;
}

enum status warp_lanes_run(const struct warp_code *code, const struct warp_work *work, int64_t warp,
			   size_t args_size, struct warp_events *events)
{
	struct crew crew = {.code = code,
			    .args = work->args,
			    .args_size = args_size,
			    .n = code->shared_size ? WARP_BLOCK : WARP_LANES,
			    .undoes = events != NULL,
			    .running = -1};
	FREED struct lane *lane = NULL;
	FREED char *stacks = NULL, *shared = NULL;

	TRY(ALLOC(&lane, crew.n));
	TRY(ALLOC_UNSET(&stacks, (int64_t)crew.n * STACK + PAGE));
	if (code->shared_size)
		TRY(ALLOC(&shared, (int64_t)code->shared_size));
	crew.lane = lane;
	set_lanes(&crew, work, warp, shared, events);
	return run_with_stacks(&crew, stacks);
}

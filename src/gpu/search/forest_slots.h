/*
 * Slots of a suffix forest, one for two arcs: the arcs' deviation costs, and the links that lead
 * along a suffix to the next state with deviations. No guard: a kernel file includes it once for
 * each width of times.
 */
#include "gpu/image/device_graph.h"
#include "gpu/kernel/kernel.h"

#define FS_LAST ((fs_t)((fs_key_t)1 << (FS_BITS - 1)))

/* The slot of an arc, shared with its neighbour in the pair; of no arc (−1) the first slot. */
DEVICE_INLINE struct FS_NAME(forest_slot) * FS_NAME(slot_at)(const void *slots, int32_t arc)
{
	return (struct FS_NAME(forest_slot) *)slots + (arc < 0 ? 0 : arc / 2);
}

DEVICE_INLINE void FS_NAME(put_cost)(const void *slots, int32_t arc, fs_t cost, bool last)
{
	FS_NAME(slot_at)(slots, arc)->cost[arc % 2] = last ? cost | FS_LAST : cost;
}

/* The cost of deviating by an arc, fs. */
DEVICE_INLINE fs_t FS_NAME(slot_cost)(const void *slots, int32_t arc)
{
	return FS_NAME(slot_at)(slots, arc)->cost[arc % 2] & ~FS_LAST;
}

/*
 * The rest of a state are its arcs from the third on. If the other arc in the third one's slot is
 * of the same state, no state begins in that slot, and its `ahead` holds the least cost of the
 * rest. Does this hold for arcs begin … end − 1?
 */
DEVICE_INLINE bool FS_NAME(rest_has_least)(int32_t begin, int32_t end)
{
	return end - begin >= 4 - begin % 2;
}

/* A state with deviations that a walk visits. */
struct FS_NAME(visit) {
	fs_t ahead;    /* least cost of a deviation from here on, FS_NONE = the walk has ended */
	int32_t begin; /* the state's first arc */
	int32_t next;  /* first arc of the next state with deviations, -1 = none */
	fs_t cost[2];  /* of its first two arcs, as stored: FS_LAST marks the state's last arc */
	fs_t rest;     /* least cost of the rest, if begin is odd and there is a rest */
};

/* One read, mostly of 16 bytes, which has the link to the next state, too: a step of a walk waits
 * for memory once. */
DEVICE_INLINE struct FS_NAME(visit) FS_NAME(visit_at)(const void *slots, int32_t begin)
{
	struct FS_NAME(visit) visit = {FS_NONE, begin, -1, {0, 0}, 0};

	if (begin >= 0) {
		const struct FS_NAME(forest_slot) *at = FS_NAME(slot_at)(slots, begin);
		struct FS_NAME(forest_slot) slot = at[0], other = at[begin % 2];

		visit.ahead = slot.ahead;
		visit.next = slot.next;
		visit.cost[0] = begin % 2 ? slot.cost[1] : slot.cost[0];
		visit.cost[1] = begin % 2 ? other.cost[0] : slot.cost[1];
		visit.rest = other.ahead;
	}
	return visit;
}

/* The first arc of a visited state's rest if one of the rest costs less than the room, else -1.
 * Only of a state that has a rest. */
DEVICE_INLINE int32_t FS_NAME(rest_below)(const void *slots, const struct FS_NAME(visit) * visit,
					  fs_t room)
{
	int32_t arc = visit->begin + 2;
	struct FS_NAME(forest_slot) slot;

	if (visit->begin % 2)
		return visit->rest < room ? arc : -1;
	slot = *FS_NAME(slot_at)(slots, arc);
	return (slot.cost[0] < 0 ? slot.cost[0] & ~FS_LAST : slot.ahead) < room ? arc : -1;
}

/* Run the statements for each arc of a visited state that costs less than the room, and for some
 * that don't, with `arc_` and `cost_`. The rest is read ARCS_AT_ONCE arcs at a time, some beyond
 * the last one. */
#define EACH_COST(slots, visit, room, arc_, cost_, ...)                                            \
	do {                                                                                       \
		int32_t arc_ = (visit).begin, rest_ = -1;                                          \
		fs_t cost_ = (visit).cost[0];                                                      \
                                                                                                   \
		if ((visit).cost[1] >= 0)                                                          \
			rest_ = FS_NAME(rest_below)(slots, &(visit), room);                        \
		{__VA_ARGS__} arc_++;                                                              \
		cost_ = (visit).cost[1] & ~FS_LAST;                                                \
		{                                                                                  \
			__VA_ARGS__                                                                \
		}                                                                                  \
		while (rest_ >= 0) {                                                               \
			fs_t read_[ARCS_AT_ONCE];                                                  \
                                                                                                   \
			for (int32_t j_ = 0; j_ < ARCS_AT_ONCE; j_++)                              \
				read_[j_] = FS_NAME(slot_at)(slots, rest_ + j_)                    \
						    ->cost[(rest_ + j_) % 2];                      \
			for (int32_t j_ = 0; j_ < ARCS_AT_ONCE && rest_ >= 0; j_++) {              \
				arc_++;                                                            \
				cost_ = read_[j_] & ~FS_LAST;                                      \
				{__VA_ARGS__} rest_ = read_[j_] < 0 ? -1 : arc_ + 1;               \
			}                                                                          \
		}                                                                                  \
	} while (0)

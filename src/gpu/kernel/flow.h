/*
 * Values that items of a flow sweep hand on to later ones: single words, which are UNWRITTEN until they are there, so
 * that reading one shows whether it is there, and needs no fence.
 *
 *	flow_peek_…(at)               what is there
 *	flow_wait_…(at, value, n)     goes on from what was there until n values, a constant, are written: by all lanes of
 *	                              a warp together, of which those that have nothing to wait for pass other values
 *	flow_wait_alone_…(at, value)  the same by one lane, of one value that is mostly there
 *	flow_put_…(at, value)         hands it on
 *
 * On the CPU and where a barrier was between they only read and write. Included by kernel.h.
 */
#ifndef GPU_KERNEL_FLOW_H
#define GPU_KERNEL_FLOW_H

#include <string.h>

#include "gpu/kernel/values.h"

/* No time, place or number. Of doubles all bits are set, a NaN that no sum has. */
#define UNWRITTEN_32 INT32_MIN
#define UNWRITTEN_64 INT64_MIN
#define UNWRITTEN    FS_NAME(UNWRITTEN)

/* A time that isn't written but begins with one that is given; times are smaller than 2^61. */
#define FLOW_STARTS (INT64_MIN + ((int64_t)1 << 61))

#define flow_peek       FS_NAME(flow_peek)
#define flow_wait       FS_NAME(flow_wait)
#define flow_wait_alone FS_NAME(flow_wait_alone)
#define flow_put        FS_NAME(flow_put)

DEVICE_INLINE bool flow_lacks_32(int32_t value)
{
	return value == UNWRITTEN_32;
}

DEVICE_INLINE bool flow_lacks_64(int64_t value)
{
	return value < INT64_MIN / 2;
}

DEVICE_INLINE bool flow_lacks_f64(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits == UINT64_MAX;
}

#if defined(__CUDACC__) && !defined(KERNEL_WARP)

/* A value that doesn't come within some ten seconds never will: better a launch that fails than one that never ends. */
DEVICE_INLINE void flow_lose_patience(int polls)
{
	if (polls > 1 << 25)
		__trap();
}

/* All lanes ask for the value of one that waits, which is one access, and then look for their own. */
#define FLOW_VALUE(bits, type)                                                                     \
	DEVICE_INLINE type flow_peek_##bits(const type *at)                                        \
	{                                                                                          \
		return *(const volatile type *)at;                                                 \
	}                                                                                          \
	DEVICE_INLINE void flow_put_##bits(type *at, type value)                                   \
	{                                                                                          \
		*(volatile type *)at = value;                                                      \
	}                                                                                          \
	DEVICE_INLINE void flow_wait_##bits(const type *const *at, type *value, int n)             \
	{                                                                                          \
		for (;;) {                                                                         \
			const type *asked = NULL;                                                  \
			unsigned waiting;                                                          \
                                                                                                   \
			for (int j = 0; j < n; j++)                                                \
				asked = flow_lacks_##bits(value[j]) ? at[j] : asked;               \
			waiting = __ballot_sync(0xffffffffu, asked != NULL);                       \
			if (!waiting)                                                              \
				return;                                                            \
			asked = (const type *)__shfl_sync(0xffffffffu, (unsigned long long)asked,  \
							  __ffs((int)waiting) - 1);                \
			for (int polls = 0; flow_lacks_##bits(flow_peek_##bits(asked)); polls++)   \
				flow_lose_patience(polls);                                         \
			for (int j = 0; j < n; j++) {                                              \
				if (flow_lacks_##bits(value[j]))                                   \
					value[j] = flow_peek_##bits(at[j]);                        \
			}                                                                          \
		}                                                                                  \
	}                                                                                          \
	DEVICE_INLINE type flow_wait_alone_##bits(const type *at, type value)                      \
	{                                                                                          \
		for (int polls = 0; flow_lacks_##bits(value); polls++) {                           \
			flow_lose_patience(polls);                                                 \
			value = flow_peek_##bits(at);                                              \
		}                                                                                  \
		return value;                                                                      \
	}

FLOW_VALUE(32, int32_t)
FLOW_VALUE(64, int64_t)
FLOW_VALUE(f64, double)

/* Of a time that was given before the sweep, FS_NONE_64 = none; and what it was. */
DEVICE_INLINE int64_t flow_unwritten_from(int64_t given)
{
	return given == FS_NONE_64 ? UNWRITTEN_64 : FLOW_STARTS + given;
}

DEVICE_INLINE int64_t flow_given(int64_t unwritten)
{
	return unwritten == UNWRITTEN_64 ? FS_NONE_64 : unwritten - FLOW_STARTS;
}

#else

#define FLOW_VALUE(bits, type)                                                                     \
	DEVICE_INLINE type flow_peek_##bits(const type *at)                                        \
	{                                                                                          \
		return *at;                                                                        \
	}                                                                                          \
	DEVICE_INLINE void flow_put_##bits(type *at, type value)                                   \
	{                                                                                          \
		*at = value;                                                                       \
	}                                                                                          \
	DEVICE_INLINE void flow_wait_##bits(const type *const *at, type *value, int n)             \
	{                                                                                          \
		(void)at;                                                                          \
		(void)value;                                                                       \
		(void)n;                                                                           \
	}                                                                                          \
	DEVICE_INLINE type flow_wait_alone_##bits(const type *at, type value)                      \
	{                                                                                          \
		(void)at;                                                                          \
		return value;                                                                      \
	}

FLOW_VALUE(32, int32_t)
FLOW_VALUE(64, int64_t)
FLOW_VALUE(f64, double)

DEVICE_INLINE int64_t flow_unwritten_from(int64_t given)
{
	return given;
}

DEVICE_INLINE int64_t flow_given(int64_t unwritten)
{
	return unwritten;
}

#endif

#endif

/*
 * On the CPU a kernel of SSTA is compiled for the vectors of several processors, and the widest that
 * the machine has is taken: all do the same integer arithmetic, so the bytes are the same.
 *
 * SSTA_VECTORS(name, body, (parameters), arguments …) defines name(), which calls body(arguments,
 * vectors). $WARPSCOPE_VECTORS chooses narrower ones ("any", "256"), to compare them.
 */
#ifndef GPU_SSTA_SSTA_VECTORS_H
#define GPU_SSTA_SSTA_VECTORS_H

#if defined(__clang__)
#define SSTA_FAST __attribute__((noinline))
#else
#define SSTA_FAST __attribute__((noinline, optimize("O3")))
#endif

#define SSTA_UNUSED __attribute__((unused))

/* clang-format off */
#define SSTA_COPY(name, body, vectors, parameters, ...)                                            \
	SSTA_FAST static void name parameters                                                      \
	{                                                                                          \
		body(__VA_ARGS__, vectors);                                                        \
	}

#if defined(__x86_64__)
#define SSTA_X86 1
/* What processors with 512-bit vectors have to have: those of Intel since 2019, of AMD since 2022. */
#define SSTA_AVX_512 "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma"
#include <stdlib.h>
#include <string.h>

static inline int ssta_width(void)
{
	static int width;
	const char *wanted;
	int found = 0;

	if (__atomic_load_n(&width, __ATOMIC_RELAXED))
		return __atomic_load_n(&width, __ATOMIC_RELAXED);
	if (__builtin_cpu_supports("avx2"))
		found = 256;
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
	    __builtin_cpu_supports("avx512ifma"))
		found = 512;
	wanted = getenv("WARPSCOPE_VECTORS");
	if (wanted && strcmp(wanted, "any") == 0)
		found = 0;
	else if (wanted && strcmp(wanted, "256") == 0 && found > 256)
		found = 256;
	__atomic_store_n(&width, found ? found : 128, __ATOMIC_RELAXED);
	return found ? found : 128;
}

#define SSTA_COPIES(name, body, parameters, ...)                                                   \
	__attribute__((target(SSTA_AVX_512 ",prefer-vector-width=512")))                           \
	SSTA_COPY(name##_512, body, VECTORS_512, parameters, __VA_ARGS__)                          \
	__attribute__((target("avx2")))                                                            \
	SSTA_COPY(name##_256, body, VECTORS_256, parameters, __VA_ARGS__)                          \
	SSTA_COPY(name##_any, body, VECTORS_ANY, parameters, __VA_ARGS__)                          \
	static void name parameters                                                                \
	{                                                                                          \
		int width_ = ssta_width();                                                         \
												   \
		if (width_ == 512)                                                                 \
			name##_512(__VA_ARGS__);                                                   \
		else if (width_ == 256)                                                            \
			name##_256(__VA_ARGS__);                                                   \
		else                                                                               \
			name##_any(__VA_ARGS__);                                                   \
	}
#else
#define SSTA_COPIES(name, body, parameters, ...)                                                   \
	SSTA_COPY(name, body, VECTORS_ANY, parameters, __VA_ARGS__)
#endif
#define SSTA_VECTORS(name, body, parameters, ...) SSTA_COPIES(name, body, parameters, __VA_ARGS__)
/* clang-format on */

#endif

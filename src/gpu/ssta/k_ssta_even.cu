/*
 * The kernels of k_ssta.cu for samples that are spread evenly, antithetic, stratified or along Sobol's
 * sequence (ssta_sampling.h): the same but for the words that z is made of; of strata each takes a
 * permutation's four rounds more.
 */
#define SSTA_EVEN   1
#define ssta_level  ssta_level_even
#define ssta_shared ssta_shared_even

#define ssta_level_even_shared ssta_level_shared

#include "gpu/ssta/k_ssta.cu"

#include "gpu/ssta/ssta_args.h"

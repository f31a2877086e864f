/* The kernel of k_ssta_ends.cu for samples that are spread evenly, as k_ssta_even.cu is of k_ssta.cu. */
#define SSTA_EVEN 1
#define ssta_ends ssta_ends_even

#include "gpu/ssta/k_ssta_ends.cu"

#include "gpu/ssta/ssta_args.h"

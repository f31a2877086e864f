#include "gpu/ssta/k_ssta_even.cu"

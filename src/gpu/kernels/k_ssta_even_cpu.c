#include "gpu/kernels/k_ssta_even.cu"

#include "gpu/kernels/k_histogram.cu"

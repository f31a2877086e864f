#include "gpu/kernels/k_arrivals.cu"

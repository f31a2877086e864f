#include "gpu/kernels/k_walk.cu"

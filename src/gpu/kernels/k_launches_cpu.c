#include "gpu/kernels/k_launches.cu"

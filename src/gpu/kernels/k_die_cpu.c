#include "gpu/kernels/k_die.cu"

#include "gpu/kernels/k_delay.cu"

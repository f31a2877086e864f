#include "gpu/kernels/k_wave.cu"

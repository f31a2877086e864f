#include "gpu/kernels/k_pin_slacks.cu"

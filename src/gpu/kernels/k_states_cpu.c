#include "gpu/kernels/k_states.cu"

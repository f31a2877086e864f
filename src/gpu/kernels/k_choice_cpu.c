#include "gpu/kernels/k_choice.cu"

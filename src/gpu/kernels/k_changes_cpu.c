#include "gpu/kernels/k_changes.cu"

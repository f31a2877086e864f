#include "gpu/kernels/k_inspect.cu"

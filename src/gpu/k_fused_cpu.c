#include "gpu/k_fused.cu"

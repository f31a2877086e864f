#include "gpu/search/paper/k_fused.cu"

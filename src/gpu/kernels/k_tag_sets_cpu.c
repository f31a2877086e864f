#include "gpu/kernels/k_tag_sets.cu"

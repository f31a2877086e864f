#include "gpu/kernels/k_labels.cu"

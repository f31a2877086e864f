#include "gpu/image/k_weights.cu"

#include "gpu/k_weights.cu"

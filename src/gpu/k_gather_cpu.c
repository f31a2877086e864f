#include "gpu/k_gather.cu"

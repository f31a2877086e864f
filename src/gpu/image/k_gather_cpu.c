#include "gpu/image/k_gather.cu"

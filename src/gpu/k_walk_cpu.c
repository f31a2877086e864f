#include "gpu/k_walk.cu"

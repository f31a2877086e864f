#include "gpu/search/k_walk.cu"

#include "gpu/place/k_cg.cu"

#include "gpu/density/k_density.cu"

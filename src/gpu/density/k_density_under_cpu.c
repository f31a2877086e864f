#include "gpu/density/k_density_under.cu"

#include "gpu/k_levelize.cu"

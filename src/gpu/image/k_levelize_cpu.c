#include "gpu/image/k_levelize.cu"

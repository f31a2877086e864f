#include "gpu/timing/k_latches.cu"

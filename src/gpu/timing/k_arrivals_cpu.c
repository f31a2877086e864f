#include "gpu/timing/k_arrivals.cu"

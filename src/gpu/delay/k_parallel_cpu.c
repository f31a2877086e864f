#include "gpu/delay/k_parallel.cu"

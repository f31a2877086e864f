#include "gpu/inspect/k_histogram.cu"

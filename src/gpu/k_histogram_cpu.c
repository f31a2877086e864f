#include "gpu/k_histogram.cu"

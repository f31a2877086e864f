#include "gpu/search/k_trace.cu"

#include "gpu/k_trace.cu"

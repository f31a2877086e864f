#include "gpu/timing/k_touched.cu"

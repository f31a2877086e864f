#include "gpu/k_inspect.cu"

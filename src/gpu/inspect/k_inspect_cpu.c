#include "gpu/inspect/k_inspect.cu"

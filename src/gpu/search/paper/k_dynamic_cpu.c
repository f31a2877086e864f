#include "gpu/search/paper/k_dynamic.cu"

#include "gpu/k_search.cu"

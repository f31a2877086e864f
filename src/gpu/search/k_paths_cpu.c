#include "gpu/search/k_paths.cu"

#include "gpu/search/k_search.cu"

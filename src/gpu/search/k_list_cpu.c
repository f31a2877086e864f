#include "gpu/search/k_list.cu"

#include "gpu/k_list.cu"

#include "gpu/search/paper/k_edges.cu"

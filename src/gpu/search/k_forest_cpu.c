#include "gpu/search/k_forest.cu"

#include "gpu/k_forest.cu"

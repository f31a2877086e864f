#include "gpu/k_ranking.cu"

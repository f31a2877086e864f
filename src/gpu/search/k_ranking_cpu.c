#include "gpu/search/k_ranking.cu"

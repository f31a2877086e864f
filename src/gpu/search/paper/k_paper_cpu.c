#include "gpu/search/paper/k_paper.cu"

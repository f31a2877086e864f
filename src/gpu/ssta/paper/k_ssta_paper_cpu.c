#include "gpu/ssta/paper/k_ssta_paper.cu"

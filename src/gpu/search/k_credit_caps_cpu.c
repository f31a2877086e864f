#include "gpu/search/k_credit_caps.cu"

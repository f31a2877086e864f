/*
 * The arguments of all kernels, for the tables that have a row for each: those of both devices, of costs, and of what a warp
 * is seen to do. Whatever launches a kernel includes the arguments of its feature.
 */
#ifndef GPU_KERNEL_KERNELS_H
#define GPU_KERNEL_KERNELS_H

#include "gpu/credit/credit_args.h"
#include "gpu/delay/delay_args.h"
#include "gpu/delay/network_args.h"
#include "gpu/delay/retime_args.h"
#include "gpu/density/density_args.h"
#include "gpu/device/word_args.h"
#include "gpu/frame/frame_args.h"
#include "gpu/image/graph_args.h"
#include "gpu/image/tag_set_args.h"
#include "gpu/image/weight_args.h"
#include "gpu/inspect/change_args.h"
#include "gpu/inspect/cone_args.h"
#include "gpu/inspect/histogram_args.h"
#include "gpu/inspect/path_counts_args.h"
#include "gpu/labels/label_args.h"
#include "gpu/labels/product_args.h"
#include "gpu/place/cg_args.h"
#include "gpu/place/place_args.h"
#include "gpu/search/list_args.h"
#include "gpu/search/paper/paper_args.h"
#include "gpu/search/search_args.h"
#include "gpu/spmv/bfs_args.h"
#include "gpu/spmv/spmv_args.h"
#include "gpu/spmv/sta_args.h"
#include "gpu/ssta/die_path_args.h"
#include "gpu/ssta/paper/ssta_paper_args.h"
#include "gpu/ssta/ssta_args.h"
#include "gpu/ssta/ssta_cone_args.h"
#include "gpu/timing/arrival_args.h"
#include "gpu/timing/result_args.h"
#include "gpu/timing/timing_args.h"
#include "gpu/timing/touched_args.h"

#endif

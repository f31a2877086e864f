/* How a block of threads sums before it places what it found. */
#ifndef GPU_SEARCH_BLOCK_SCAN_H
#define GPU_SEARCH_BLOCK_SCAN_H

enum block_scan { SCAN_BRENT_KUNG, SCAN_KOGGE_STONE };

#endif

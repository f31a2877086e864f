# Figure 2: a small circuit as a sparse matrix. The print's arcs are in a picture alone: this one stands in.
lab_bfs -method printed -runs 1 [asset lessons/bfs.mtx]

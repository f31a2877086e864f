# Figure 2: a small circuit as a sparse matrix. The paper has its arcs only as a picture: this circuit replaces it.
lab_bfs -method printed -runs 1 [asset lessons/bfs.mtx]

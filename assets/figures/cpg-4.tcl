# Figure 4: the forest of three trees, and its best paths.
read_graph [asset figures/cpg-4.dag]
find_paths -max_paths 3 -method paper -mdl 0

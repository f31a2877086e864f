# Figure 5: the same graph, expanded from level 0 to level 1.
read_graph [asset figures/cpg-4.dag]
find_paths -max_paths 12 -method paper -mdl 1

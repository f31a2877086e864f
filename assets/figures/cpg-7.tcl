# Figure 7: ranks.
read_graph [asset figures/cpg-7.dag]
label_query -through C -through E -filter paper

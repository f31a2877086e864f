# Figure 8: what labels leave of the graph of figure 7.
read_graph [asset figures/cpg-7.dag]
label_query -through C -through E -filter paper
report_labels

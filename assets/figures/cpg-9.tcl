# Figure 9: two arcs more, which the filter leaves out. G and J, with their arcs, are removed before.
read_graph [asset lessons/labels.dag]
label_query -through C -through E -filter paper
report_labels

# Figure 9: two arcs more, which the filter leaves out.
read_graph [asset lessons/labels.dag]
label_query -through C -through E -filter paper
report_labels

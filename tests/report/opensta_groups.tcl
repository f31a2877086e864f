# several groups of paths
group_path -name inputs -from d
group_path -name outputs -to q
report_checks -format end -group_count 3
report_checks -path_group inputs -format short

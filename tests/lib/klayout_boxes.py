# Components of a DEF file as KLayout places them: name, macro and bounding box of the outline in µm, sorted.
# When a file for the die's bounding box is named, both have all digits that DEF may have, else three.
# Run by klayout -b -r, with -rd def=FILE -rd lef="FILE …" -rd out=FILE, also -rd die=FILE.
import pya

options = pya.LoadLayoutOptions()
config = options.lefdef_config
config.read_lef_with_def = False
config.lef_files = lef.split()
config.macro_resolution_mode = 1  # also where LEF names another layout
fine = "die" in globals()
config.dbu = 0.000025 if fine else 0.0005
config.produce_cell_outlines = True
config.produce_inst_names = True
config.inst_property_name = 1
layout = pya.Layout()
layout.read(globals()["def"], options)
outline = next(i for i in layout.layer_indexes() if layout.get_info(i).name == "OUTLINE")


def corners(box):
    return " ".join("%.*f" % (6 if fine else 3, v * layout.dbu)
                    for v in (box.left, box.bottom, box.right, box.top))


lines = []
for instance in layout.top_cell().each_inst():
    name = instance.property(1)
    macro = instance.cell.name
    if name is None:
        continue
    box = instance.cell.bbox_per_layer(outline).transformed(instance.trans)
    lines.append("%s %s %s\n" % (name, macro, corners(box)))
with open(out, "w") as file:
    file.writelines(sorted(lines))
if fine:
    area = pya.Box()
    for shape in layout.top_cell().shapes(outline).each():
        area += shape.bbox()
    with open(die, "w") as file:
        file.write(corners(area) + "\n")

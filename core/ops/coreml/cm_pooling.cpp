// SPDX-License-Identifier: Apache-2.0
#include "core/ops/coreml/cm_blob.h"
#include "core/ops/coreml/cm_window.h"

#include <algorithm>

namespace nervure::coreml {

namespace {

Status pooledShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(Blob blob, blobAt(call, 0));
    if (!blob.isKnown()) {
        return {};
    }
    const bool isGlobal = call.attrs.integer("globalPooling") != 0;
    for (std::size_t axis = 0; axis < 2; ++axis) {
        Dimension &size = axis == 0 ? blob.height : blob.width;
        if (isGlobal) {
            size = 1;
            continue;
        }
        ASSIGN_OR_RETURN(const PlaneWindow window, planeWindow(call.attrs));
        ASSIGN_OR_RETURN(size, windowCount(window, size, axis));
    }
    setBlob(call, 0, blob);
    return {};
}

/// The root of the sum of squares; of averages and maxima NNVM has operators.
Operand pooledWhole(const OnnxLowering &op, const Operand &x)
{
    const std::string_view type = op.attrs().text("type");
    if (type == "L2") {
        return op.unary("sqrt", op.reduce("sum", op.binary("mul", x, x), {2, 3}));
    }
    return op.make(type == "MAX" ? "global_max_pool2d" : "global_avg_pool2d", {x}, {},
                   {x.dims[0], x.dims[1], 1, 1}, x.type);
}

/// The padding in numbers, where it follows from the size of the result.
void settlePadding(PlaneWindow &window, const Operand &x, const Shape &out)
{
    for (std::size_t axis = 0; window.isSame && axis < 2; ++axis) {
        const std::int64_t needed =
            (out[axis + 2] - 1) * window.strides[axis] + window.reach(axis) - x.dims[axis + 2];
        const std::int64_t total = std::max<std::int64_t>(needed, 0);
        window.before[axis] = window.isFrontHeavy ? total - total / 2 : total / 2;
        window.after[axis] = total - window.before[axis];
    }
}

Lowered pool(const OnnxLowering &op)
{
    const Operand x = asImages(op, op.in(0));
    if (op.attrs().integer("globalPooling") != 0) {
        return shaped(op, pooledWhole(op, x));
    }
    ASSIGN_OR_RETURN(PlaneWindow window, planeWindow(op.attrs()));
    const Shape given = op.outDims();
    const Shape out{x.dims[0], x.dims[1], given[given.size() - 2], given[given.size() - 1]};
    settlePadding(window, x, out);
    OnnxAttrs how;
    how.set("kernel_shape", window.kernel);
    how.set("strides", window.strides);
    how.set("pads", Numbers{window.before[0], window.before[1], window.after[0], window.after[1]});
    how.set("ceil_mode", std::int64_t{window.includesLastPixel});
    how.set("count_include_pad", std::int64_t{op.attrs().integer("avgPoolExcludePadding") == 0});
    how.set("p", std::int64_t{2});
    const std::string_view type = op.attrs().text("type");
    return shaped(op, op.as(type == "MAX"  ? "MaxPool"
                            : type == "L2" ? "LpPool"
                                           : "AveragePool",
                            how, {{x}}, {out}));
}

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmPooling(OpRegistry &ops)
{
    coreml::add(ops,
                {.name = "pooling",
                 .category = OpCategory::Pooling,
                 .attributes = "type:MAX|AVERAGE|L2=MAX kernelSize:ints=[3,3] stride:ints=[1,1] "
                               "padding:valid|same|includeLastPixel=valid paddingAmounts:ints=[] "
                               "asymmetryMode:BOTTOM_RIGHT_HEAVY|TOP_LEFT_HEAVY=BOTTOM_RIGHT_HEAVY "
                               "avgPoolExcludePadding:bool=false globalPooling:bool=false",
                 .summary = "the largest element, the mean or the length of each window",
                 .infer = coreml::pooledShape,
                 .lower = coreml::pool});
}

} // namespace nervure

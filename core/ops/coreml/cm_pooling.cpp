// SPDX-License-Identifier: Apache-2.0
#include "core/ops/coreml/cm_blob.h"
#include "core/ops/coreml/cm_window.h"

#include <algorithm>
#include <limits>

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

/// Whether NNVM's pooling counts the same windows.
bool isPlain(const PlaneWindow &window, const Operand &x, const Shape &out)
{
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const std::int64_t room =
            x.dims[axis + 2] + window.before[axis] + window.after[axis] - window.kernel[axis];
        if (room / window.strides[axis] + 1 != out[axis + 2]
            || window.before[axis] >= window.kernel[axis]
            || window.after[axis] >= window.kernel[axis]) {
            return false;
        }
    }
    return true;
}

Operand pooledPlanes(const OnnxLowering &op, const char *way, const Operand &x,
                     const PlaneWindow &window, const Shape &out, bool hasPadding)
{
    Numbers padding(4);
    if (hasPadding) {
        padding = {window.before[0], window.before[1], window.after[0], window.after[1]};
    }
    AttrDict attrs = attrsOf({{"pool_size", attrText(IntTuple(window.kernel))},
                              {"strides", attrText(IntTuple(window.strides))},
                              {"padding", attrText(IntTuple(padding))}});
    if (hasPadding && std::string_view(way) == "avg_pool2d") {
        attrs.set("count_include_pad", attrText(op.attrs().integer("avgPoolExcludePadding") == 0));
    }
    return op.make(way, {x}, std::move(attrs), {x.dims[0], x.dims[1], out[2], out[3]}, x.type);
}

/// With numbers in front, and behind as many as the last window needs; what no window covers is cut off.
Operand wholeWindows(const OnnxLowering &op, Operand x, const PlaneWindow &window, const Shape &out,
                     double number)
{
    Numbers before(4);
    Numbers after(4);
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const std::int64_t end = (out[axis + 2] - 1) * window.strides[axis] + window.kernel[axis];
        const std::int64_t missing = end - x.dims[axis + 2] - window.before[axis];
        before[axis + 2] = window.before[axis];
        after[axis + 2] = std::max<std::int64_t>(missing, 0);
        if (missing < 0) {
            x = op.slice(x, axis + 2, 0, x.dims[axis + 2] + missing);
        }
    }
    return op.pad(x, before, after, number);
}

/// The sum over each window, zeros around.
Operand windowSums(const OnnxLowering &op, const Operand &x, const PlaneWindow &window,
                   const Shape &out)
{
    const Operand whole = wholeWindows(op, x, window, out, 0);
    const auto area = static_cast<double>(window.kernel[0] * window.kernel[1]);
    return op.scalar("mul", pooledPlanes(op, "avg_pool2d", whole, window, out, false), area);
}

/// How many elements each window has; padding that is asked for may count, what is behind it never.
Operand windowCounts(const OnnxLowering &op, const Operand &x, const PlaneWindow &window,
                     const Shape &out)
{
    const bool counts = op.attrs().integer("avgPoolExcludePadding") == 0;
    Shape dims{1, 1, x.dims[2], x.dims[3]};
    PlaneWindow inner = window;
    for (std::size_t axis = 0; counts && axis < 2; ++axis) {
        dims[axis + 2] += window.before[axis] + window.after[axis];
        inner.before[axis] = 0;
    }
    return windowSums(op, op.full(1, dims, x.type), inner, out);
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
    const std::string_view type = op.attrs().text("type");
    if (type == "L2") {
        return shaped(op, op.unary("sqrt", windowSums(op, op.binary("mul", x, x), window, out)));
    }
    const char *way = type == "MAX" ? "max_pool2d" : "avg_pool2d";
    if (isPlain(window, x, out)) {
        return shaped(op, pooledPlanes(op, way, x, window, out, true));
    }
    if (type == "MAX") {
        constexpr double lowest = std::numeric_limits<float>::lowest();
        const Operand whole = wholeWindows(op, x, window, out, lowest);
        return shaped(op, pooledPlanes(op, way, whole, window, out, false));
    }
    return shaped(
        op, op.binary("div", windowSums(op, x, window, out), windowCounts(op, x, window, out)));
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

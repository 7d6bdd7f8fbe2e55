// SPDX-License-Identifier: Apache-2.0
#include "core/ops/coreml/cm_blob.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <numeric>

namespace nervure::coreml {

namespace {

/// Of images: channels, height and width, or some of them.
Numbers imageAxes(const OnnxAttrs &attrs)
{
    const std::string_view axis = attrs.text("axis");
    if (axis == "CHW") {
        return {1, 2, 3};
    }
    return axis == "HW" ? Numbers{2, 3} : Numbers{axis == "C" ? 1 : axis == "H" ? 2 : 3};
}

Status reducedImage(ValueCall &call)
{
    ASSIGN_OR_RETURN(Blob blob, blobAt(call, 0));
    for (const std::int64_t axis : imageAxes(call.attrs)) {
        (axis == 1 ? blob.channels : axis == 2 ? blob.height : blob.width) = 1;
    }
    setBlob(call, 0, blob);
    return {};
}

Operand logarithm(const OnnxLowering &op, const Operand &x)
{
    const double epsilon = op.attrs().number("epsilon") == 0 ? 1e-6 : op.attrs().number("epsilon");
    return op.unary("log", op.scalar("add", x, epsilon));
}

Lowered reduceImage(const OnnxLowering &op)
{
    const Operand x = asImages(op, op.in(0));
    const Numbers axes = imageAxes(op.attrs());
    const std::string_view mode = op.attrs().text("mode");
    const auto sum = [&](const Operand &of) { return shaped(op, op.reduce("sum", of, axes)); };
    if (mode == "LOGSUM") {
        return sum(logarithm(op, x));
    }
    if (mode == "SUMSQUARE") {
        return sum(op.binary("mul", x, x));
    }
    if (mode == "L1") {
        return sum(op.unary("abs", x));
    }
    if (mode == "L2") {
        return shaped(op, op.unary("sqrt", op.reduce("sum", op.binary("mul", x, x), axes)));
    }
    if (mode == "ARGMAX") {
        if (axes.size() != 1) {
            return makeError("not-supported", "the place of the largest element of several "
                                              "dimensions, expected one");
        }
        const Operand place = op.argReduce("argmax", x, static_cast<std::size_t>(axes[0]));
        return shaped(op, op.cast(place, x.type));
    }
    return shaped(op, op.reduce(mode == "SUM"    ? "sum"
                                : mode == "AVG"  ? "mean"
                                : mode == "PROD" ? "prod"
                                : mode == "MAX"  ? "max"
                                                 : "min",
                                x, axes));
}

/// The axes of a layer for any rank: all of them where reduceAll says so or none are listed.
Result<Numbers> axesOf(const OnnxAttrs &attrs, std::size_t rank)
{
    Numbers axes = attrs.integers("axes");
    if (attrs.integer("reduceAll") != 0 || axes.empty()) {
        axes.resize(rank);
        std::iota(axes.begin(), axes.end(), std::int64_t{0});
    }
    ASSIGN_OR_RETURN(const auto places, onnx::axesOf(axes, rank));
    Numbers sorted(places.begin(), places.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

Status reducedShape(ValueCall &call)
{
    const auto &shape = call.shape(0);
    if (!shape) {
        return {};
    }
    ASSIGN_OR_RETURN(const Numbers axes, axesOf(call.attrs, shape->size()));
    const bool keeps = call.attrs.integer("keepDims") != 0 && call.attrs.integer("reduceAll") == 0;
    Dimensions out;
    for (std::size_t i = 0; i < shape->size(); ++i) {
        const bool isReduced =
            std::binary_search(axes.begin(), axes.end(), static_cast<std::int64_t>(i));
        if (!isReduced) {
            out.push_back((*shape)[i]);
        } else if (keeps) {
            out.emplace_back(1);
        }
    }
    call.setShape(0, out.empty() ? Dimensions{1} : std::move(out));
    return {};
}

/// A function of the elements, a reduction, and a function of what that gives.
struct Reduction {
    std::string_view name;
    std::string_view summary;
    std::string_view way;
    std::string_view before{}; ///< "square", or a function of NNVM's
    std::string_view after{};
};

Lowered reduceAlong(const OnnxLowering &op, const Reduction &how)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const Numbers axes, axesOf(op.attrs(), x.rank()));
    Operand y = how.before.empty()       ? x
                : how.before == "square" ? op.binary("mul", x, x)
                                         : op.unary(how.before, x);
    y = op.reduce(how.way, y, axes);
    return shaped(op, how.after.empty() ? y : op.unary(how.after, y));
}

/// The logarithm of the sum of exponentials, which never overflows.
Lowered logOfExponentials(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const Numbers axes, axesOf(op.attrs(), x.rank()));
    const Operand most = op.reduce("max", x, axes);
    const Operand sum = op.reduce("sum", op.unary("exp", op.binary("sub", x, most)), axes);
    return shaped(op, op.binary("add", op.unary("log", sum), most));
}

constexpr std::string_view reducedAttributes =
    "axes:ints=[] keepDims:bool=false reduceAll:bool=false";

Status foundShape(ValueCall &call)
{
    const auto &shape = call.shape(0);
    if (!shape) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis,
                     onnx::axisOf(call.attrs.integer("axis"), shape->size()));
    Dimensions out = *shape;
    out[axis] = 1;
    if (call.attrs.integer("removeDim") != 0 && out.size() > 1) {
        out.erase(out.begin() + static_cast<std::ptrdiff_t>(axis));
    }
    call.setShape(0, std::move(out));
    return {};
}

Lowered find(const OnnxLowering &op, std::string_view way)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const std::size_t axis, onnx::axisOf(op.attrs().integer("axis"), x.rank()));
    return shaped(op, op.cast(op.argReduce(way, x, axis), x.type));
}

void declareReductions(OpRegistry &ops)
{
    static constexpr Reduction rows[]{
        {"reduceSum", "sums along dimensions", "sum"},
        {"reduceMean", "means along dimensions", "mean"},
        {"reduceProd", "products along dimensions", "prod"},
        {"reduceMax", "the largest elements along dimensions", "max"},
        {"reduceMin", "the smallest elements along dimensions", "min"},
        {"reduceL1", "sums of magnitudes along dimensions", "sum", "abs"},
        {"reduceL2", "roots of sums of squares along dimensions", "sum", "square", "sqrt"},
        {"reduceSumSquare", "sums of squares along dimensions", "sum", "square"},
        {"reduceLogSum", "logarithms of sums along dimensions", "sum", {}, "log"},
    };
    for (const Reduction &row : rows) {
        add(ops, {.name = row.name,
                  .category = OpCategory::Reduction,
                  .attributes = reducedAttributes,
                  .summary = row.summary,
                  .infer = reducedShape,
                  .lower = [&row](const OnnxLowering &op) { return reduceAlong(op, row); }});
    }
}

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmReduction(OpRegistry &ops)
{
    coreml::declareReductions(ops);
    coreml::addAll(
        ops,
        {{.name = "reduce",
          .category = OpCategory::Reduction,
          .attributes = "mode:SUM|AVG|PROD|LOGSUM|SUMSQUARE|L1|L2|MAX|MIN|ARGMAX=SUM "
                        "epsilon:float=1e-06 axis:CHW|HW|C|H|W=CHW",
          .summary = "an image's channels, height or width as one number each",
          .infer = coreml::reducedImage,
          .lower = coreml::reduceImage},
         {.name = "reduceLogSumExp",
          .category = OpCategory::Reduction,
          .attributes = coreml::reducedAttributes,
          .summary = "logarithms of sums of exponentials along dimensions",
          .infer = coreml::reducedShape,
          .lower = coreml::logOfExponentials},
         {.name = "argMax",
          .category = OpCategory::Reduction,
          .attributes = "axis:int=0 removeDim:bool=false",
          .summary = "the place of the largest element along a dimension",
          .infer = coreml::foundShape,
          .lower = [](const coreml::OnnxLowering &op) { return coreml::find(op, "argmax"); }},
         {.name = "argMin",
          .category = OpCategory::Reduction,
          .attributes = "axis:int=0 removeDim:bool=false",
          .summary = "the place of the smallest element along a dimension",
          .infer = coreml::foundShape,
          .lower = [](const coreml::OnnxLowering &op) { return coreml::find(op, "argmin"); }}});
}

} // namespace nervure

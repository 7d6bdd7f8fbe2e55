// SPDX-License-Identifier: Apache-2.0
#include "core/ops/coreml/cm_blob.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <numeric>

namespace nervure::coreml {

namespace {

enum NormPlace : std::size_t { valuePlace, gammaPlace, betaPlace, meanPlace, variancePlace };

/// The number of an attribute, or what Core ML takes for 0.
double orElse(const OnnxLowering &op, std::string_view name, double otherwise)
{
    const double number = op.attrs().number(name);
    return number == 0 ? otherwise : number;
}

Status normalizedShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(const Blob blob, blobAt(call, valuePlace));
    if (blob.isKnown()) {
        for (std::size_t input = gammaPlace; input <= variancePlace; ++input) {
            if (call.has(input)) {
                RETURN_IF_FAILED(
                    onnx::checkVector(call, input, blob.channels, "a number for each channel"));
            }
        }
    }
    call.setShape(0, call.shape(0));
    return {};
}

/// (x − mean) ÷ √(variance + epsilon) over some dimensions, of which both have one element.
Operand standardized(const OnnxLowering &op, const Operand &x, const Numbers &axes, double epsilon)
{
    const Operand centered = op.binary("sub", x, op.reduce("mean", x, axes));
    const Operand variance = op.reduce("mean", op.binary("mul", centered, centered), axes);
    return op.binary("div", centered, op.unary("sqrt", op.scalar("add", variance, epsilon)));
}

Lowered batchNormalize(const OnnxLowering &op)
{
    const Operand x = asImages(op, op.in(valuePlace));
    const double epsilon = orElse(op, "epsilon", 1e-5);
    const auto factor = [&](std::size_t input, double otherwise) {
        return op.has(input) ? weights(op, input) : op.full(otherwise, {x.dims[1]}, x.type);
    };
    if (op.attrs().integer("computeMeanVar") == 0) {
        const Operand y = op.make("batch_norm",
                                  {x, factor(gammaPlace, 1), factor(betaPlace, 0),
                                   factor(meanPlace, 0), factor(variancePlace, 1)},
                                  attrsOf({{"epsilon", attrText(epsilon)}}), x.dims, x.type);
        return shaped(op, y);
    }
    const bool isOfInstance = op.attrs().integer("instanceNormalization") != 0;
    const Operand even =
        standardized(op, x, isOfInstance ? Numbers{2, 3} : Numbers{0, 2, 3}, epsilon);
    const Operand scaled = op.binary("mul", even, alongChannels(op, factor(gammaPlace, 1)));
    return shaped(op, op.binary("add", scaled, alongChannels(op, factor(betaPlace, 0))));
}

Lowered normalizeMean(const OnnxLowering &op)
{
    const Operand x = asImages(op, op.in(0));
    const Numbers axes =
        op.attrs().integer("acrossChannels") != 0 ? Numbers{1, 2, 3} : Numbers{2, 3};
    if (op.attrs().integer("normalizeVariance") != 0) {
        return shaped(op, standardized(op, x, axes, orElse(op, "epsilon", 1e-6)));
    }
    return shaped(op, op.binary("sub", x, op.reduce("mean", x, axes)));
}

Lowered normalizeLength(const OnnxLowering &op)
{
    const Operand x = asImages(op, op.in(0));
    const Operand squares = op.reduce("sum", op.binary("mul", x, x), {1, 2, 3});
    const Operand length = op.unary("sqrt", op.scalar("add", squares, orElse(op, "epsilon", 1e-6)));
    return shaped(op, op.binary("div", x, length));
}

/// In short where a vector is all that there is.
Status softmaxShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(const Blob blob, blobAt(call, 0));
    if (blob.rank == 4 && blob.height.is(1) && blob.width.is(1)) {
        setBlob(call, 0, vectorOf(call, blob, blob.channels));
    } else {
        call.setShape(0, call.shape(0));
    }
    return {};
}

Lowered shareOfChannels(const OnnxLowering &op)
{
    return shaped(op, op.softmax(asImages(op, op.in(0)), 1));
}

Lowered normalizeNeighbors(const OnnxLowering &op)
{
    OnnxAttrs attrs;
    attrs.set("alpha", op.attrs().number("alpha"));
    attrs.set("beta", op.attrs().number("beta"));
    attrs.set("bias", orElse(op, "k", 1));
    attrs.set("size", std::max<std::int64_t>(op.attrs().integer("localSize"), 1));
    const Operand x = asImages(op, op.in(0));
    return shaped(op, op.as("LRN", attrs, {{x}}, {x.dims}));
}

/// Over the last dimensions, as many as normalizedShape has.
Lowered normalizeLast(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const std::size_t count = std::min(op.attrs().integers("normalizedShape").size(), x.rank());
    Numbers axes(count);
    std::iota(axes.begin(), axes.end(), static_cast<std::int64_t>(x.rank() - count));
    Operand y = standardized(op, x, axes, op.attrs().number("eps"));
    if (op.has(gammaPlace)) {
        y = op.binary("mul", y, weights(op, gammaPlace));
    }
    return std::vector{op.has(betaPlace) ? op.binary("add", y, weights(op, betaPlace)) : y};
}

Status rankedShape(ValueCall &call)
{
    const std::size_t count = call.attrs.integers("normalizedShape").size();
    if (call.shape(0) && (count == 0 || count > call.shape(0)->size())) {
        return makeError("infer-shape", "normalizedShape has {} sizes, expected 1 to {}", count,
                         call.shape(0)->size());
    }
    for (const std::size_t input : {gammaPlace, betaPlace}) {
        if (call.has(input)) {
            RETURN_IF_FAILED(onnx::checkBroadcastTo(call, input, 0));
        }
    }
    return onnx::sameShape(call);
}

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmNormalization(OpRegistry &ops)
{
    coreml::addAll(
        ops, {{.name = "batchnorm",
               .category = OpCategory::Normalization,
               .signature = "x:T gamma:W? beta:W? mean:W? variance:W? -> y:T",
               .attributes = "channels:int=0 computeMeanVar:bool=false "
                             "instanceNormalization:bool=false epsilon:float=1e-05",
               .summary = "each channel less its mean, divided by its deviation, times gamma, plus "
                          "beta",
               .infer = coreml::normalizedShape,
               .lower = coreml::batchNormalize},
              {.name = "mvn",
               .category = OpCategory::Normalization,
               .attributes = "acrossChannels:bool=false normalizeVariance:bool=false "
                             "epsilon:float=1e-06",
               .summary = "an image less its mean, divided by its deviation",
               .infer = onnx::sameShape,
               .lower = coreml::normalizeMean},
              {.name = "l2normalize",
               .category = OpCategory::Normalization,
               .attributes = "epsilon:float=1e-06",
               .summary = "an image divided by the root of the sum of its squares",
               .infer = onnx::sameShape,
               .lower = coreml::normalizeLength},
              {.name = "softmax",
               .category = OpCategory::Reduction,
               .attributes = "keepsRank:bool=false",
               .summary = "shares of the channels that add up to 1",
               .infer = coreml::softmaxShape,
               .lower = coreml::shareOfChannels},
              {.name = "lrn",
               .category = OpCategory::Normalization,
               .attributes = "alpha:float=0 beta:float=0 localSize:int=0 k:float=1",
               .summary = "each element divided by a sum over neighboring channels",
               .infer = onnx::sameShape,
               .lower = coreml::normalizeNeighbors},
              {.name = "layerNormalization",
               .category = OpCategory::Normalization,
               .signature = "x:T gamma:W? beta:W? -> y:T",
               .attributes = "normalizedShape:ints=[] eps:float=0",
               .summary = "the last dimensions less their mean, divided by their deviation",
               .infer = coreml::rankedShape,
               .lower = coreml::normalizeLast}});
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
// Images sampled where a grid says. Nothing of ours samples yet: they are declared and shown.
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_sizes.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct GridAttrs {
    std::string transform;
    IntTuple target{0, 0};
};

struct SamplerAttrs {
    std::string cudnnOff = "None";
};

struct TransformerAttrs {
    IntTuple target{0, 0};
    std::string transform;
    std::string sampler;
    std::string cudnnOff = "None";
};

Status checkTarget(const IntTuple &target)
{
    const bool fits = target.size() == 2 && target[0] > 0 && target[1] > 0;
    return fits ? Status()
                : Status(makeError("attr-invalid",
                                   "target_shape is {}, expected a height and a width",
                                   NnvmAttrText::print(target)));
}

/// A grid has a column and a row for each place, the hidden output the places themselves.
Status gridShape(const GridAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 2));
    if (attrs.transform == "warp") {
        RETURN_IF_FAILED(assignOutput(out, 0, in[0]));
        return in[0].size() == 4 ? assignOutput(out, 1, {2, in[0][2], in[0][3]}) : Status();
    }
    RETURN_IF_FAILED(checkTarget(attrs.target));
    RETURN_IF_FAILED(assignOutput(out, 1, {3, attrs.target[0] * attrs.target[1]}));
    if (!in[0].hasRank()) {
        return {};
    }
    RETURN_IF_FAILED(assignInput(in, 0, "data", {unknownSize, 6}));
    return assignOutput(out, 0, {in[0][0], 2, attrs.target[0], attrs.target[1]});
}

/// The hidden output holds the places.
Status samplerShape(const SamplerAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 2));
    if (!in[0].hasRank() || !in[1].hasRank()) {
        return {};
    }
    if (in[0].size() != 4 || in[1].size() != 4 || !mayBeEqual(in[1][1], 2)) {
        return makeError("infer-shape",
                         "inputs have shapes {} and {}, expected images and a grid of 2 channels",
                         shapeText(in[0]), shapeText(in[1]));
    }
    RETURN_IF_FAILED(assignOutput(out, 0, {in[0][0], in[0][1], in[1][2], in[1][3]}));
    return assignOutput(out, 1, {in[0][0], in[1][2], in[1][3], 2});
}

Status transformerShape(const TransformerAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 3));
    RETURN_IF_FAILED(checkTarget(attrs.target));
    if (!in[0].hasRank() || !in[1].hasRank()) {
        return {};
    }
    if (in[0].size() != 4) {
        return makeError("infer-shape", "input 0 (data) has shape {}, expected images",
                         shapeText(in[0]));
    }
    const std::int64_t height = attrs.target[0];
    const std::int64_t width = attrs.target[1];
    RETURN_IF_FAILED(assignInput(in, 1, "loc", {in[0][0], 6}));
    RETURN_IF_FAILED(assignOutput(out, 0, {in[0][0], in[0][1], height, width}));
    RETURN_IF_FAILED(assignOutput(out, 1, {3, height * width}));
    return assignOutput(out, 2, {in[0][0], 2, height * width});
}

std::vector<std::string> optionalFlag()
{
    return {"None", "True", "False", "true", "false", "1", "0"};
}

} // namespace

void registerMxSampler(OpRegistry &ops)
{
    using G = GridAttrs;
    ops.add(OpBuilder<G>(Dialect::MXNet, "GridGenerator")
                .summary("where to sample an image: by an affine map or by shifts")
                .category(OpCategory::Data)
                .attr(field("transform_type", &G::transform, "what the input is")
                          .required()
                          .oneOf({"affine", "warp"}))
                .attr(field("target_shape", &G::target, "height and width of the grid"))
                .inputs({"data"})
                .outputs({"output", "grid_dst"})
                .visibleOutputs(1)
                .shape(gridShape)
                .type(anyCountSameType())
                .build());
    using S = SamplerAttrs;
    ops.add(
        OpBuilder<S>(Dialect::MXNet, "BilinearSampler")
            .summary("images sampled where a grid says")
            .category(OpCategory::Data)
            .attr(
                field("cudnn_off", &S::cudnnOff, "whether cuDNN is not used").oneOf(optionalFlag()))
            .inputs({"data", "grid"})
            .outputs({"output", "tmp"})
            .visibleOutputs(1)
            .shape(samplerShape)
            .type(anyCountSameType())
            .build());
    using T = TransformerAttrs;
    ops.add(
        OpBuilder<T>(Dialect::MXNet, "SpatialTransformer")
            .summary("images sampled by an affine map of their places")
            .category(OpCategory::Data)
            .attr(field("target_shape", &T::target, "height and width of the result"))
            .attr(
                field("transform_type", &T::transform, "what loc is").required().oneOf({"affine"}))
            .attr(field("sampler_type", &T::sampler, "how places between pixels are read")
                      .required()
                      .oneOf({"bilinear"}))
            .attr(
                field("cudnn_off", &T::cudnnOff, "whether cuDNN is not used").oneOf(optionalFlag()))
            .inputs({"data", "loc"})
            .outputs({"output", "grid_dst", "grid_src"})
            .visibleOutputs(1)
            .shape(transformerShape)
            .type(anyCountSameType())
            .build());
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_pooled.h"
#include "core/ops/mxnet/mx_window.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/window_rules.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

/// Attributes of MXNet's Pooling and Pooling_v1.
struct MXNetPoolingAttrs {
    IntTuple kernel;
    IntTuple stride;
    IntTuple pad;
    std::string poolType = "max";
    std::string poolingConvention = "valid";
    bool globalPool = false;
    bool cudnnOff = false;
    std::string pValue = "None";
    std::string countIncludePad = "None";
    std::string layout = "None";

    [[nodiscard]] Result<MXNetWindow> window() const { return mxnetWindow(kernel, stride, pad); }
    [[nodiscard]] bool channelsLast() const { return hasChannelsLast(layout); }
    [[nodiscard]] bool countsPad() const
    {
        return countIncludePad != "False" && countIncludePad != "false" && countIncludePad != "0";
    }
};

/// MXNet keeps a workspace for the maximum where oneDNN computes it.
std::vector<std::string> poolingOutputs(const MXNetPoolingAttrs &attrs)
{
    const bool hasWorkspace = attrs.poolType == "max" && !attrs.kernel.empty()
                              && attrs.kernel.size() <= 3 && !attrs.channelsLast();
    return hasWorkspace ? std::vector<std::string>{"output", "workspace"}
                        : std::vector<std::string>{"output"};
}

/// One size. An unknown one stays so.
Result<std::int64_t> pooledSizeOf(const MXNetPoolingAttrs &attrs, const MXNetWindow &window,
                                  std::size_t i, std::int64_t size)
{
    if (isUnknownSize(size)) {
        return size;
    }
    const std::int64_t stride = window.stride[i];
    const std::int64_t whole = size + 2 * window.pad[i];
    const std::int64_t room = whole - window.kernel[i];
    if (room < 0) {
        return makeError("infer-shape", "kernel {} exceeds the {} of the padded input",
                         attrText(window.kernel), whole);
    }
    return (attrs.poolingConvention == "full" ? room + stride - 1 : room) / stride + 1;
}

/// The sizes with channels in second place.
Result<Shape> pooledSizes(const MXNetPoolingAttrs &attrs, Shape data)
{
    if (attrs.globalPool) {
        std::fill(data.begin() + 2, data.end(), 1);
        return data;
    }
    ASSIGN_OR_RETURN(const MXNetWindow window, attrs.window());
    if (data.size() != window.rank() + 2) {
        return makeError("infer-shape", "input 0 (data) has shape {}, expected {} dimensions",
                         shapeText(data), window.rank() + 2);
    }
    for (std::size_t i = 0; i < window.rank(); ++i) {
        ASSIGN_OR_RETURN(const std::int64_t size, pooledSizeOf(attrs, window, i, data[2 + i]));
        data[2 + i] = size;
    }
    return data;
}

Status checkPooling(const MXNetPoolingAttrs &attrs, const Shape &data)
{
    if (attrs.poolType == "lp" && attrs.pValue == "None") {
        return makeError("attr-invalid", "p_value is None, expected 1, 2 or 3 for lp pooling");
    }
    if (data.size() < 3 || data.size() > 5) {
        return makeError("infer-shape", "input 0 (data) has shape {}, expected 3 to 5 dimensions",
                         shapeText(data));
    }
    if (attrs.poolingConvention == "same") {
        return makeError("attr-invalid",
                         "pooling_convention is same, which MXNet refuses in every case, expected "
                         "valid or full");
    }
    RETURN_IF_FAILED(checkLayoutRank(attrs.layout, data.size()));
    return checkExtents(data);
}

Status mxnetPoolingShape(const MXNetPoolingAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, poolingOutputs(attrs).size()));
    if (!in[0].hasRank()) {
        return {};
    }
    RETURN_IF_FAILED(checkPooling(attrs, in[0]));
    const bool isLast = attrs.channelsLast();
    ASSIGN_OR_RETURN(const Shape sizes, pooledSizes(attrs, isLast ? channelsSecond(in[0]) : in[0]));
    for (std::size_t i = 0; i < out.size(); ++i) {
        RETURN_IF_FAILED(assignOutput(out, i, isLast ? channelsBehind(sizes) : sizes));
    }
    return {};
}

Status mxnetPoolingType(const RuleContext &, DTypes &in, DTypes &out)
{
    return mergeAllTypes(in, out);
}

Pooled pooledOf(const MXNetPoolingAttrs &attrs)
{
    Pooled pooled;
    pooled.kind = attrs.poolType == "max"   ? Pooled::Kind::Max
                  : attrs.poolType == "avg" ? Pooled::Kind::Average
                                            : Pooled::Kind::Sum;
    pooled.countsPad = attrs.countsPad();
    return pooled;
}

Entry poolAsItStands(const Lowering &op, Entry data, const MXNetPoolingAttrs &attrs,
                     const Shape &in, const Shape &out)
{
    Pooled pooled = pooledOf(attrs);
    if (attrs.globalPool) {
        return poolGlobally(op, data, pooled.kind, in);
    }
    pooled.window = *attrs.window();
    return poolWindows(op, data, pooled, in, out);
}

/// The p-th root of the sum of p-th powers, which for odd p may be negative.
Entry poolPowers(const Lowering &op, Entry data, const MXNetPoolingAttrs &attrs, const Shape &in,
                 const Shape &out)
{
    if (attrs.pValue == "1") {
        return poolAsItStands(op, data, attrs, in, out);
    }
    Entry power = op.make("elemwise_mul", {data, data});
    if (attrs.pValue == "2") {
        return op.make("sqrt", {poolAsItStands(op, power, attrs, in, out)});
    }
    power = op.make("elemwise_mul", {power, data});
    const Entry sum = poolAsItStands(op, power, attrs, in, out);
    const auto root = [&op](Entry x) {
        return op.makeScalar("__pow_scalar__", op.make("relu", {x}), 1.0 / 3);
    };
    return op.make("elemwise_sub", {root(sum), root(op.make("negative", {sum}))});
}

/// Images with channels last and a plain window have operators in NNVM.
Result<Entry> lowerPooling(const Lowering &op)
{
    const auto &attrs = op.attrs<MXNetPoolingAttrs>();
    const bool isLast = attrs.channelsLast();
    const std::size_t rank = op.shape(0).size();
    const Entry data = isLast ? transposedToSecond(op, op.in(0), rank) : op.in(0);
    const Shape in = isLast ? channelsSecond(op.shape(0)) : op.shape(0);
    const Shape out = isLast ? channelsSecond(op.outShape()) : op.outShape();
    const Entry result = attrs.poolType == "lp" ? poolPowers(op, data, attrs, in, out)
                                                : poolAsItStands(op, data, attrs, in, out);
    return isLast ? transposedToLast(op, result, rank) : result;
}

/// As Pooling, but that "full" never starts a window behind the input.
Status pooling1Shape(const MXNetPoolingAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    if (in[0].size() != 4) {
        return makeError("infer-shape", "input 0 (data) has shape {}, expected 4 dimensions",
                         shapeText(in[0]));
    }
    RETURN_IF_FAILED(checkExtents(in[0]));
    ASSIGN_OR_RETURN(Shape sizes, pooledSizes(attrs, in[0]));
    for (std::size_t i = 0; i < 2 && !attrs.globalPool; ++i) {
        ASSIGN_OR_RETURN(const MXNetWindow window, attrs.window());
        const std::int64_t whole = in[0][2 + i] + 2 * window.pad[i];
        if (!isUnknownSize(in[0][2 + i])) {
            sizes[2 + i] =
                std::min(sizes[2 + i], std::max<std::int64_t>(whole - 1, 0) / window.stride[i] + 1);
        }
    }
    return assignOutput(out, 0, sizes);
}

/// The padding counts as zeros, for the maximum as well, and the average is over the whole window.
Result<Entry> lowerPooling1(const Lowering &op)
{
    const auto &attrs = op.attrs<MXNetPoolingAttrs>();
    Pooled pooled = pooledOf(attrs);
    if (attrs.globalPool) {
        return poolGlobally(op, op.in(0), pooled.kind, op.shape(0));
    }
    ASSIGN_OR_RETURN(const MXNetWindow window, attrs.window());
    const IntTuple edge{0, 0, window.pad[0], window.pad[1]};
    Shape in = op.shape(0);
    in[2] += 2 * edge[2];
    in[3] += 2 * edge[3];
    pooled.window = window;
    pooled.window.pad = {0, 0};
    const bool isAverage = pooled.kind == Pooled::Kind::Average;
    pooled.kind = isAverage ? Pooled::Kind::Sum : pooled.kind;
    const Entry result =
        poolWindows(op, padded(op, op.in(0), edge, edge), pooled, in, op.outShape());
    const auto cells = static_cast<double>(window.cells());
    return isAverage ? op.makeScalar("__mul_scalar__", result, 1 / cells) : result;
}

OpBuilder<MXNetPoolingAttrs> declarePooling(const char *name, const char *summary,
                                            std::vector<std::string> types,
                                            std::vector<std::string> conventions)
{
    using A = MXNetPoolingAttrs;
    OpBuilder<A> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .category(OpCategory::Pooling)
        .attr(field("kernel", &A::kernel, "window size: (w,), (h, w) or (d, h, w)"))
        .attr(field("pool_type", &A::poolType, "what is made of a window").oneOf(std::move(types)))
        .attr(field("global_pool", &A::globalPool, "whether one window covers all"))
        .attr(field("pooling_convention", &A::poolingConvention,
                    "whether windows lie within the input, or may hang over its end")
                  .oneOf(std::move(conventions)))
        .attr(field("stride", &A::stride, "step along each spatial dimension; 1 unless given"))
        .attr(field("pad", &A::pad, "cells added on both sides of each spatial dimension"))
        .inputs({"data"})
        .type(mxnetPoolingType);
    return builder;
}

} // namespace

void registerMxPooling(OpRegistry &ops)
{
    using A = MXNetPoolingAttrs;
    ops.add(
        declarePooling("Pooling", "pooling over 1 to 3 dimensions", {"avg", "lp", "max", "sum"},
                       {"full", "same", "valid"})
            .attr(field("cudnn_off", &A::cudnnOff, "whether cuDNN is not used"))
            .attr(
                field("p_value", &A::pValue, "power of lp pooling").oneOf({"None", "1", "2", "3"}))
            .attr(field("count_include_pad", &A::countIncludePad,
                        "whether the average counts padding; None: it does")
                      .oneOf({"None", "True", "False", "true", "false", "1", "0"}))
            .attr(field("layout", &A::layout, "order of the dimensions; None: NCW, NCHW or NCDHW")
                      .oneOf(mxnetLayouts()))
            .outputs(poolingOutputs)
            .visibleOutputs(1)
            .shape(mxnetPoolingShape)
            .lower(lowerTo(lowerPooling))
            .build());
    ops.add(declarePooling("Pooling_v1", "pooling of images, as before MXNet 0.9",
                           {"avg", "max", "sum"}, {"full", "valid"})
                .shape(pooling1Shape)
                .lower(lowerTo(lowerPooling1))
                .build());
}

} // namespace nervure

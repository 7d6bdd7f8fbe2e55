// SPDX-License-Identifier: Apache-2.0
// What oneDNN computes at one go: a layer with the normalization, sum and activation behind it, which
// stand in the node's subgraph. Of real numbers the subgraph runs as it is; here are whole ones.
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_batch_norm.h"
#include "core/ops/mxnet/mx_fused_body.h"
#include "core/ops/mxnet/mx_quantization.h"
#include "core/ops/mxnet/mx_sizes.h"
#include "core/ops/mxnet/mx_window.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

namespace nervure {

namespace {

/// What the ends of the range are called differs between the two.
std::vector<std::string> convolutionOutputs(const FusedAttrs &attrs)
{
    return attrs.hasRange() ? std::vector<std::string>{"output", "output_min", "output_max"}
                            : std::vector<std::string>{"output"};
}

std::vector<std::string> fullyConnectedOutputs(const FusedAttrs &attrs)
{
    return attrs.hasRange() ? std::vector<std::string>{"output", "min_output", "max_output"}
                            : std::vector<std::string>{"output"};
}

/// Ends of ranges alone: the subgraph tells the rest.
Status fusedShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    return context.attrs.as<FusedAttrs>().isQuantized
               ? assignRangeShapes(in, variablesOf(context.node), out)
               : Status();
}

/// The parameters are real numbers, but those of a layer that says so; sums of bytes have four.
Status fusedType(const PartSpecs &specs, const RuleContext &context, DTypes &in, DTypes &out)
{
    const auto &attrs = context.attrs.as<FusedAttrs>();
    if (!attrs.isQuantized || context.node.subgraphs.empty()) {
        return {};
    }
    ASSIGN_OR_RETURN(const FusedBody body, FusedBody::of(context.node, specs));
    const std::size_t values = body.variables - (attrs.hasSum ? 1 : 0);
    const bool areBytes = body.parts[0].node->op == "FullyConnected" && !attrs.isByChannel;
    for (std::size_t i = 1; i < values && i < in.size(); ++i) {
        const DType expected = areBytes ? DType::Int8 : DType::Float32;
        if (!mergeType(in[i], expected)) {
            return makeError("infer-type", "input {} is {}, expected {}", i, dtypeName(in[i]),
                             dtypeName(expected));
        }
    }
    RETURN_IF_FAILED(assignRangeTypes(in, body.variables, out));
    return assignOutputType(out, 0,
                            attrs.givesFloats       ? DType::Float32
                            : !attrs.isCalibrated() ? DType::Int32
                            : body.isUnsigned()     ? DType::UInt8
                                                    : DType::Int8);
}

/// One fused layer of whole numbers on its way to NNVM's graph.
class FusedLowering {
public:
    FusedLowering(const Lowering &op, const FusedBody &body)
        : m_op(op),
          m_attrs(op.attrs<FusedAttrs>()),
          m_body(body),
          m_layer(body.parts[0]),
          m_channels(op.shape(1)[0]),
          m_hasBias(m_layer.node->inputs.size() == 3)
    {}

    Result<std::vector<Entry>> lower()
    {
        RETURN_IF_FAILED(check());
        m_dataScale = levelsPerUnit(m_op, m_op.type(0), rangeOf(0));
        m_weight = m_op.in(1);
        m_bias = m_hasBias ? m_op.in(2) : Entry{};
        foldNorm();
        if (isOfBytes()) {
            m_weightScale = levelsPerUnit(m_op, DType::Int8, rangeOf(1));
            roundBiasOfBytes();
        } else {
            roundWeight();
        }
        ASSIGN_OR_RETURN(const Entry sums, layer());
        if (m_attrs.givesFloats) {
            const Entry one = m_op.makeScalar("__rdiv_scalar__", m_dataScale, 1);
            return single(afterLayer(requantized(sums, one), Entry{}));
        }
        return m_attrs.isCalibrated() ? calibrated(sums) : uncalibrated(sums);
    }

private:
    [[nodiscard]] bool isOfBytes() const { return m_op.type(1) == DType::Int8; }
    [[nodiscard]] Entry rangeOf(std::size_t range) const
    {
        const std::size_t at = m_body.variables + 2 * range;
        return widestOf(m_op, m_op.in(at), m_op.in(at + 1));
    }
    static Result<std::vector<Entry>> single(const Result<Entry> &entry)
    {
        ASSIGN_OR_RETURN(const Entry result, entry);
        return std::vector{result};
    }

    [[nodiscard]] Status check() const
    {
        for (const FusedPart &part : m_body.parts) {
            const std::string &op = part.node->op;
            const bool isActivation = op == "Activation" || op == "LeakyReLU" || op == "clip";
            const bool isKnown = part.keepsScale() || m_attrs.givesFloats
                                 || (op == "clip" && m_attrs.isCalibrated());
            if (isActivation && !isKnown) {
                const std::string *type = part.node->attrs.find("act_type");
                return makeError("not-supported", "{} {} of whole numbers is not supported", op,
                                 type ? *type : "without a calibration");
            }
        }
        if (m_attrs.isSumData) {
            return makeError("not-supported", "dedup_sum of whole numbers is not supported");
        }
        if (m_attrs.isByChannel && !m_attrs.isCalibrated() && !m_attrs.givesFloats) {
            return makeError("not-supported",
                             "channel_wise_quantize without a calibration is not supported, as in "
                             "MXNet");
        }
        return {};
    }

    /// The weight with channels multiplied by as many numbers.
    [[nodiscard]] Entry byChannel(Entry numbers, std::int64_t count) const
    {
        return alongAxis(m_op, numbers, count, 0, m_op.shape(1).size());
    }

    void foldNorm()
    {
        const FusedPart *norm = m_body.find("BatchNorm");
        if (norm == nullptr) {
            return;
        }
        const auto &attrs = norm->attrs.as<MXNetBatchNormAttrs>();
        const std::size_t first = m_hasBias ? 3 : 2;
        const Entry deviation =
            m_op.make("sqrt", {m_op.makeScalar("__add_scalar__", m_op.in(first + 3), attrs.eps)});
        const Entry factor = attrs.fixGamma
                                 ? m_op.makeScalar("__rdiv_scalar__", deviation, 1)
                                 : m_op.make("elemwise_div", {m_op.in(first), deviation});
        m_weight = m_op.make("broadcast_mul", {m_weight, byChannel(factor, m_channels)});
        const Entry mean = m_op.in(first + 2);
        const Entry centered =
            m_hasBias ? m_op.make("elemwise_sub", {m_bias, mean}) : m_op.make("negative", {mean});
        m_bias = m_op.make("elemwise_add",
                           {m_op.in(first + 1), m_op.make("elemwise_mul", {factor, centered})});
        m_hasBias = true;
    }

    /// The largest size in the weight, or in each of its channels.
    [[nodiscard]] Entry widestWeight(bool isByChannel) const
    {
        const Entry sizes = m_op.make("abs", {m_weight});
        if (!isByChannel) {
            return m_op.reshape(m_op.make("max", {sizes}), {1});
        }
        IntTuple axes;
        for (std::size_t i = 1; i < m_op.shape(1).size(); ++i) {
            axes.push_back(static_cast<std::int64_t>(i));
        }
        return m_op.make("max", {sizes}, attrsOf({{"axis", attrText(axes)}}));
    }

    /// oneDNN takes the scale of the channel that has a group's number for all of the group.
    [[nodiscard]] Entry groupedScale(Entry scale) const
    {
        if (m_layer.node->op != "Convolution" || m_op.shape(0).size() < 2) {
            return scale;
        }
        const std::int64_t groups = m_op.shape(0)[1] / m_op.shape(1)[1];
        const std::int64_t each = m_channels / std::max<std::int64_t>(groups, 1);
        if (groups <= 1 || each <= 1) {
            return scale;
        }
        const Entry some = sliceOf(m_op, scale, {m_channels}, 0, 0, groups);
        const Entry spread = m_op.make("broadcast_to", {m_op.reshape(some, {groups, 1})},
                                       attrsOf({{"shape", attrText(Shape{groups, each})}}));
        return m_op.reshape(spread, {m_channels});
    }

    /// A scale of its own for each channel where the result is brought to another one anyway.
    void roundWeight()
    {
        m_isByChannel = m_attrs.isCalibrated() || m_attrs.givesFloats;
        m_widestWeight = widestWeight(m_isByChannel);
        m_weightScale = levelsPerUnit(m_op, DType::Int8, m_widestWeight);
        const Entry scale = m_isByChannel ? groupedScale(m_weightScale) : m_weightScale;
        m_weight = roundedTo(m_op,
                             scaledBy(m_op, m_weight, DType::Float32,
                                      byChannel(scale, m_isByChannel ? m_channels : 1)),
                             DType::Int8);
        if (m_hasBias) {
            const Entry sumScale = m_op.make("broadcast_mul", {m_weightScale, m_dataScale});
            const Entry scaledBias = m_op.make("broadcast_mul", {m_bias, sumScale});
            m_bias = m_op.cast(m_op.make("rint", {scaledBias}), DType::Float32, DType::Int32);
        }
    }

    void roundBiasOfBytes()
    {
        m_widestWeight = rangeOf(1);
        if (!m_hasBias) {
            return;
        }
        const Entry product = m_op.make("broadcast_mul", {m_dataScale, m_weightScale});
        const Entry factor =
            m_op.make("broadcast_div", {product, levelsPerUnit(m_op, DType::Int8, rangeOf(2))});
        const Entry scaledBias = scaledBy(m_op, m_bias, DType::Int8, factor);
        m_bias = m_op.cast(m_op.make("round", {scaledBias}), DType::Float32, DType::Int32);
    }

    [[nodiscard]] Result<Entry> lowerPart(const FusedPart &part, std::vector<Entry> in,
                                          Shapes shapes, DType type) const
    {
        const DTypes types(in.size(), type);
        return m_op.lowered({*part.spec, part.rule(), std::move(in), std::move(shapes), types,
                             m_op.outShape(), type});
    }

    /// The layer's sums, in whole numbers of four bytes.
    [[nodiscard]] Result<Entry> layer() const
    {
        const auto &names = m_layer.node->inputs;
        std::vector<Entry> in{m_op.cast(m_op.in(0), m_op.type(0), DType::Int32),
                              m_op.cast(m_weight, DType::Int8, DType::Int32)};
        Shapes shapes{m_op.shape(0), m_op.shape(1)};
        if (names.size() == 3) {
            in.push_back(m_bias);
            shapes.push_back({m_channels});
        }
        ASSIGN_OR_RETURN(const Entry sums,
                         lowerPart(m_layer, std::move(in), std::move(shapes), DType::Int32));
        // A normalization has one where the layer has none.
        return names.size() == 3 || !m_hasBias
                   ? sums
                   : m_op.make("broadcast_add", {sums, alongChannels(m_bias, m_channels)});
    }

    [[nodiscard]] Entry alongChannels(Entry numbers, std::int64_t count) const
    {
        const std::size_t rank = m_op.outShape().size();
        const bool isConvolution = m_layer.node->op == "Convolution";
        return alongAxis(m_op, numbers, count, isConvolution ? 1 : rank - 1, rank);
    }

    /// sums / weightScale * factor, in float32.
    [[nodiscard]] Entry requantized(Entry sums, Entry factor) const
    {
        const Entry scale = m_op.make("broadcast_div", {factor, m_weightScale});
        return m_op.make("broadcast_mul", {m_op.cast(sums, DType::Int32, DType::Float32),
                                           alongChannels(scale, m_isByChannel ? m_channels : 1)});
    }

    /// Sum and activation of numbers that are real ones times `scale`, which is none of real numbers.
    [[nodiscard]] Result<Entry> afterLayer(Entry x, const Entry &scale) const
    {
        const bool isScaled = scale.node != NodeId{};
        for (std::size_t i = 1; i < m_body.parts.size(); ++i) {
            const FusedPart &part = m_body.parts[i];
            if (part.node->op == "BatchNorm") {
                continue;
            }
            if (part.node->op == "elemwise_add") {
                const std::size_t sum = m_body.variables - 1;
                const Entry own = levelsPerUnit(m_op, m_op.type(sum), rangeOf(1));
                const Entry factor = m_op.make("broadcast_div", {scale, own});
                x = m_op.make("elemwise_add",
                              {x, scaledBy(m_op, m_op.in(sum), m_op.type(sum), factor)});
                continue;
            }
            const bool isApart = isScaled && !part.keepsScale();
            x = isApart ? m_op.make("broadcast_div", {x, scale}) : x;
            ASSIGN_OR_RETURN(x, lowerPart(part, {x}, {m_op.outShape()}, DType::Float32));
            x = isApart ? m_op.make("broadcast_mul", {x, scale}) : x;
        }
        return x;
    }

    Result<std::vector<Entry>> calibrated(Entry sums) const
    {
        const Entry least = rangeEnd(m_op, *m_attrs.minCalibRange);
        const Entry largest = rangeEnd(m_op, *m_attrs.maxCalibRange);
        const Entry scale = levelsPerUnit(m_op, m_op.outType(), widestOf(m_op, least, largest));
        const Entry factor = m_op.make("broadcast_div", {scale, m_dataScale});
        ASSIGN_OR_RETURN(const Entry x, afterLayer(requantized(sums, factor), scale));
        return std::vector{roundedTo(m_op, x, m_op.outType()), least, largest};
    }

    Result<std::vector<Entry>> uncalibrated(Entry sums) const
    {
        const Entry scale = m_op.make("broadcast_mul", {m_dataScale, m_weightScale});
        Entry numbers = sums;
        if (m_body.find("elemwise_add") != nullptr || m_body.find("LeakyReLU") != nullptr) {
            const Entry real = m_op.cast(sums, DType::Int32, DType::Float32);
            ASSIGN_OR_RETURN(const Entry x, afterLayer(real, scale));
            numbers = m_op.cast(m_op.make("rint", {x}), DType::Float32, DType::Int32);
        } else if (const FusedPart *relu = m_body.find("Activation")) {
            ASSIGN_OR_RETURN(numbers, lowerPart(*relu, {sums}, {m_op.outShape()}, DType::Int32));
        }
        const auto level = [this](Entry widest, DType type) {
            return m_op.makeScalar("__div_scalar__", widest, std::floor(quantizationLevels(type)));
        };
        const Entry widest = widestOfProducts(m_op, level(rangeOf(0), m_op.type(0)),
                                              level(m_widestWeight, DType::Int8));
        return std::vector{numbers, m_op.make("negative", {widest}), widest};
    }

    const Lowering &m_op;
    const FusedAttrs &m_attrs;
    const FusedBody &m_body;
    const FusedPart &m_layer;
    std::int64_t m_channels;
    bool m_hasBias;
    bool m_isByChannel = false; ///< the weights' scale
    Entry m_dataScale;
    Entry m_weight;
    Entry m_weightScale;
    Entry m_widestWeight; ///< of the whole weight, unless by channel
    Entry m_bias;
};

Result<std::vector<Entry>> lowerFused(const PartSpecs &specs, const Lowering &op)
{
    const Node &node = op.rule().node;
    if (node.subgraphs.size() != 1 || op.inputCount() < 4) {
        return makeError("not-supported", "{} subgraphs and {} inputs, expected one and more",
                         node.subgraphs.size(), op.inputCount());
    }
    if (op.shape(1).size() < 2 || elementCount(op.shape(1)) == 0) {
        return makeError("not-supported", "input 1 (weight) has shape {}, expected a layer's",
                         shapeText(op.shape(1)));
    }
    ASSIGN_OR_RETURN(const FusedBody body, FusedBody::of(node, specs));
    return FusedLowering(op, body).lower();
}

/// Products of the layer: each output adds up one channel of the weight.
std::optional<std::int64_t> fusedMacs(const FusedAttrs &, std::span<const Shape> in,
                                      std::span<const Shape> out)
{
    const auto outputs = elementCount(out[0]);
    const std::int64_t weights = in.size() < 2 ? unknownSize : rowSize(in[1]);
    return outputs && !isUnknownSize(weights) ? checkedMultiply(*outputs, weights) : std::nullopt;
}

OpBuilder<FusedAttrs> declareFused(const char *name, const char *summary,
                                   const std::shared_ptr<const PartSpecs> &specs)
{
    using A = FusedAttrs;
    OpBuilder<A> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .category(OpCategory::Convolution)
        .attr(field("quantized", &A::isQuantized, "whether it computes with whole numbers"))
        .attr(field("min_calib_range", &A::minCalibRange,
                    "least result that was found in a calibration; None: numbers of four bytes"))
        .attr(field("max_calib_range", &A::maxCalibRange,
                    "largest result that was found in a calibration; None: numbers of four bytes"))
        .parameters({1, 2})
        .shape(OpSpec::ShapeRule(fusedShape))
        .type([specs](const RuleContext &context, DTypes &in, DTypes &out) {
            return fusedType(*specs, context, in, out);
        })
        .macs(fusedMacs)
        .lower(lowerTo([specs](const Lowering &op) { return lowerFused(*specs, op); }));
    return builder;
}

} // namespace

void registerMxFused(OpRegistry &ops)
{
    using A = FusedAttrs;
    const auto specs = partSpecs(ops);
    ops.add(declareFused("_sg_mkldnn_conv",
                         "convolution, normalization, sum and activation at one go", specs)
                .outputs(convolutionOutputs)
                .attr(field("with_bn", &A::hasNorm, "whether it is normalized by channel"))
                .attr(field("with_act", &A::hasActivation, "whether an activation follows"))
                .attr(field("with_sum", &A::hasSum, "whether its last value is added"))
                .attr(field("with_postsum_act", &A::hasActivationOfSum,
                            "whether an activation follows the sum"))
                .attr(field("dedup_sum", &A::isSumData, "whether what is added is the data"))
                .build());
    ops.add(declareFused("_sg_mkldnn_fully_connected",
                         "fully connected layer and activation at one go", specs)
                .outputs(fullyConnectedOutputs)
                .attr(field("with_eltwise", &A::hasActivation, "whether an activation follows"))
                .attr(field("enable_float_output", &A::givesFloats,
                            "whether the results are real numbers"))
                .attr(field("channel_wise_quantize", &A::isByChannel,
                            "whether the weight is real, and each row gets a scale of its own"))
                .build());
}

} // namespace nervure

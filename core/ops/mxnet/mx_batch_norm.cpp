// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

/// Attributes of MXNet's batch normalizations; BatchNorm_v1 has only the first five.
struct MXNetBatchNormAttrs {
    double eps = 1e-3;
    float momentum = 0.9F;
    bool fixGamma = true;
    bool useGlobalStats = false;
    bool outputMeanVar = false;
    int axis = 1;
    bool cudnnOff = false;
    std::string minCalibRange = "None";
    std::string maxCalibRange = "None";
};

constexpr const char *statisticNames[]{"gamma", "beta", "moving_mean", "moving_var"};

/// The data must be known to have dimensions; they flow back from the output too.
Status mxnetBatchNormShape(const MXNetBatchNormAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 5, 3));
    RETURN_IF_FAILED(assignInput(in, 0, "data", out[0]));
    RETURN_IF_FAILED(assignOutput(out, 0, in[0]));
    if (in[0].empty()) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(attrs.axis, in[0]));
    const Shape channels{in[0][axis]};
    for (std::size_t i = 0; i < std::size(statisticNames); ++i) {
        RETURN_IF_FAILED(assignInput(in, 1 + i, statisticNames[i], channels));
    }
    RETURN_IF_FAILED(assignOutput(out, 1, channels));
    return assignOutput(out, 2, channels);
}

/// Statistics of float16 are float32.
Status mxnetBatchNormType(const RuleContext &, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 5, 3));
    if (in[0] == DType::Unknown) {
        in[0] = out[0];
    }
    const DType type = in[0];
    if (type == DType::Unknown) {
        return {};
    }
    const DType statistics = type == DType::Float16 ? DType::Float32 : type;
    for (std::size_t i = 1; i < in.size(); ++i) {
        if (!mergeType(in[i], statistics)) {
            return makeError("infer-type", "input {} ({}) is {}, expected {}", i,
                             statisticNames[i - 1], dtypeName(in[i]), dtypeName(statistics));
        }
    }
    RETURN_IF_FAILED(assignTypeStrictly(out, 0, type));
    RETURN_IF_FAILED(assignTypeStrictly(out, 1, statistics));
    return assignTypeStrictly(out, 2, statistics);
}

/// Mean and variance given out are the moving ones: at inference there are no others.
Result<std::vector<Entry>> lowerBatchNorm(const Lowering &op)
{
    const auto &attrs = op.attrs<MXNetBatchNormAttrs>();
    ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(attrs.axis, op.shape(0)));
    std::vector<Entry> from;
    for (std::size_t i = 0; i < op.inputCount(); ++i) {
        from.push_back(op.cast(op.in(i), op.type(i), op.outType()));
    }
    const Entry result = op.make("batch_norm", std::move(from),
                                 attrsOf({{"axis", attrText(axis)},
                                          {"epsilon", attrText(attrs.eps)},
                                          {"scale", attrText(!attrs.fixGamma)}}));
    return std::vector<Entry>{result, op.in(3), op.in(4)};
}

OpBuilder<MXNetBatchNormAttrs> declareBatchNorm(const char *name, const char *summary)
{
    using A = MXNetBatchNormAttrs;
    OpBuilder<A> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .category(OpCategory::Normalization)
        .attr(field("eps", &A::eps, "added to the variance"))
        .attr(field("momentum", &A::momentum, "of the moving mean and variance, when trained"))
        .attr(field("fix_gamma", &A::fixGamma, "whether gamma is taken to be 1"))
        .attr(field("use_global_stats", &A::useGlobalStats,
                    "whether the moving statistics are used when trained, too"))
        .attr(field("output_mean_var", &A::outputMeanVar,
                    "whether mean and variance are outputs to be seen"))
        .inputs({"data", "gamma", "beta", "moving_mean", "moving_var"})
        .outputs({"output", "mean", "var"})
        .visibleOutputs(1)
        .parameters({1, 2, 3, 4})
        .mutates({3, 4})
        .shape(mxnetBatchNormShape)
        .type(mxnetBatchNormType)
        .lower(lowerTo(lowerBatchNorm));
    return builder;
}

OpBuilder<MXNetBatchNormAttrs> declareBatchNormOfAxis(const char *name, const char *summary)
{
    using A = MXNetBatchNormAttrs;
    auto builder = declareBatchNorm(name, summary);
    builder.attr(field("axis", &A::axis, "dimension of the channels"))
        .attr(field("cudnn_off", &A::cudnnOff, "whether cuDNN is not used"))
        .attr(field("min_calib_range", &A::minCalibRange, "least output, of a calibration"))
        .attr(field("max_calib_range", &A::maxCalibRange, "largest output, of a calibration"));
    return builder;
}

} // namespace

void registerMxBatchNorm(OpRegistry &ops)
{
    constexpr const char *summary = "normalizes each channel by its mean and variance";
    ops.add(declareBatchNormOfAxis("BatchNorm", summary).build());
    ops.add(declareBatchNormOfAxis("CuDNNBatchNorm", "BatchNorm by cuDNN").build());
    ops.add(declareBatchNorm("BatchNorm_v1", "BatchNorm, as before MXNet 0.9").build());
}

} // namespace nervure

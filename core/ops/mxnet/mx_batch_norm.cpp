// SPDX-License-Identifier: Apache-2.0
#include "core/ops/mxnet/mx_batch_norm.h"

#include "core/graph/op/op_builder.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <string>

namespace nervure {

namespace {

constexpr const char *statisticNames[]{"gamma", "beta", "moving_mean", "moving_var"};

/// The data must be known to have dimensions; they flow back from the output too.
Status mxnetBatchNormShape(const MXNetBatchNormAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 5, 3));
    RETURN_IF_FAILED(assignInput(in, 0, "data", out[0]));
    RETURN_IF_FAILED(assignOutput(out, 0, in[0]));
    if (!in[0].hasRank()) {
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

/// At inference there are no other statistics than the moving ones. The third output, where it is shown,
/// is 1 / sqrt(var + eps) in spite of its name.
Result<std::vector<Entry>> lowerBatchNorm(const Lowering &op, const MXNetBatchNormAttrs &attrs)
{
    ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(attrs.axis, op.shape(0)));
    std::vector<Entry> from;
    for (std::size_t i = 0; i < op.inputCount(); ++i) {
        from.push_back(op.cast(op.in(i), op.type(i), op.outType()));
    }
    const Entry result = op.make("batch_norm", std::move(from),
                                 attrsOf({{"axis", attrText(axis)},
                                          {"epsilon", attrText(attrs.eps)},
                                          {"scale", attrText(!attrs.fixGamma)}}));
    Entry spread = op.in(4);
    if (attrs.outputMeanVar) {
        const Entry raised = op.makeScalar("__add_scalar__", spread, attrs.eps);
        spread = op.makeScalar("__rdiv_scalar__", op.make("sqrt", {raised}), 1);
    }
    return std::vector<Entry>{result, op.in(3), spread};
}

/// Attributes of _contrib_SyncBatchNorm.
struct SyncBatchNormAttrs : MXNetBatchNormAttrs {
    int deviceCount = 1;
    std::string key;
};

template <typename A>
Result<std::vector<Entry>> lowerBatchNormOf(const Lowering &op)
{
    return lowerBatchNorm(op, op.attrs<A>());
}

/// MXNet leaves the statistics empty.
Result<Entry> lowerSyncBatchNorm(const Lowering &op)
{
    ASSIGN_OR_RETURN(const auto outputs, lowerBatchNorm(op, op.attrs<SyncBatchNormAttrs>()));
    return outputs.front();
}

template <typename A>
Status batchNormShapeOf(const A &attrs, Shapes &in, Shapes &out)
{
    return mxnetBatchNormShape(attrs, in, out);
}

/// oneDNN keeps a workspace for the activation.
Status activatedShape(const MXNetBatchNormAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 5, 4));
    Shapes results(out.begin(), out.end() - 1);
    RETURN_IF_FAILED(mxnetBatchNormShape(attrs, in, results));
    std::copy(results.begin(), results.end(), out.begin());
    return assignOutput(out, 3, in[0]);
}

Status activatedType(const RuleContext &context, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 5, 4));
    DTypes results(out.begin(), out.end() - 1);
    RETURN_IF_FAILED(mxnetBatchNormType(context, in, results));
    std::copy(results.begin(), results.end(), out.begin());
    return assignOutputType(out, 3, in[0]);
}

Result<std::vector<Entry>> lowerActivatedBatchNorm(const Lowering &op)
{
    ASSIGN_OR_RETURN(std::vector<Entry> outputs,
                     lowerBatchNorm(op, op.attrs<MXNetBatchNormAttrs>()));
    outputs[0] = op.make("relu", {outputs[0]});
    return outputs;
}

template <typename A = MXNetBatchNormAttrs>
OpBuilder<A> declareBatchNorm(const char *name, const char *summary)
{
    OpBuilder<A> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .category(OpCategory::Normalization)
        .attr(field<A, double>("eps", &A::eps, "added to the variance"))
        .attr(field<A, float>("momentum", &A::momentum,
                              "of the moving mean and variance, when trained"))
        .attr(field<A, bool>("fix_gamma", &A::fixGamma, "whether gamma is taken to be 1"))
        .attr(field<A, bool>("use_global_stats", &A::useGlobalStats,
                             "whether the moving statistics are used when trained, too"))
        .attr(field<A, bool>("output_mean_var", &A::outputMeanVar,
                             "whether mean and variance are outputs to be seen"))
        .inputs({"data", "gamma", "beta", "moving_mean", "moving_var"})
        .outputs({"output", "mean", "var"})
        .visibleOutputs(1)
        .parameters({1, 2, 3, 4})
        .mutates({3, 4})
        .shape(batchNormShapeOf<A>)
        .type(mxnetBatchNormType)
        .lower(lowerTo(lowerBatchNormOf<A>));
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
    ops.add(declareBatchNormOfAxis("_contrib_BatchNormWithReLU", "BatchNorm and max(x, 0)")
                .outputs({"output", "mean", "var", "workspace"})
                .shape(activatedShape)
                .type(activatedType)
                .lower(lowerTo(lowerActivatedBatchNorm))
                .build());
    using S = SyncBatchNormAttrs;
    ops.add(declareBatchNorm<S>("_contrib_SyncBatchNorm",
                                "BatchNorm, when trained over the images of all devices")
                .attr(field("ndev", &S::deviceCount, "number of devices").atLeast(1))
                .attr(field("key", &S::key, "name that all devices share").required())
                .lower(lowerTo(lowerSyncBatchNorm))
                .build());
    ops.add(declareBatchNorm("BatchNorm_v1", "BatchNorm, as before MXNet 0.9").build());
}

} // namespace nervure

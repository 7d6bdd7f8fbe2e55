// SPDX-License-Identifier: Apache-2.0
// What LightNet makes of a batchnorm's weights for TensorRT.
#include "core/graph/op/op_builder.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nervure {

namespace {

struct Bn2scaleAttrs {
    float epsilon = 1e-5F;
};

constexpr const char *inputs[]{"src_mean", "src_var", "src_scale", "src_offset"};

/// LightNet's own conversion makes every epsilon positive.
Status bn2scaleShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    const auto &attrs = context.attrs.as<Bn2scaleAttrs>();
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 4, 3));
    if (context.semantics == Semantics::Fixed && attrs.epsilon < 0) {
        return makeError("attr-invalid", "epsilon is negative, expected at least 0");
    }
    if (isUnknown(in[0])) {
        return {};
    }
    RETURN_IF_FAILED(lnCheckRank(in[0], inputs[0], 1));
    for (std::size_t i = 1; i < in.size(); ++i) {
        RETURN_IF_FAILED(assignInput(in, i, inputs[i], in[0]));
    }
    return mergeAllShapes(in, out);
}

Status bn2scaleType(const RuleContext &, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 4, 3));
    for (std::size_t i = 0; i < in.size(); ++i) {
        RETURN_IF_FAILED(lnRequireType(in[i], inputs[i], DType::Float32));
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        RETURN_IF_FAILED(assignOutputType(out, i, DType::Float32));
    }
    return {};
}

/// LightNet forgets the square root of the variance.
Status bn2scaleReference(const Bn2scaleAttrs &attrs, const ReferenceCall &call)
{
    const bool isExact = call.rule.semantics == Semantics::Exact;
    const float least = std::numeric_limits<float>::min();
    const float epsilon = isExact ? std::max(attrs.epsilon, least) : attrs.epsilon;
    for (std::int64_t i = 0; i < call.in[0].count(); ++i) {
        const auto in = [&](std::size_t k) { return call.in[k].as<float>()[i]; };
        const float variance = in(1) + epsilon;
        const float divisor = isExact ? variance : std::sqrt(variance);
        call.out[0].as<float>()[i] = in(2) / divisor;
        call.out[1].as<float>()[i] = in(3) - in(0) * in(2) / divisor;
        call.out[2].as<float>()[i] = 1;
    }
    return {};
}

} // namespace

void registerLnBn2scale(OpRegistry &ops)
{
    using A = Bn2scaleAttrs;
    OpSpec spec = OpBuilder<A>(Dialect::LightNet, "bn2scale_wts_cpu")
                      .summary("the weights of a batchnorm as those of a scale layer, made once")
                      .category(OpCategory::Normalization)
                      .attr(field("epsilon", &A::epsilon, "added to the variance").required())
                      .inputs({inputs[0], inputs[1], inputs[2], inputs[3]})
                      .parameters({0, 1, 2, 3})
                      .outputs({"dst_scale", "dst_shift", "dst_power"})
                      .shape(OpSpec::ShapeRule(bn2scaleShape))
                      .type(bn2scaleType)
                      .pattern(OpPattern::Opaque)
                      .reference(bn2scaleReference)
                      .build();
    spec.isStatic = true;
    ops.add(lnFinishOne(std::move(spec)));
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/execution/tensor.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/normalization/batch_norm.h"

#include <cmath>

namespace nervure {

namespace {

/// What both operators keep of the batch_norm they replace.
struct FoldAttrs {
    double epsilon = 1e-5;
    bool scale = true;
    bool center = true;
    bool useBias = false;
};

/// gamma / sqrt(variance + epsilon), channel by channel.
class Factors {
public:
    Factors(const FoldAttrs &attrs, const ReferenceCall &call, std::size_t gamma,
            std::size_t variance)
        : m_gamma(attrs.scale ? &call.in[gamma] : nullptr),
          m_variance(call.in[variance]),
          m_epsilon(countedEpsilon(attrs.epsilon, call.rule.semantics))
    {}

    [[nodiscard]] double of(std::int64_t channel) const
    {
        const double scale = m_gamma ? elementAsDouble(*m_gamma, channel) : 1.0;
        return scale / std::sqrt(elementAsDouble(m_variance, channel) + m_epsilon);
    }

private:
    const ConstTensorView *m_gamma;
    const ConstTensorView &m_variance;
    double m_epsilon;
};

/// Fills an unknown shape; fails when it is known and another.
Status settle(Shape &shape, const Shape &expected, std::string_view name)
{
    if (isUnknown(shape)) {
        shape = expected;
    }
    if (shape == expected) {
        return {};
    }
    return makeError("infer-shape", "{} has the shape {}, expected {}", name, shapeText(shape),
                     shapeText(expected));
}

/// weight, gamma, moving_var: the result has the shape of the weight, the others its first size.
Status weightShape(const FoldAttrs &, Shapes &in, Shapes &out)
{
    Shape &weight = isUnknown(in[0]) ? out[0] : in[0];
    if (isUnknown(weight)) {
        return {};
    }
    if (weight.isScalar()) {
        return makeError("infer-shape", "weight has the shape [], expected at least 1 dimension");
    }
    const Shape all = weight;
    for (const auto &[shape, name] : {std::pair(&in[0], "weight"), {&out[0], "output"}}) {
        RETURN_IF_FAILED(settle(*shape, all, name));
    }
    RETURN_IF_FAILED(settle(in[1], {all[0]}, "gamma"));
    return settle(in[2], {all[0]}, "moving_var");
}

Status biasShape(const FoldAttrs &, Shapes &in, Shapes &out)
{
    Shape known = out[0];
    for (const Shape &shape : in) {
        known = isUnknown(known) ? shape : known;
    }
    if (isUnknown(known)) {
        return {};
    }
    for (Shape &shape : in) {
        RETURN_IF_FAILED(settle(shape, known, "an input"));
    }
    return settle(out[0], known, "output");
}

Status sameType(const RuleContext &, DTypes &in, DTypes &out)
{
    DType known = out[0];
    for (const DType type : in) {
        known = known == DType::Unknown ? type : known;
    }
    for (DType &type : in) {
        type = type == DType::Unknown ? known : type;
        if (type != known) {
            return makeError("infer-type", "inputs are {} and {}, expected one type",
                             dtypeName(type), dtypeName(known));
        }
    }
    out[0] = known;
    return {};
}

Status weightReference(const FoldAttrs &attrs, const ReferenceCall &call)
{
    const Factors factors(attrs, call, 1, 2);
    const std::int64_t channels = call.in[1].count();
    const std::int64_t inner = channels == 0 ? 0 : call.in[0].count() / channels;
    for (std::int64_t c = 0; c < channels; ++c) {
        const double factor = factors.of(c);
        const std::int64_t start = c * inner;
        if (call.in[0].type == DType::Float32) {
            const float *from = call.in[0].as<float>() + start;
            float *to = call.out[0].as<float>() + start;
            for (std::int64_t i = 0; i < inner; ++i) {
                to[i] = static_cast<float>(from[i] * factor);
            }
            continue;
        }
        for (std::int64_t i = start; i < start + inner; ++i) {
            storeElement(call.out[0], i, elementAsDouble(call.in[0], i) * factor);
        }
    }
    return {};
}

Status biasReference(const FoldAttrs &attrs, const ReferenceCall &call)
{
    const Factors factors(attrs, call, 0, 3);
    for (std::int64_t c = 0; c < call.out[0].count(); ++c) {
        const double bias = attrs.useBias ? elementAsDouble(call.in[4], c) : 0.0;
        const double beta = attrs.center ? elementAsDouble(call.in[1], c) : 0.0;
        const double mean = elementAsDouble(call.in[2], c);
        const double factor = factors.of(c);
        storeElement(call.out[0], c, (bias - mean) * factor + beta);
    }
    return {};
}

std::vector<std::string> biasInputs(const FoldAttrs &attrs)
{
    std::vector<std::string> names{"gamma", "beta", "moving_mean", "moving_var"};
    if (attrs.useBias) {
        names.emplace_back("bias");
    }
    return names;
}

OpBuilder<FoldAttrs> foldOperator(std::string name, std::string summary)
{
    OpBuilder<FoldAttrs> op(Dialect::Nervure, std::move(name));
    op.summary(std::move(summary))
        .category(OpCategory::Normalization)
        .attr(field("epsilon", &FoldAttrs::epsilon, "added to the variance"))
        .attr(field("scale", &FoldAttrs::scale, "whether gamma multiplies"))
        .type(sameType)
        .pattern(OpPattern::Opaque);
    return op;
}

} // namespace

void registerBatchNormFold(OpRegistry &ops)
{
    ops.add(foldOperator("batch_norm_weight", "a weight with the factor of a batch_norm in it")
                .inputs({"weight", "gamma", "moving_var"})
                .parameters({0, 1, 2})
                .shape(weightShape)
                .reference(weightReference)
                .build());
    ops.add(foldOperator("batch_norm_bias", "the bias that a folded batch_norm leaves")
                .attr(field("center", &FoldAttrs::center, "whether beta is added"))
                .attr(field("use_bias", &FoldAttrs::useBias, "whether there was a bias before"))
                .inputs(biasInputs)
                .parameters({0, 1, 2, 3, 4})
                .shape(biasShape)
                .reference(biasReference)
                .build());
}

} // namespace nervure

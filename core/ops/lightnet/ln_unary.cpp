// SPDX-License-Identifier: Apache-2.0
// LightNet's element-wise operators of one tensor.
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/arithmetic_reference.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/shape_rules.h"

#include <array>
#include <limits>

namespace nervure {

namespace {

struct LreluAttrs {
    float negslope = 0;
};

/// LightNet's own conversion makes everything up to the least normal float that float.
float slopeOf(const LreluAttrs &attrs, Semantics semantics)
{
    const float least = std::numeric_limits<float>::min();
    return semantics == Semantics::Exact && attrs.negslope <= least ? least : attrs.negslope;
}

Status lreluReference(const LreluAttrs &attrs, const ReferenceCall &call)
{
    RETURN_IF_FAILED(requireOneType(call));
    const DType type = call.in[0].type;
    const bool isWide = type == DType::Int64 || type == DType::UInt64;
    if (isWide && call.rule.semantics == Semantics::Exact) {
        return unsupportedType(type);
    }
    const float slope = slopeOf(attrs, call.rule.semantics);
    return withLightNetType(call.in[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        // The slope is converted to the element type first, as LightNet does.
        T converted{};
        const Shape one{1};
        lnStore({type, one, reinterpret_cast<std::byte *>(&converted)}, 0, slope);
        // Factors are looked up: a jump that depends on the data would take longer than the product.
        const std::array<T, 2> factors{converted, T{1}};
        const T *in = call.in[0].as<T>();
        T *out = call.out[0].as<T>();
        const std::int64_t count = call.in[0].count();
        for (std::int64_t i = 0; i < count; ++i) {
            out[i] = static_cast<T>(in[i] * factors[in[i] >= T{} ? 1 : 0]);
        }
        if (type == DType::Bool) {
            for (std::int64_t i = 0; i < count; ++i) {
                out[i] = out[i] != T{} ? T{1} : T{};
            }
        }
        return {};
    });
}

std::string lreluElement(const LreluAttrs &attrs, const KernelContext &context,
                         std::span<const ElementOperand> operands)
{
    const DType type = context.inTypes[0];
    const std::string slope = lnValueLiteral(type, static_cast<double>(attrs.negslope));
    const std::string product =
        isFloat(type) ? "%0 * " + slope : "NERVURE_WRAPPED(%0, *, " + slope + ')';
    const std::string text = "(%0 >= 0 ? %0 : " + product + ')';
    return elementText(type == DType::Bool ? text + " != 0 ? 1 : 0" : text, operands);
}

template <typename Attrs>
OpBuilder<Attrs> declareLnUnary(const char *name, const char *summary)
{
    OpBuilder<Attrs> builder(Dialect::LightNet, name);
    builder.summary(summary)
        .category(OpCategory::Activation)
        .inputs({"src"})
        .shape(elementwiseShape(1))
        .type(elementwiseType(1))
        .pattern(OpPattern::Elementwise);
    return builder;
}

Status reluReference(const ReferenceCall &call)
{
    RETURN_IF_FAILED(requireAlike(call));
    return withLightNetType(call.in[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        for (std::int64_t i = 0; i < call.in[0].count(); ++i) {
            const T x = call.in[0].as<T>()[i];
            call.out[0].as<T>()[i] = x > T{} ? x : T{};
        }
        return {};
    });
}

Status sigmoidReference(const ReferenceCall &call)
{
    return unaryReference(*findUnaryFunction("sigmoid"), call);
}

} // namespace

void registerLnUnary(OpRegistry &ops)
{
    OpSpec relu = declareLnUnary<NoAttrs>("relu", "max(x, 0)").build();
    relu.reference = reluReference;
    setElement(relu, findUnaryFunction("relu")->element, findUnaryFunction("relu")->whole);
    ops.add(lnFinish(lnWithoutCode(std::move(relu))));
    OpSpec sigmoid = declareLnUnary<NoAttrs>("sigmoid", "1 / (1 + exp(-x))").build();
    sigmoid.reference = sigmoidReference;
    setElement(sigmoid, findUnaryFunction("sigmoid")->element, {});
    ops.add(lnFinish(lnWithoutCode(lnForAllTypes(std::move(sigmoid)))));
    OpSpec lrelu =
        declareLnUnary<LreluAttrs>("lrelu", "x for x >= 0, else x * negslope")
            .attr(field("negslope", &LreluAttrs::negslope, "slope for negative x").required())
            .reference(lreluReference)
            .element(lreluElement)
            .build();
    setElementKernel(lrelu);
    ops.add(lnFinish(std::move(lrelu)));
}

} // namespace nervure

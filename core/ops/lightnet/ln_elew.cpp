// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/arithmetic.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

struct ElewAttrs {
    std::string op;
};

enum class Elew { Mul, Div, Sum, Sub, Max, Min, Pow };

struct LnElewRow {
    const char *name;
    Elew kind;
    const char *function; ///< of arithmetic.h
};

constexpr LnElewRow lnElewRows[]{
    {"TL_MUL", Elew::Mul, "mul"}, {"TL_DIV", Elew::Div, "div"}, {"TL_SUM", Elew::Sum, "add"},
    {"TL_SUB", Elew::Sub, "sub"}, {"TL_MAX", Elew::Max, "max"}, {"TL_MIN", Elew::Min, "min"},
    {"TL_POW", Elew::Pow, "pow"},
};

const LnElewRow &rowOf(const ElewAttrs &attrs)
{
    const auto *row = std::find_if(std::begin(lnElewRows), std::end(lnElewRows),
                                   [&](const LnElewRow &r) { return attrs.op == r.name; });
    return row == std::end(lnElewRows) ? lnElewRows[0] : *row;
}

/// Integers wrap around: computed without sign, where that is defined.
template <typename T>
T wrapped(Elew kind, T a, T b)
{
    const auto x = static_cast<std::uint64_t>(a);
    const auto y = static_cast<std::uint64_t>(b);
    return static_cast<T>(kind == Elew::Mul ? x * y : kind == Elew::Sum ? x + y : x - y);
}

template <typename T>
T plain(Elew kind, T a, T b)
{
    if (kind == Elew::Max) {
        return std::max(a, b);
    }
    if (kind == Elew::Min) {
        return std::min(a, b);
    }
    if constexpr (isFloatElement<T>) {
        return kind == Elew::Mul   ? a * b
               : kind == Elew::Sum ? a + b
               : kind == Elew::Sub ? a - b
                                   : a / b;
    } else if (kind == Elew::Div) {
        // The one quotient that does not fit wraps around.
        return std::is_signed_v<T> && b == static_cast<T>(-1) ? wrapped(Elew::Sub, T{}, a)
                                                              : static_cast<T>(a / b);
    } else {
        return wrapped(kind, a, b);
    }
}

Diagnostic zeroDivisor(std::int64_t i)
{
    return makeError("division-by-zero", "element {} of src2 is 0, expected a divisor that is not",
                     i);
}

Status elewReference(const ElewAttrs &attrs, const ReferenceCall &call)
{
    const Elew kind = rowOf(attrs).kind;
    RETURN_IF_FAILED(requireOneType(call));
    const TensorView &out = call.out[0];
    // LightNet stops there for every type; floats have infinities for it.
    const bool isChecked =
        kind == Elew::Div && (call.rule.semantics == Semantics::Exact || !isFloat(out.type));
    return withLightNetType(out.type, [&](auto zero) -> Status {
        using T = decltype(zero);
        const T *a = call.in[0].as<T>();
        const T *b = call.in[1].as<T>();
        for (std::int64_t i = 0; i < out.count(); ++i) {
            if (isChecked && b[i] == T{}) {
                return zeroDivisor(i);
            }
            if (kind == Elew::Pow) {
                lnStore(out, i, std::pow(static_cast<double>(a[i]), static_cast<double>(b[i])));
                continue;
            }
            const T value = plain(kind, a[i], b[i]);
            out.as<T>()[i] = out.type == DType::Bool ? static_cast<T>(value != T{} ? 1 : 0) : value;
        }
        return {};
    });
}

Status elewShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    RETURN_IF_FAILED(lnCheckOneShape(context, in));
    return mergeAllShapes(in, out);
}

/// Where neither is larger, or one is NaN, the left one counts.
std::string elewElement(const ElewAttrs &attrs, const KernelContext &context,
                        std::span<const ElementOperand> operands)
{
    const LnElewRow &row = rowOf(attrs);
    const BinaryFunction &function = *findBinaryFunction(row.function);
    std::string text(isFloat(context.inTypes[0]) ? function.element : function.whole);
    if (row.kind == Elew::Max || row.kind == Elew::Min) {
        text = row.kind == Elew::Max ? "%0 < %1 ? %1 : %0" : "%1 < %0 ? %1 : %0";
    }
    const bool isBool = context.inTypes[0] == DType::Bool;
    return elementText(isBool ? "(" + text + ") != 0 ? 1 : 0" : text, operands);
}

/// Powers of whole numbers are computed in double, as all of LightNet's that can be fractions.
Result<KernelSpec> elewKernel(const RuleContext &rule, const KernelContext &context)
{
    const bool isPower = rowOf(rule.attrs.as<ElewAttrs>()).kind == Elew::Pow;
    const OpSpec::KernelRule kernel = [](const RuleContext &node, const KernelContext &of) {
        return elementKernel(
            [](const RuleContext &r, const KernelContext &c, std::span<const ElementOperand> in) {
                return elewElement(r.attrs.as<ElewAttrs>(), c, in);
            },
            node, of);
    };
    return isPower ? lnKernelInDouble(kernel, rule, context) : kernel(rule, context);
}

} // namespace

void registerLnElew(OpRegistry &ops)
{
    std::vector<std::string> names;
    for (const LnElewRow &row : lnElewRows) {
        names.emplace_back(row.name);
    }
    OpSpec spec = OpBuilder<ElewAttrs>(Dialect::LightNet, "elew")
                      .summary("element-wise arithmetic of two tensors of one shape")
                      .category(OpCategory::Elementwise)
                      .attr(field("elew_op", &ElewAttrs::op, "what is computed")
                                .required()
                                .oneOf(std::move(names)))
                      .inputs({"src1", "src2"})
                      .shape(OpSpec::ShapeRule(elewShape))
                      .type(elementwiseType(2))
                      .pattern(OpPattern::Elementwise)
                      .reference(elewReference)
                      .element(elewElement)
                      .build();
    spec.kernel = elewKernel;
    ops.add(lnFinish(std::move(spec)));
}

} // namespace nervure

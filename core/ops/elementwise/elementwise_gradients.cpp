// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/elementwise_gradients.h"

#include "core/ops/elementwise/elementwise_scalar.h"
#include "core/ops/rules/gradient_rules.h"

#include <cmath>

namespace nervure {

namespace {

using Nodes = GradientNodes;
using Entries = std::vector<Entry>;

AttrDict scalarAttr(std::string text)
{
    return {{"scalar", std::move(text)}};
}

Entries copied(const Nodes &n)
{
    return {n.make("copy", "_grad_0", {n.outGrad()})};
}

Entries negated(const Nodes &n)
{
    return {n.make("negative", "_grad_0", {n.outGrad()})};
}

/// dx = dy where x > 0
Entries reluGradient(const Nodes &n)
{
    const Entry zero = n.make("zeros_like", "_sub0", {n.input()});
    const Entry mask = n.make("greater", "_sub1", {n.input(), zero}, {{"exclude", "true"}});
    return {n.make("elemwise_mul", "_grad", {n.outGrad(), mask})};
}

/// dx = dy * y * (1 - y)
Entries sigmoidGradient(const Nodes &n)
{
    const Entry scaled = n.make("elemwise_mul", "_grad_sub_0", {n.outGrad(), n.output()});
    const Entry rest = n.make("__rsub_scalar__", "_grad_sub_1", {n.output()}, scalarAttr("1"));
    return {n.make("elemwise_mul", "_grad_0", {scaled, rest})};
}

/// dx = dy * (1 - y^2)
Entries tanhGradient(const Nodes &n)
{
    const Entry square = n.make("elemwise_mul", "_grad_sub_0", {n.output(), n.output()});
    const Entry rest = n.make("__rsub_scalar__", "_grad_sub_1", {square}, scalarAttr("1"));
    return {n.make("elemwise_mul", "_grad_0", {n.outGrad(), rest})};
}

/// dx = dy * y
Entries expGradient(const Nodes &n)
{
    return {n.make("elemwise_mul", "_grad_0", {n.outGrad(), n.output()})};
}

/// dx = dy / x
Entries logGradient(const Nodes &n)
{
    return {n.make("elemwise_div", "_grad_0", {n.outGrad(), n.input()})};
}

/// dx = dy / 2y
Entries sqrtGradient(const Nodes &n)
{
    const Entry twice = n.make("__mul_scalar__", "_grad_sub_0", {n.output()}, scalarAttr("2"));
    return {n.make("elemwise_div", "_grad_0", {n.outGrad(), twice})};
}

/// Both nodes have one name, as in NNVM.
Entries addGradient(const Nodes &n)
{
    return {n.make("copy", "_grad_0", {n.outGrad()}), n.make("copy", "_grad_0", {n.outGrad()})};
}

Entries subGradient(const Nodes &n)
{
    return {n.outGrad(), n.make("negative", "_grad_1", {n.outGrad()})};
}

Entries mulGradient(const Nodes &n)
{
    return {n.make("elemwise_mul", "_grad_0", {n.outGrad(), n.input(1)}),
            n.make("elemwise_mul", "_grad_1", {n.outGrad(), n.input(0)})};
}

/// da = dy / b, db = -dy * a / b^2
Entries divGradient(const Nodes &n)
{
    const Entry scaled = n.make("elemwise_mul", "_grad_sub_0", {n.outGrad(), n.input(0)});
    const Entry minus = n.make("negative", "_grad_sub_1", {scaled});
    const Entry square = n.make("elemwise_mul", "_grad_sub_2", {n.input(1), n.input(1)});
    return {n.make("elemwise_div", "_grad_0", {n.outGrad(), n.input(1)}),
            n.make("elemwise_div", "_grad_1", {minus, square})};
}

Entries passedOn(const Nodes &n)
{
    return {n.outGrad()};
}

Entries mulScalarGradient(const Nodes &n)
{
    return {n.make("__mul_scalar__", "_grad_0", {n.outGrad()}, scalarAttr(n.attrText("scalar")))};
}

Entries divScalarGradient(const Nodes &n)
{
    return {n.make("__div_scalar__", "_grad_0", {n.outGrad()}, scalarAttr(n.attrText("scalar")))};
}

/// dx = -dy * s / x^2
Entries rdivScalarGradient(const Nodes &n)
{
    const Entry scaled =
        n.make("__mul_scalar__", "_grad_sub_0", {n.outGrad()}, scalarAttr(n.attrText("scalar")));
    const Entry minus = n.make("negative", "_grad_sub_1", {scaled});
    const Entry square = n.make("elemwise_mul", "_grad_sub_2", {n.input(), n.input()});
    return {n.make("elemwise_div", "_grad_0", {minus, square})};
}

/// dx = dy * s * x^(s - 1), the numbers with six decimals
Entries powScalarGradient(const Nodes &n)
{
    const double scalar = n.attrs<ScalarAttrs>().scalar;
    const Entry lower = n.make("__pow_scalar__", "_grad_sub_0", {n.input()},
                               scalarAttr(std::to_string(scalar - 1)));
    const Entry scaled =
        n.make("__mul_scalar__", "_grad_sub_1", {n.outGrad()}, scalarAttr(std::to_string(scalar)));
    return {n.make("elemwise_mul", "_grad_0", {lower, scaled})};
}

/// dx = dy * s^x * log(s)
Entries rpowScalarGradient(const Nodes &n)
{
    const double scalar = n.attrs<ScalarAttrs>().scalar;
    const Entry scaled = n.make("__mul_scalar__", "_grad_sub_0", {n.output()},
                                scalarAttr(std::to_string(std::log(scalar))));
    return {n.make("broadcast_mul", "_grad_0", {n.outGrad(), scaled})};
}

Entries broadcastAddGradient(const Nodes &n)
{
    return {n.make("collapse_sum", "_dlhs", {n.outGrad(), n.input(0)}),
            n.make("collapse_sum", "_drhs", {n.outGrad(), n.input(1)})};
}

Entries broadcastSubGradient(const Nodes &n)
{
    const Entry left = n.make("collapse_sum", "_dlhs", {n.outGrad(), n.input(0)});
    const Entry minus = n.make("negative", "_drhs_neg", {n.outGrad()});
    return {left, n.make("collapse_sum", "_drhs", {minus, n.input(1)})};
}

Entries broadcastMulGradient(const Nodes &n)
{
    const Entry left = n.make("broadcast_mul", "_dlhs_mul", {n.input(1), n.outGrad()});
    const Entry right = n.make("broadcast_mul", "_drhs_mul", {n.input(0), n.outGrad()});
    return {n.make("collapse_sum", "_dlhs_sum", {left, n.input(0)}),
            n.make("collapse_sum", "_drhs_sum", {right, n.input(1)})};
}

/// da = dy / b, db = y / -b * dy
Entries broadcastDivGradient(const Nodes &n)
{
    const Entry left = n.make("broadcast_div", "_dlhs_div", {n.outGrad(), n.input(1)});
    const Entry minus = n.make("negative", "_rhs_neg", {n.input(1)});
    const Entry share = n.make("broadcast_div", "_drhs_div", {n.output(), minus});
    const Entry right = n.make("broadcast_mul", "_drhs_mul", {share, n.outGrad()});
    return {n.make("collapse_sum", "_dlhs_sum", {left, n.input(0)}),
            n.make("collapse_sum", "_drhs_sum", {right, n.input(1)})};
}

struct ElementwiseGradientsRow {
    std::string_view op;
    std::size_t inputs;
    Entries (*gradient)(const Nodes &);
};

constexpr ElementwiseGradientsRow elementwiseGradientsRows[]{
    {"relu", 1, reluGradient},
    {"sigmoid", 1, sigmoidGradient},
    {"tanh", 1, tanhGradient},
    {"exp", 1, expGradient},
    {"log", 1, logGradient},
    {"sqrt", 1, sqrtGradient},
    {"negative", 1, negated},
    {"copy", 1, copied},
    {"block_grad", 1, zeroEntries},
    {"zeros_like", 1, zeroEntries},
    {"ones_like", 1, zeroEntries},
    {"greater", 2, zeroEntries},
    {"less", 2, zeroEntries},
    {"elemwise_add", 2, addGradient},
    {"elemwise_sub", 2, subGradient},
    {"elemwise_mul", 2, mulGradient},
    {"elemwise_div", 2, divGradient},
    {"__add_scalar__", 1, copied},
    {"__sub_scalar__", 1, passedOn},
    {"__rsub_scalar__", 1, negated},
    {"__mul_scalar__", 1, mulScalarGradient},
    {"__div_scalar__", 1, divScalarGradient},
    {"__rdiv_scalar__", 1, rdivScalarGradient},
    {"__pow_scalar__", 1, powScalarGradient},
    {"__rpow_scalar__", 1, rpowScalarGradient},
    {"broadcast_add", 2, broadcastAddGradient},
    {"broadcast_sub", 2, broadcastSubGradient},
    {"broadcast_mul", 2, broadcastMulGradient},
    {"broadcast_div", 2, broadcastDivGradient},
};

} // namespace

RewriteRules::GradientRule elementwiseGradient(std::string_view op)
{
    for (const ElementwiseGradientsRow &row : elementwiseGradientsRows) {
        if (row.op == op) {
            return gradientRule(row.inputs, row.gradient);
        }
    }
    return {};
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_window.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"

#include <cmath>

namespace nervure {

namespace {

struct ActivationAttrs {
    std::string actType;
};

/// Attributes of MXNet's LeakyReLU.
struct MXNetLeakyReluAttrs {
    std::string actType = "leaky";
    float slope = 0.25F;
    float lowerBound = 0.125F;
    float upperBound = 0.334F;
};

Entry one(const Lowering &op, const char *name, Entry x)
{
    return op.make(name, {x});
}

/// log(1 + exp(x)) as max(x, 0) + log(1 + exp(-|x|)), which never overflows.
Entry softPlus(const Lowering &op, Entry x)
{
    const Entry falling = one(op, "exp", one(op, "negative", one(op, "abs", x)));
    const Entry tail = one(op, "log", op.makeScalar("__add_scalar__", falling, 1));
    return op.make("elemwise_add", {one(op, "relu", x), tail});
}

Result<Entry> lowerActivation(const Lowering &op)
{
    const std::string &type = op.attrs<ActivationAttrs>().actType;
    const Entry x = op.in(0);
    if (type == "softrelu") {
        return softPlus(op, x);
    }
    if (type == "softsign") {
        const Entry divisor = op.makeScalar("__add_scalar__", one(op, "abs", x), 1);
        return op.make("elemwise_div", {x, divisor});
    }
    if (type == "log_sigmoid") {
        return one(op, "negative", softPlus(op, one(op, "negative", x)));
    }
    if (type == "mish") {
        return op.make("elemwise_mul", {x, one(op, "tanh", softPlus(op, x))});
    }
    return one(op, type.c_str(), x);
}

std::vector<std::string> leakyReluInputs(const MXNetLeakyReluAttrs &attrs)
{
    return attrs.actType == "prelu" ? std::vector<std::string>{"data", "gamma"}
                                    : std::vector<std::string>{"data"};
}

std::vector<std::string> leakyReluOutputs(const MXNetLeakyReluAttrs &attrs)
{
    return attrs.actType == "rrelu" ? std::vector<std::string>{"output", "mask"}
                                    : std::vector<std::string>{"output"};
}

/// Slopes given beforehand may have any shape that spreads; else there is one for each channel.
Status leakyReluShape(const MXNetLeakyReluAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), leakyReluInputs(attrs).size(),
                                 leakyReluOutputs(attrs).size()));
    Shapes data{in[0]};
    RETURN_IF_FAILED(mergeAllShapes(data, out));
    in[0] = data[0];
    if (attrs.actType == "prelu" && in[0].size() > 0 && !in[1].hasRank()) {
        in[1] = {in[0].size() > 1 ? in[0][1] : in[0][0]};
    }
    return {};
}

Status leakyReluType(const RuleContext &, DTypes &in, DTypes &out)
{
    return mergeAllTypes(in, out);
}

/// min(x, 0), by operators that devices fuse.
Entry negativePart(const Lowering &op, Entry x)
{
    return one(op, "negative", one(op, "relu", one(op, "negative", x)));
}

/// x where it is positive, slope * (exp(x) - 1) where not.
Entry exponentialUnit(const Lowering &op, Entry x, double slope)
{
    const Entry grown = one(op, "exp", negativePart(op, x));
    const Entry below =
        op.makeScalar("__mul_scalar__", op.makeScalar("__sub_scalar__", grown, 1), slope);
    return op.make("elemwise_add", {one(op, "relu", x), below});
}

/// x * (1 + erf(x / sqrt(2))) / 2
Entry gaussianUnit(const Lowering &op, Entry x)
{
    const Entry scaled = op.makeScalar("__mul_scalar__", x, 1 / std::sqrt(2.0));
    const Entry raised = op.makeScalar("__add_scalar__", one(op, "erf", scaled), 1);
    return op.make("elemwise_mul", {op.makeScalar("__mul_scalar__", x, 0.5), raised});
}

/// NNVM's operator knows images and one slope a channel.
Entry parametricUnit(const Lowering &op)
{
    const Shape &data = op.shape(0);
    const Shape &slopes = op.shape(1);
    const Entry x = op.in(0);
    if (data.size() == 4 && slopes == Shape{data[1]}) {
        return op.make("prelu", {x, op.in(1)}, attrsOf({{"axis", "1"}}));
    }
    Entry spread = op.in(1);
    if (slopes.size() == 1 && data.size() > 1) {
        spread = alongAxis(op, spread, slopes[0], 1, data.size());
    }
    const Entry below = op.make("broadcast_mul", {negativePart(op, x), spread});
    return op.make("elemwise_add", {one(op, "relu", x), below});
}

Result<Entry> leakyRelu(const Lowering &op)
{
    constexpr double seluScale = 1.0507009873554804934193349852946;
    constexpr double seluAlpha = 1.6732632423543772848170429916717;
    const auto &attrs = op.attrs<MXNetLeakyReluAttrs>();
    const Entry x = op.in(0);
    if (attrs.actType == "prelu") {
        return parametricUnit(op);
    }
    if (attrs.actType == "elu") {
        return exponentialUnit(op, x, attrs.slope);
    }
    if (attrs.actType == "selu") {
        return op.makeScalar("__mul_scalar__", exponentialUnit(op, x, seluAlpha), seluScale);
    }
    if (attrs.actType == "gelu") {
        return gaussianUnit(op, x);
    }
    // Outside of training rrelu has the middle of its slopes.
    const float slope =
        attrs.actType == "rrelu" ? (attrs.lowerBound + attrs.upperBound) / 2 : attrs.slope;
    return op.make("leaky_relu", {x}, attrsOf({{"alpha", attrText(slope)}}));
}

/// Outside of training nothing is drawn at random, and the mask says nothing.
Result<std::vector<Entry>> lowerLeakyRelu(const Lowering &op)
{
    ASSIGN_OR_RETURN(const Entry result, leakyRelu(op));
    std::vector<Entry> outputs{result};
    if (op.attrs<MXNetLeakyReluAttrs>().actType == "rrelu") {
        outputs.push_back(one(op, "zeros_like", op.in(0)));
    }
    return outputs;
}

} // namespace

void registerMxActivation(OpRegistry &ops)
{
    using A = ActivationAttrs;
    ops.add(OpBuilder<A>(Dialect::MXNet, "Activation")
                .summary("an activation function of each element")
                .category(OpCategory::Activation)
                .attr(field("act_type", &A::actType, "which function")
                          .required()
                          .oneOf({"log_sigmoid", "mish", "relu", "sigmoid", "softrelu", "softsign",
                                  "tanh"}))
                .inputs({"data"})
                .shape(elementwiseShape(1))
                .type(elementwiseType(1))
                .lower(lowerTo(lowerActivation))
                .build());
    using L = MXNetLeakyReluAttrs;
    ops.add(OpBuilder<L>(Dialect::MXNet, "LeakyReLU")
                .summary("x where it is positive, something small where it is not")
                .category(OpCategory::Activation)
                .attr(field("act_type", &L::actType, "which function")
                          .oneOf({"elu", "gelu", "leaky", "prelu", "rrelu", "selu"}))
                .attr(field("slope", &L::slope, "slope of leaky, factor of elu"))
                .attr(field("lower_bound", &L::lowerBound, "least slope of rrelu"))
                .attr(field("upper_bound", &L::upperBound, "largest slope of rrelu"))
                .inputs(leakyReluInputs)
                .outputs(leakyReluOutputs)
                .parameters({1})
                .shape(leakyReluShape)
                .type(leakyReluType)
                .lower(lowerTo(lowerLeakyRelu))
                .build());
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
// What NNVM computes element by element, and its constants, as LightNet's operators.
#include "core/passes/conversion/nnvm_raising.h"

namespace nervure {

namespace {

/// LightNet's name of the arithmetic that an operator ends in; empty for others.
std::string_view arithmeticOf(std::string_view op)
{
    constexpr NameByEnding names[]{
        {"_add", "TL_SUM"}, {"_sub", "TL_SUB"},  {"_rsub", "TL_SUB"}, {"_mul", "TL_MUL"},
        {"_div", "TL_DIV"}, {"_rdiv", "TL_DIV"}, {"_pow", "TL_POW"},  {"_rpow", "TL_POW"},
        {"_max", "TL_MAX"}, {"_min", "TL_MIN"},
    };
    return byArithmetic(op, names);
}

/// Division and powers of integers differ: LightNet ends at a divisor of 0, and powers saturate.
std::string whyNotOnIntegers(std::string_view arithmetic, DType type)
{
    if (isFloat(type) || (arithmetic != "TL_DIV" && arithmetic != "TL_POW")) {
        return {};
    }
    return arithmetic == "TL_DIV" ? "LightNet ends at integer divisions by 0, NNVM does not"
                                  : "LightNet's powers of integers saturate, NNVM's wrap around";
}

/// As many tensors as there are, one after the other, each repeated to the result's shape.
Raised combined(RaisedNode &node)
{
    const std::string_view op = node.op() == "elemwise_sum" ? "TL_SUM" : arithmeticOf(node.op());
    if (std::string reason = whyNotOneType(node); !reason.empty()) {
        return notRaised(std::move(reason));
    }
    if (std::string reason = whyNotOnIntegers(op, node.outType()); !reason.empty()) {
        return notRaised(std::move(reason));
    }
    LightNetTensor result = node.make.stretch(node.in(0), node.outShape());
    for (std::size_t i = 1; i < node.inputCount(); ++i) {
        result = node.make.arithmetic(op, result, node.make.stretch(node.in(i), node.outShape()));
    }
    return raisedAs(result);
}

/// As NNVM computes with it: rounded to float first, but not in fixed semantics.
Result<double> scalarOf(const RaisedNode &node, std::string_view name)
{
    return node.element(name, node.semantics() == Semantics::Exact);
}

Raised withScalar(RaisedNode &node)
{
    const std::string_view op = arithmeticOf(node.op());
    const Result<double> scalar = scalarOf(node, "scalar");
    if (!scalar) {
        return notRaised(scalar.error());
    }
    const bool isReversed = node.op().starts_with("__r");
    const bool isSafeDivision = node.op() == "__div_scalar__" && *scalar != 0;
    if (std::string reason = whyNotOnIntegers(op, node.outType());
        !reason.empty() && !isSafeDivision) {
        return notRaised(std::move(reason));
    }
    const LightNetTensor &data = node.in(0);
    const LightNetTensor number = node.make.constant(data.shape, data.type, *scalar);
    return raisedAs(isReversed ? node.make.arithmetic(op, number, data)
                               : node.make.arithmetic(op, data, number));
}

Raised same(RaisedNode &node)
{
    return raisedAs(node.make.alike(node.op(), node.in(0)));
}

/// A rule for floats alone.
template <Raised rule(RaisedNode &)>
Raised floatsOnly(RaisedNode &node)
{
    std::string reason = whyNotFloats(node);
    return reason.empty() ? rule(node) : notRaised(std::move(reason));
}

/// sigmoid(x) / sigmoid(-x), which loses no digits.
Raised exponential(RaisedNode &node)
{
    const LightNetTensor &x = node.in(0);
    const LightNetTensor less = node.make.arithmetic("TL_MUL", x, -1);
    return raisedAs(node.make.arithmetic("TL_DIV", node.make.alike("sigmoid", x),
                                         node.make.alike("sigmoid", less)));
}

/// 2 sigmoid(2 x) - 1.
Raised hyperbolicTangent(RaisedNode &node)
{
    const LightNetTensor twice = node.make.arithmetic("TL_MUL", node.in(0), 2);
    const LightNetTensor share = node.make.alike("sigmoid", twice);
    return raisedAs(node.make.arithmetic("TL_SUB", node.make.arithmetic("TL_MUL", share, 2), 1));
}

Raised squareRoot(RaisedNode &node)
{
    return raisedAs(node.make.arithmetic("TL_POW", node.in(0), 0.5));
}

Raised negative(RaisedNode &node)
{
    return raisedAs(node.make.arithmetic("TL_MUL", node.in(0), -1));
}

Raised absolute(RaisedNode &node)
{
    const LightNetTensor &x = node.in(0);
    return raisedAs(node.make.arithmetic("TL_MAX", x, node.make.arithmetic("TL_MUL", x, -1)));
}

/// The upper bound first: where the bounds are crossed the lower one is the result.
Raised clipped(RaisedNode &node)
{
    const Result<double> least = scalarOf(node, "a_min");
    const Result<double> most = scalarOf(node, "a_max");
    if (!least || !most) {
        return notRaised(least ? most.error() : least.error());
    }
    const LightNetTensor below = node.make.arithmetic("TL_MIN", node.in(0), *most);
    return raisedAs(node.make.arithmetic("TL_MAX", below, *least));
}

Raised leaky(RaisedNode &node)
{
    const Result<double> slope = node.element("alpha", false);
    if (!slope) {
        return notRaised(slope.error());
    }
    // LightNet's own conversion makes a slope of 0 a small one.
    return raisedAs(*slope == 0 ? node.make.alike("relu", node.in(0))
                                : node.make.alike("lrelu", node.in(0),
                                                  {{"negslope", LightNetAttrText::print(*slope)}}));
}

/// relu(x) + slope min(x, 0); one of both is 0.
Raised channelLeaky(RaisedNode &node)
{
    const LightNetTensor &x = node.in(0);
    const Result<std::size_t> axis = node.axis(x.shape.size());
    if (!axis) {
        return notRaised(axis.error());
    }
    Shape channels(x.shape.size(), 1);
    channels[*axis] = x.shape[*axis];
    const LightNetTensor slopes =
        node.make.stretch(node.make.reshape(node.in(1), channels), x.shape);
    const LightNetTensor below = node.make.arithmetic("TL_MIN", x, 0);
    return raisedAs(node.make.arithmetic("TL_SUM", node.make.alike("relu", x),
                                         node.make.arithmetic("TL_MUL", below, slopes)));
}

Raised softmax(RaisedNode &node)
{
    const LightNetTensor &x = node.in(0);
    const Result<std::size_t> axis = node.axis(x.shape.size());
    return axis ? raisedAs(node.make.alike("softmax", x, {{"axis", std::to_string(*axis)}}))
                : notRaised(axis.error());
}

Raised passedOn(RaisedNode &node)
{
    return raisedAs(node.in(0));
}

Raised dropout(RaisedNode &node)
{
    return node.isRead(1) ? notRaised("its mask is read, which nothing in LightNet gives")
                          : Raised{{node.in(0), {}}, {}};
}

Raised converted(RaisedNode &node)
{
    return node.in(0).type == node.outType()
               ? passedOn(node)
               : notRaised("LightNet converts no types, here "
                           + std::string(dtypeName(node.in(0).type)) + " to "
                           + std::string(dtypeName(node.outType())));
}

Raised filled(RaisedNode &node)
{
    const Result<double> value = node.op().starts_with("full")   ? node.element("fill_value", false)
                                 : node.op().starts_with("ones") ? 1.0
                                                                 : 0.0;
    if (!value) {
        return notRaised(value.error());
    }
    return raisedAs(*value == 0 ? node.make.zeros(node.outShape(), node.outType())
                                : node.make.filled(node.outShape(), node.outType(), *value));
}

} // namespace

void addElementRaising(RaisingRules &rules)
{
    for (const char *group : {"elemwise_", "broadcast_"}) {
        for (const char *op : {"add", "sub", "mul", "div", "pow"}) {
            rules[std::string(group) + op] = combined;
        }
    }
    for (const char *op : {"broadcast_max", "broadcast_min", "elemwise_sum"}) {
        rules[op] = combined;
    }
    for (const char *op : {"add", "sub", "rsub", "mul", "div", "rdiv", "pow", "rpow"}) {
        rules["__" + std::string(op) + "_scalar__"] = withScalar;
    }
    for (const char *op : {"zeros", "zeros_like", "ones", "ones_like", "full", "full_like"}) {
        rules[op] = filled;
    }
    rules["relu"] = same;
    rules["sigmoid"] = floatsOnly<same>;
    rules["exp"] = floatsOnly<exponential>;
    rules["tanh"] = floatsOnly<hyperbolicTangent>;
    rules["sqrt"] = floatsOnly<squareRoot>;
    rules["negative"] = floatsOnly<negative>;
    rules["abs"] = floatsOnly<absolute>;
    rules["clip"] = clipped;
    rules["leaky_relu"] = floatsOnly<leaky>;
    rules["prelu"] = floatsOnly<channelLeaky>;
    rules["softmax"] = floatsOnly<softmax>;
    rules["copy"] = passedOn;
    rules["block_grad"] = passedOn;
    rules["dropout"] = dropout;
    rules["cast"] = converted;
}

} // namespace nervure

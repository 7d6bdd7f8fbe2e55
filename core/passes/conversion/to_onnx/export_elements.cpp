// SPDX-License-Identifier: Apache-2.0
// What NNVM computes element by element, and its constants, as ONNX's operators.
#include "core/passes/conversion/to_onnx/export_node.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace nervure {

namespace {

/// ONNX's name of what an operator of two operands ends in, "_add" or "_equal"; empty for others.
std::string_view onnxNameOf(std::string_view op)
{
    // The longer endings come before those that they end in.
    constexpr NameByEnding names[]{
        {"_add", "Add"},
        {"_sub", "Sub"},
        {"_rsub", "Sub"},
        {"_mul", "Mul"},
        {"_div", "Div"},
        {"_rdiv", "Div"},
        {"_pow", "Pow"},
        {"_rpow", "Pow"},
        {"_mod", "Mod"},
        {"_max", "Max"},
        {"_min", "Min"},
        {"_greater_equal", "GreaterOrEqual"},
        {"_less_equal", "LessOrEqual"},
        {"_not_equal", "Equal"},
        {"_equal", "Equal"},
        {"greater", "Greater"},
        {"less", "Less"},
    };
    return byArithmetic(op, names);
}

std::string whyNoPower(std::string_view name, DType type)
{
    return name == "Pow" && !isFloat(type)
               ? "NNVM's powers of whole numbers wrap around, which ONNX leaves open"
               : std::string();
}

/// The remainder has the sign of the dividend, as C's.
AttrDict arithmeticAttrs(std::string_view name)
{
    return name == "Mod" ? AttrDict{{"fmod", "1"}} : AttrDict();
}

Exported exportArithmetic(ExportNode &node)
{
    const std::string_view name = onnxNameOf(node.op());
    std::string reason = mixedTypesOf(node, "ONNX");
    if (reason.empty()) {
        reason = whyNoPower(name, node.outType());
    }
    return reason.empty()
               ? exportedAs(node.make.add(name, {node.in(0), node.in(1)}, arithmeticAttrs(name),
                                          node.outShape(), node.outType()))
               : notExported(std::move(reason));
}

/// As NNVM computes with it: rounded to float first, but not in fixed semantics.
Result<double> numberOf(const ExportNode &node, std::string_view name)
{
    return node.element(name, node.semantics() == Semantics::Exact);
}

Exported exportScalarArithmetic(ExportNode &node)
{
    const std::string_view name = onnxNameOf(node.op());
    if (std::string reason = whyNoPower(name, node.outType()); !reason.empty()) {
        return notExported(std::move(reason));
    }
    const Result<double> scalar = numberOf(node, "scalar");
    if (!scalar) {
        return notExported(scalar.error());
    }
    const OnnxTensor number = node.make.scalar(*scalar, node.inType(0));
    const bool isReversed = node.op().starts_with("__r");
    return exportedAs(node.make.add(
        name, isReversed ? std::vector{number, node.in(0)} : std::vector{node.in(0), number}, {},
        node.outShape(), node.outType()));
}

/// NNVM's truth values are numbers of the operands' type.
Exported exportComparison(ExportNode &node)
{
    OnnxTensor truth = node.make.comparison(onnxNameOf(node.op()), node.in(0), node.in(1));
    if (node.op().ends_with("_not_equal")) {
        truth = node.make.alike("Not", truth);
    }
    return exportedAs(node.make.cast(truth, node.outType()));
}

/// ONNX shifts unsigned numbers alone.
Exported exportShift(ExportNode &node)
{
    const bool isLeft = node.op().find("left") != std::string::npos
                        || node.op().find("lshift") != std::string::npos;
    const AttrDict attrs{{"direction", isLeft ? "LEFT" : "RIGHT"}};
    if (node.inputCount() > 1) {
        return exportedAs(node.make.add("BitShift", {node.in(0), node.in(1)}, attrs,
                                        node.outShape(), node.outType()));
    }
    const Result<double> scalar = numberOf(node, "scalar");
    return scalar ? exportedAs(
               node.make.add("BitShift", {node.in(0), node.make.scalar(*scalar, node.inType(0))},
                             attrs, node.outShape(), node.outType()))
                  : notExported(scalar.error());
}

/// ONNX sums any number of floats at once.
Exported exportSumOfAll(ExportNode &node)
{
    if (node.inputCount() > 2 && isFloat(node.outType())) {
        std::vector<OnnxTensor> inputs;
        for (std::size_t i = 0; i < node.inputCount(); ++i) {
            inputs.push_back(node.in(i));
        }
        return exportedAs(node.make.add("Sum", inputs, {}, node.outShape(), node.outType()));
    }
    OnnxTensor sum = node.in(0);
    for (std::size_t i = 1; i < node.inputCount(); ++i) {
        sum = node.make.arithmetic("Add", sum, node.in(i));
    }
    return exportedAs(sum);
}

/// Functions of one number that both have.
constexpr std::pair<const char *, const char *> sameFunctions[]{
    {"relu", "Relu"},     {"sigmoid", "Sigmoid"},
    {"tanh", "Tanh"},     {"exp", "Exp"},
    {"log", "Log"},       {"sqrt", "Sqrt"},
    {"negative", "Neg"},  {"abs", "Abs"},
    {"floor", "Floor"},   {"ceil", "Ceil"},
    {"erf", "Erf"},       {"sign", "Sign"},
    {"rint", "Round"},    {"sin", "Sin"},
    {"cos", "Cos"},       {"tan", "Tan"},
    {"asin", "Asin"},     {"acos", "Acos"},
    {"atan", "Atan"},     {"sinh", "Sinh"},
    {"cosh", "Cosh"},     {"asinh", "Asinh"},
    {"acosh", "Acosh"},   {"atanh", "Atanh"},
    {"copy", "Identity"}, {"block_grad", "Identity"},
};

Exported exportFunction(ExportNode &node)
{
    const auto *const found =
        std::find_if(std::begin(sameFunctions), std::end(sameFunctions),
                     [&node](const auto &one) { return node.op() == one.first; });
    return exportedAs(node.make.alike(found->second, node.in(0)));
}

/// Towards zero.
Exported exportTruncation(ExportNode &node)
{
    const OnnxTensor whole = node.make.alike("Floor", node.make.alike("Abs", node.in(0)));
    return exportedAs(node.make.arithmetic("Mul", node.make.alike("Sign", node.in(0)), whole));
}

/// Halves away from zero, as C does; ONNX's Round goes to the even number.
Exported exportRounding(ExportNode &node)
{
    const OnnxTensor size = node.make.alike("Abs", node.in(0));
    const OnnxTensor whole = node.make.alike("Floor", size);
    const OnnxTensor rest = node.make.arithmetic("Sub", size, whole);
    const OnnxTensor half = node.make.scalar(0.5, size.type);
    const OnnxTensor isMore =
        node.make.cast(node.make.comparison("GreaterOrEqual", rest, half), size.type);
    return exportedAs(node.make.arithmetic("Mul", node.make.alike("Sign", node.in(0)),
                                           node.make.arithmetic("Add", whole, isMore)));
}

/// Where the bounds are crossed the lower one is NNVM's result, the upper one ONNX's.
Exported exportClip(ExportNode &node)
{
    const Result<double> least = numberOf(node, "a_min");
    const Result<double> most = numberOf(node, "a_max");
    if (!least || !most) {
        return notExported(least ? most.error() : least.error());
    }
    const OnnxTensor &x = node.in(0);
    const OnnxTensor low = node.make.scalar(*least, x.type);
    const OnnxTensor high = node.make.scalar(*most, x.type);
    return exportedAs(*least <= *most
                          ? node.make.add("Clip", {x, low, high}, {}, x.shape, x.type)
                          : node.make.arithmetic("Max", node.make.arithmetic("Min", x, high), low));
}

Exported exportLeakyRelu(ExportNode &node)
{
    return exportedAs(
        node.make.alike("LeakyRelu", node.in(0), {{"alpha", onnxNumber(node.number("alpha"))}}));
}

Exported exportPrelu(ExportNode &node)
{
    const OnnxTensor &x = node.in(0);
    const Result<std::size_t> axis = node.axis(x.shape.size());
    if (!axis) {
        return notExported(axis.error());
    }
    Shape slopes(x.shape.size() - *axis, 1);
    slopes[0] = x.shape[*axis];
    return exportedAs(
        node.make.add("PRelu", {x, node.make.reshape(node.in(1), slopes)}, {}, x.shape, x.type));
}

/// A condition of one dimension decides on whole rows.
Exported exportChoice(ExportNode &node)
{
    const OnnxTensor &x = node.in(1);
    OnnxTensor condition = node.make.cast(node.in(0), DType::Bool);
    if (condition.shape.size() == 1) {
        Shape rows(x.shape.size(), 1);
        rows[0] = condition.shape[0];
        condition = node.make.reshape(condition, rows);
    }
    return exportedAs(
        node.make.add("Where", {condition, x, node.in(2)}, {}, node.outShape(), node.outType()));
}

Exported exportDropout(ExportNode &node)
{
    return node.isRead(1) ? notExported("its mask is read, which ONNX's has as truth values")
                          : Exported{{node.in(0), {}}, {}};
}

Exported exportCast(ExportNode &node)
{
    return exportedAs(node.make.cast(node.in(0), node.outType()));
}

Exported exportFill(ExportNode &node)
{
    const Result<double> value = node.op().starts_with("full")   ? node.element("fill_value", false)
                                 : node.op().starts_with("ones") ? 1.0
                                                                 : 0.0;
    return value ? exportedAs(node.make.filled(node.outShape(), node.outType(), *value))
                 : notExported(value.error());
}

/// As text they are few enough.
constexpr std::size_t mostConstantElements = 1 << 20;

Exported exportConstant(ExportNode &node)
{
    const auto elements = node.value<NumberTuple>("elements");
    return elements.size() > mostConstantElements
               ? notExported("it holds more numbers than are written as text")
               : exportedAs(node.make.numbers(node.outShape(), node.outType(), elements));
}

Exported exportSequence(ExportNode &node)
{
    const std::int64_t count = node.outShape()[0];
    if (count > static_cast<std::int64_t>(mostConstantElements)) {
        return notExported("it holds more numbers than are written as text");
    }
    NumberTuple elements;
    for (std::int64_t i = 0; i < count; ++i) {
        elements.push_back(node.number("start") + static_cast<double>(i) * node.number("step"));
    }
    return exportedAs(node.make.numbers(node.outShape(), node.outType(), elements));
}

} // namespace

void addElementExports(ExportRules &rules)
{
    for (const char *group : {"elemwise_", "broadcast_"}) {
        for (const char *op : {"add", "sub", "mul", "div", "pow", "mod"}) {
            rules[std::string(group) + op] = exportArithmetic;
        }
    }
    rules["broadcast_max"] = exportArithmetic;
    rules["broadcast_min"] = exportArithmetic;
    for (const char *op : {"add", "sub", "rsub", "mul", "div", "rdiv", "pow", "rpow"}) {
        rules[fmt::format("__{}_scalar__", op)] = exportScalarArithmetic;
    }
    for (const char *op :
         {"greater", "less", "equal", "not_equal", "greater_equal", "less_equal"}) {
        rules[std::string("broadcast_") + op] = exportComparison;
    }
    rules["greater"] = exportComparison;
    rules["less"] = exportComparison;
    for (const char *op : {"broadcast_left_shift", "broadcast_right_shift", "__lshift_scalar__",
                           "__rshift_scalar__"}) {
        rules[op] = exportShift;
    }
    for (const auto &[op, name] : sameFunctions) {
        rules[op] = exportFunction;
    }
    for (const char *op : {"zeros", "zeros_like", "ones", "ones_like", "full", "full_like"}) {
        rules[op] = exportFill;
    }
    rules["elemwise_sum"] = exportSumOfAll;
    rules["trunc"] = exportTruncation;
    rules["round"] = exportRounding;
    rules["clip"] = exportClip;
    rules["leaky_relu"] = exportLeakyRelu;
    rules["prelu"] = exportPrelu;
    rules["where"] = exportChoice;
    rules["dropout"] = exportDropout;
    rules["cast"] = exportCast;
    rules["constant"] = exportConstant;
    rules["arange"] = exportSequence;
}

} // namespace nervure

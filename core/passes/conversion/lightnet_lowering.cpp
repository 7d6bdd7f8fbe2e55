// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/lightnet_lowering.h"

#include "core/passes/conversion/lowered_graph.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace nervure {

const Shape &LoweredNode::inShape(std::size_t i) const
{
    const IndexedNode &node = m_context.index->node(m_id);
    return (*m_context.analyses.find(keys::shape,
                                     m_context.index))[m_context.index->entryId(node.inputs[i])];
}

const Shape &LoweredNode::outShape(std::size_t i) const
{
    const auto index = static_cast<std::uint32_t>(i);
    return (*m_context.analyses.find(keys::shape,
                                     m_context.index))[m_context.index->entryId(m_id, index)];
}

DType LoweredNode::inType(std::size_t i) const
{
    const IndexedNode &node = m_context.index->node(m_id);
    return (*m_context.analyses.find(keys::dtype,
                                     m_context.index))[m_context.index->entryId(node.inputs[i])];
}

DType LoweredNode::outType(std::size_t i) const
{
    const auto index = static_cast<std::uint32_t>(i);
    return (*m_context.analyses.find(keys::dtype,
                                     m_context.index))[m_context.index->entryId(m_id, index)];
}

std::uint32_t LoweredNode::outputCount() const
{
    return m_context.index->node(m_id).outputCount;
}

/// Parameters were checked when the document was indexed.
template <typename T>
T LoweredNode::value(std::string_view name) const
{
    T value{};
    if (const std::string *json = node().attrs.find(name)) {
        (void)LightNetAttrText::parse(*json, value);
    }
    return value;
}

std::int64_t LoweredNode::integer(std::string_view name) const
{
    return value<std::int64_t>(name);
}

double LoweredNode::number(std::string_view name) const
{
    return value<double>(name);
}

IntTuple LoweredNode::integers(std::string_view name) const
{
    return value<IntTuple>(name);
}

NumberTuple LoweredNode::numbers(std::string_view name) const
{
    return value<NumberTuple>(name);
}

std::string LoweredNode::text(std::string_view name) const
{
    return value<std::string>(name);
}

std::string LoweredNode::freeName(const std::string &wanted)
{
    std::string name = wanted;
    for (int i = 1; !m_names.insert(name).second; ++i) {
        name = fmt::format("{}_{}", wanted, i);
    }
    return name;
}

Entry LoweredNode::add(std::string_view op, std::vector<Entry> inputs, AttrDict attrs)
{
    Node result;
    result.op = std::string(op);
    result.name = freeName(node().name);
    result.attrs = std::move(attrs);
    result.inputs.assign(inputs.begin(), inputs.end());
    m_added.push_back(m_graph.add(std::move(result)));
    return {m_added.back(), 0, 0};
}

Entry LoweredNode::addVariable(const std::string &name, const Shape &shape, DType type)
{
    Node variable;
    variable.name = freeName(name);
    variable.attrs = variableAttrs(shape, type);
    m_added.push_back(m_graph.add(std::move(variable)));
    return {m_added.back(), 0, 0};
}

namespace {

std::string textOf(const IntTuple &tuple)
{
    return NnvmAttrText::print(tuple);
}

Lowered one(Entry entry)
{
    return {{entry}, {}};
}

Lowered none(std::string reason)
{
    return {{}, std::move(reason)};
}

using Padding = std::array<std::int64_t, 4>; ///< top, left, bottom, right

/// The padding of a window over `in` that gives the output's size: SAME_* has it by the sizes.
Padding paddingOf(const LoweredNode &node, const IntTuple &dilation)
{
    const std::string autopad = node.text("autopad");
    const IntTuple given = node.integers("padding");
    if (autopad == "VALID") {
        return {0, 0, 0, 0};
    }
    if (autopad != "SAME_UPPER" && autopad != "SAME_LOWER") {
        return {given[0], given[1], given[2], given[3]};
    }
    const IntTuple size = node.integers("size");
    const IntTuple stride = node.integers("stride");
    Padding padding{};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const std::int64_t covered = (size[axis] - 1) * dilation[axis] + 1;
        const std::int64_t total = std::max<std::int64_t>(
            (node.outShape()[axis + 2] - 1) * stride[axis] + covered - node.inShape(0)[axis + 2],
            0);
        const std::int64_t half = total / 2;
        padding[axis] = autopad == "SAME_UPPER" ? half : total - half;
        padding[axis + 2] = total - padding[axis];
    }
    return padding;
}

bool isEven(const Padding &padding)
{
    return padding[0] == padding[2] && padding[1] == padding[3];
}

Lowered convolution(LoweredNode &node)
{
    const IntTuple dilation = node.integers("dilation");
    Padding padding = paddingOf(node, dilation);
    Entry data = node.in(0);
    if (!isEven(padding)) {
        const auto pair = [](std::int64_t a, std::int64_t b) {
            return fmt::format("({}, {})", a, b);
        };
        data = node.add("pad", {data},
                        {{"pad_width", "((0, 0), (0, 0), " + pair(padding[0], padding[2]) + ", "
                                           + pair(padding[1], padding[3]) + ")"}});
        padding = {};
    }
    return one(node.add("conv2d", {data, node.in(1), node.in(2)},
                        {{"channels", std::to_string(node.outShape()[1])},
                         {"kernel_size", textOf(node.integers("size"))},
                         {"strides", textOf(node.integers("stride"))},
                         {"padding", textOf({padding[0], padding[1]})},
                         {"dilation", textOf(dilation)},
                         {"groups", std::to_string(node.integer("group"))}}));
}

/// NNVM adds rows and columns of zeros where LightNet computes on.
Lowered deconvolution(LoweredNode &node)
{
    const IntTuple given = node.integers("padding");
    const std::string autopad = node.text("autopad");
    const bool isPlain = autopad != "SAME_UPPER" && autopad != "SAME_LOWER";
    const IntTuple extra = node.integers("output_padding");
    const Padding padding =
        autopad == "VALID" ? Padding{} : Padding{given[0], given[1], given[2], given[3]};
    if (!isPlain || !isEven(padding) || extra != IntTuple{0, 0}) {
        return none("only even padding and no output_padding have a counterpart");
    }
    return one(node.add("conv2d_transpose", {node.in(0), node.in(1), node.in(2)},
                        {{"channels", std::to_string(node.outShape()[1])},
                         {"kernel_size", textOf(node.integers("size"))},
                         {"strides", textOf(node.integers("stride"))},
                         {"padding", textOf({padding[0], padding[1]})},
                         {"dilation", textOf(node.integers("dilation"))},
                         {"groups", std::to_string(node.integer("group"))}}));
}

Lowered pooling(LoweredNode &node)
{
    const Padding padding = paddingOf(node, {1, 1});
    AttrDict attrs{{"pool_size", textOf(node.integers("size"))},
                   {"strides", textOf(node.integers("stride"))},
                   {"padding", textOf({padding[0], padding[1], padding[2], padding[3]})}};
    if (node.op() == "maxpool2d") {
        return one(node.add("max_pool2d", {node.in(0)}, std::move(attrs)));
    }
    attrs.set("count_include_pad", isEven(padding) ? "False" : "True");
    return one(node.add("avg_pool2d", {node.in(0)}, std::move(attrs)));
}

Lowered arithmetic(LoweredNode &node)
{
    static const std::map<std::string, const char *, std::less<>> counterparts{
        {"TL_MUL", "elemwise_mul"},  {"TL_DIV", "elemwise_div"}, {"TL_SUM", "elemwise_add"},
        {"TL_SUB", "elemwise_sub"},  {"TL_POW", "elemwise_pow"}, {"TL_MAX", "broadcast_max"},
        {"TL_MIN", "broadcast_min"},
    };
    const auto op = counterparts.find(node.text("elew_op"));
    return op == counterparts.end() ? none("the operation is unknown")
                                    : one(node.add(op->second, {node.in(0), node.in(1)}));
}

Lowered sliced(LoweredNode &node)
{
    IntTuple begin(node.inShape(0).size(), 0);
    IntTuple end = node.inShape(0);
    const auto axis = static_cast<std::size_t>(node.integer("axis"));
    begin[axis] = node.integer("start");
    end[axis] = begin[axis] + node.integer("len");
    return one(
        node.add("strided_slice", {node.in(0)}, {{"begin", textOf(begin)}, {"end", textOf(end)}}));
}

Lowered reshaped(LoweredNode &node)
{
    return one(node.add("reshape", {node.in(0)}, {{"shape", textOf(node.outShape())}}));
}

Lowered transposed(LoweredNode &node)
{
    IntTuple axes = node.integers("axes");
    axes.resize(node.inShape(0).size());
    return one(node.add("transpose", {node.in(0)}, {{"axes", textOf(axes)}}));
}

Lowered largest(LoweredNode &node)
{
    const AttrDict attrs{{"axis", textOf({node.integer("axis")})}, {"keepdims", "True"}};
    Lowered result = one(node.add("max", {node.in(0)}, attrs));
    if (node.op() == "maxreduce_arg") {
        result.outputs.push_back(node.add("argmax", {node.in(0)}, attrs));
    }
    return result;
}

Lowered dotProduct(LoweredNode &node)
{
    const Entry products = node.add("elemwise_mul", {node.in(0), node.in(1)});
    const Entry sum = node.add("sum", {products});
    return one(node.add("reshape", {sum}, {{"shape", "(1,)"}}));
}

/// Only whole factors of height and width.
Lowered stretched(LoweredNode &node)
{
    const Shape &in = node.inShape(0);
    const Shape &out = node.outShape();
    const bool isPlain = node.text("mode") == "TL_NEAREST" && in.size() == 4 && in[0] == out[0]
                         && in[1] == out[1] && in[2] > 0 && out[2] % in[2] == 0
                         && out[3] == out[2] / in[2] * in[3];
    if (!isPlain) {
        return none("only whole factors of height and width have a counterpart, to the nearest");
    }
    return one(
        node.add("upsampling", {node.in(0)},
                 {{"scale", std::to_string(out[2] / in[2])}, {"method", "NEAREST_NEIGHBOR"}}));
}

Lowered normalized(LoweredNode &node)
{
    return one(node.add("batch_norm", {node.in(0), node.in(1), node.in(2), node.in(3), node.in(4)},
                        {{"epsilon", NnvmAttrText::print(node.number("epsilon"))}}));
}

Lowered leakyRelu(LoweredNode &node)
{
    const double slope = node.number("negslope");
    return slope < 0
               ? none("only slopes from 0 on have a counterpart")
               : one(node.add("leaky_relu", {node.in(0)}, {{"alpha", NnvmAttrText::print(slope)}}));
}

Lowered alongAxis(LoweredNode &node)
{
    const AttrDict attrs{{"axis", std::to_string(node.integer("axis"))}};
    return one(node.add(node.op() == "concat" ? "concatenate" : "softmax", node.inputs(), attrs));
}

Lowered same(LoweredNode &node)
{
    return one(node.add(node.op(), {node.in(0)}));
}

Lowered copied(LoweredNode &node)
{
    return one(node.add("copy", {node.in(0)}));
}

Lowered zeroed(LoweredNode &node)
{
    return one(node.add(
        "zeros", {},
        {{"shape", textOf(node.outShape())}, {"dtype", std::string(dtypeName(node.outType()))}}));
}

/// Rows of `stride` elements, taken by index.
Lowered picked(LoweredNode &node)
{
    const std::int64_t stride = node.integer("stride");
    const std::int64_t blocks = node.inShape(0)[0] / stride;
    const std::int64_t len = node.integer("len");
    Entry data = node.in(0);
    if (blocks * stride != node.inShape(0)[0]) {
        data = node.add("strided_slice", {data},
                        {{"begin", "(0,)"}, {"end", textOf({blocks * stride})}});
    }
    Entry index = node.in(1);
    if (len != node.inShape(1)[0]) {
        index = node.add("strided_slice", {index}, {{"begin", "(0,)"}, {"end", textOf({len})}});
    }
    const Entry rows = node.add("reshape", {data}, {{"shape", textOf({blocks, stride})}});
    const Entry taken = node.add("take", {rows, index}, {{"axis", "0"}});
    return one(node.add("reshape", {taken}, {{"shape", textOf({len * stride})}}));
}

Lowered gathered(LoweredNode &node)
{
    std::vector<Entry> parts;
    for (const Entry &in : node.inputs()) {
        parts.push_back(node.add("expand_dims", {in}, {{"axis", "0"}}));
    }
    return one(node.add("concatenate", parts, {{"axis", "0"}}));
}

Lowered scattered(LoweredNode &node)
{
    Lowered result;
    const Shape &shape = node.inShape(0);
    for (std::uint32_t i = 0; i < node.outputCount(); ++i) {
        IntTuple begin(shape.size(), 0);
        IntTuple end = shape;
        begin[0] = i;
        end[0] = i + 1;
        const Entry part = node.add("strided_slice", {node.in(0)},
                                    {{"begin", textOf(begin)}, {"end", textOf(end)}});
        result.outputs.push_back(
            node.add("reshape", {part}, {{"shape", textOf(node.outShape(i))}}));
    }
    return result;
}

/// Whether NNVM computes other types than floats in another way, or not at all.
bool needsFloats(const LoweredNode &node)
{
    static const std::set<std::string, std::less<>> operators{
        "avgpool2d", "batchnorm", "conv2d", "deconv2d", "lrelu", "sigmoid", "softmax"};
    const bool isOther = node.op() == "elew" && node.text("elew_op") != "TL_MUL"
                         && node.text("elew_op") != "TL_SUM" && node.text("elew_op") != "TL_SUB"
                         && node.text("elew_op") != "TL_MAX" && node.text("elew_op") != "TL_MIN";
    return isOther || operators.count(node.op()) != 0;
}

/// What NNVM has no type for.
bool hasBooleans(const LoweredNode &node)
{
    for (std::size_t i = 0; i < node.inputs().size(); ++i) {
        if (node.inType(i) == DType::Bool) {
            return true;
        }
    }
    for (std::uint32_t i = 0; i < node.outputCount(); ++i) {
        if (node.outType(i) == DType::Bool) {
            return true;
        }
    }
    return false;
}

} // namespace

Lowered lowerLightNet(LoweredNode &node)
{
    using Rule = Lowered (*)(LoweredNode &);
    static const std::map<std::string, Rule, std::less<>> rules{
        {"avgpool2d", pooling},
        {"batchnorm", normalized},
        {"concat", alongAxis},
        {"conv2d", convolution},
        {"deconv2d", deconvolution},
        {"dot_product", dotProduct},
        {"elew", arithmetic},
        {"forward", copied},
        {"gather", gathered},
        {"gather_nocopy_cpu", gathered},
        {"ldmr", copied},
        {"lrelu", leakyRelu},
        {"maxpool2d", pooling},
        {"maxreduce", largest},
        {"maxreduce_arg", largest},
        {"pick1d", picked},
        {"relu", same},
        {"reshape", reshaped},
        {"resize", stretched},
        {"scatter", scattered},
        {"scatter_nocopy_cpu", scattered},
        {"sigmoid", same},
        {"slice", sliced},
        {"softmax", alongAxis},
        {"svmr", copied},
        {"transpose", transposed},
        {"upsample", stretched},
        {"zeros", zeroed},
    };
    const auto rule = rules.find(node.op());
    if (rule == rules.end()) {
        return none("NNVM has no operator for it");
    }
    if (hasBooleans(node)) {
        return none("NNVM has no booleans");
    }
    if (needsFloats(node) && !isFloat(node.inType(0))) {
        return none("NNVM computes it for floats, or in another way for other types");
    }
    return rule->second(node);
}

} // namespace nervure

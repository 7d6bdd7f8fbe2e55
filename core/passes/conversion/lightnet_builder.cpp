// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/lightnet_builder.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

using Text = LightNetAttrText;

Node operatorNode(std::string_view op, AttrDict params)
{
    Node node;
    node.dialect = Dialect::LightNet;
    node.op = std::string(op);
    node.attrs = std::move(params);
    return node;
}

bool isOrdered(const IntTuple &axes)
{
    return std::is_sorted(axes.begin(), axes.end());
}

/// The axis in front of all others.
IntTuple withFirst(std::size_t axis, std::size_t rank)
{
    IntTuple axes{static_cast<std::int64_t>(axis)};
    for (std::size_t i = 0; i < rank; ++i) {
        if (i != axis) {
            axes.push_back(static_cast<std::int64_t>(i));
        }
    }
    return axes;
}

IntTuple inverse(const IntTuple &axes)
{
    IntTuple back(axes.size(), 0);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        back[static_cast<std::size_t>(axes[i])] = static_cast<std::int64_t>(i);
    }
    return back;
}

} // namespace

std::int64_t elementsBetween(const Shape &shape, std::size_t from, std::size_t to)
{
    const auto begin = shape.begin();
    return elementCount(Shape(begin + static_cast<std::ptrdiff_t>(from),
                              begin + static_cast<std::ptrdiff_t>(to)))
        .value_or(0);
}

std::vector<NodeId> LightNetBuilder::takeAdded()
{
    m_reshaped.clear();
    return std::exchange(m_added, {});
}

void LightNetBuilder::dropAdded()
{
    (void)takeAdded();
    m_constants.clear();
}

NodeId LightNetBuilder::copy(Node node, const Inputs &inputs)
{
    node.inputs.clear();
    node.inputPorts.clear();
    node.controlDeps.clear();
    for (const auto &[role, tensor] : inputs) {
        node.inputs.push_back(tensor.entry);
        node.inputPorts.push_back(
            {std::string(role), {}, static_cast<std::uint32_t>(node.inputPorts.size())});
    }
    m_added.push_back(m_graph.add(std::move(node)));
    return m_added.back();
}

LightNetTensor LightNetBuilder::add(std::string_view op, const Inputs &inputs, AttrDict params,
                                    Shape shape, DType type)
{
    Node node = operatorNode(op, std::move(params));
    node.outputPorts = {{"dst", {}, 0}};
    return {{copy(std::move(node), inputs)}, std::move(shape), type};
}

LightNetTensor LightNetBuilder::alike(std::string_view op, const LightNetTensor &src,
                                      AttrDict params)
{
    return add(op, {{"src", src}}, std::move(params), src.shape, src.type);
}

LightNetTensor LightNetBuilder::create(const Shape &shape, DType type, const NumberTuple &range,
                                       const NumberTuple &data, bool isFromFile)
{
    return add("create", {},
               {{"dtype", Text::print(type)},
                {"dims", Text::print(shape)},
                {"ran", Text::print(range)},
                {"data", Text::print(data)},
                {"from_file", Text::print(isFromFile)}},
               shape, type);
}

LightNetTensor LightNetBuilder::variable(const Shape &shape, DType type, bool isFromFile)
{
    return create(shape, type, {0, 0}, {0}, isFromFile);
}

/// Random numbers between a number and itself: LightNet repeats no element of `data`.
LightNetTensor LightNetBuilder::filled(const Shape &shape, DType type, double value)
{
    return create(shape, type, {value, value}, {0}, false);
}

LightNetTensor LightNetBuilder::constant(const Shape &shape, DType type, double value)
{
    const std::string key =
        shapeText(shape) + std::string(dtypeName(type)) + ' ' + formatNumber(value);
    const auto earlier = m_constants.find(key);
    return earlier != m_constants.end()
               ? earlier->second
               : m_constants.emplace(key, filled(shape, type, value)).first->second;
}

LightNetTensor LightNetBuilder::values(const Shape &shape, DType type, const NumberTuple &values)
{
    return create(shape, type, {0, 0}, values, false);
}

LightNetTensor LightNetBuilder::zeros(const Shape &shape, DType type)
{
    return add("zeros", {}, {{"dtype", Text::print(type)}, {"dims", Text::print(shape)}}, shape,
               type);
}

LightNetTensor LightNetBuilder::arithmetic(std::string_view op, const LightNetTensor &a,
                                           const LightNetTensor &b)
{
    return add("elew", {{"src1", a}, {"src2", b}}, {{"elew_op", Text::print(std::string(op))}},
               a.shape, a.type);
}

LightNetTensor LightNetBuilder::arithmetic(std::string_view op, const LightNetTensor &a, double b)
{
    return arithmetic(op, a, constant(a.shape, a.type, b));
}

LightNetTensor LightNetBuilder::reshape(const LightNetTensor &src, const Shape &shape)
{
    const auto earlier = m_reshaped.find(src.entry.node);
    const LightNetTensor &from = earlier == m_reshaped.end() ? src : earlier->second;
    if (src.shape == shape || from.shape == shape) {
        return src.shape == shape ? src : from;
    }
    const LightNetTensor result =
        add("reshape", {{"src", from}}, {{"dims", Text::print(shape)}}, shape, src.type);
    m_reshaped.insert_or_assign(result.entry.node, LightNetTensor(from));
    return result;
}

LightNetTensor LightNetBuilder::transpose(const LightNetTensor &src, const IntTuple &axes)
{
    if (isOrdered(axes)) {
        return src;
    }
    Shape shape;
    for (const std::int64_t axis : axes) {
        shape.push_back(src.shape[static_cast<std::size_t>(axis)]);
    }
    return add("transpose", {{"src", src}}, {{"axes", Text::print(axes)}}, shape, src.type);
}

LightNetTensor LightNetBuilder::slice(const LightNetTensor &src, std::size_t axis,
                                      std::int64_t start, std::int64_t length)
{
    if (length == src.shape[axis]) {
        return src;
    }
    Shape shape = src.shape;
    shape[axis] = length;
    return add("slice", {{"src", src}},
               {{"axis", std::to_string(axis)},
                {"start", std::to_string(start)},
                {"len", std::to_string(length)}},
               shape, src.type);
}

LightNetTensor LightNetBuilder::concat(const LightNetTensor &a, const LightNetTensor &b,
                                       std::size_t axis)
{
    Shape shape = a.shape;
    shape[axis] += b.shape[axis];
    return add("concat", {{"src1", a}, {"src2", b}}, {{"axis", std::to_string(axis)}}, shape,
               a.type);
}

LightNetTensor LightNetBuilder::pad(const LightNetTensor &src, std::size_t axis, std::int64_t front,
                                    std::int64_t behind, double value)
{
    const auto border = [&](std::int64_t count) {
        Shape shape = src.shape;
        shape[axis] = count;
        return constant(shape, src.type, value);
    };
    const LightNetTensor begun = front > 0 ? concat(border(front), src, axis) : src;
    return behind > 0 ? concat(begun, border(behind), axis) : begun;
}

LightNetTensor LightNetBuilder::pick(const LightNetTensor &src, std::size_t axis,
                                     const LightNetTensor &positions)
{
    const IntTuple order = withFirst(axis, src.shape.size());
    const LightNetTensor rows = transpose(src, order);
    const std::int64_t count = positions.shape[0];
    const std::int64_t all = elementsBetween(src.shape, 0, src.shape.size());
    const std::int64_t stride = all / src.shape[axis];
    const LightNetTensor picked =
        add("pick1d", {{"src", reshape(rows, {all})}, {"src_index", positions}},
            {{"len", std::to_string(count)}, {"stride", std::to_string(stride)}}, {count * stride},
            src.type);
    Shape shape = rows.shape;
    shape[0] = count;
    return transpose(reshape(picked, shape), inverse(order));
}

LightNetTensor LightNetBuilder::stretch(const LightNetTensor &src, const Shape &shape)
{
    Shape whole = src.shape;
    whole.insert(whole.begin(), shape.size() - whole.size(), 1);
    const LightNetTensor one = reshape(src, whole);
    if (whole == shape) {
        return one;
    }
    return add("resize", {{"src", one}},
               {{"mode", Text::print(std::string("TL_NEAREST"))}, {"dims", Text::print(shape)}},
               shape, src.type);
}

LightNetTensor LightNetBuilder::largest(const LightNetTensor &src, std::size_t axis)
{
    Shape shape = src.shape;
    shape[axis] = 1;
    return add("maxreduce", {{"src", src}}, {{"axis", std::to_string(axis)}}, shape, src.type);
}

LightNetTensor LightNetBuilder::placeOfLargest(const LightNetTensor &src, std::size_t axis)
{
    Shape shape = src.shape;
    shape[axis] = 1;
    Node node = operatorNode("maxreduce_arg", {{"axis", std::to_string(axis)}});
    node.outputPorts = {{"dst", {}, 0}, {"arg", {}, 1}};
    return {{copy(std::move(node), {{"src", src}}), 1, 0}, shape, DType::Int32};
}

LightNetTensor LightNetBuilder::convolve(std::string_view op, const LightNetTensor &data,
                                         const LightNetTensor &weight, const LightNetTensor &bias,
                                         const LightNetWindow &window, const Shape &shape)
{
    AttrDict params{{"group", std::to_string(window.group)},
                    {"size", Text::print(window.size)},
                    {"stride", Text::print(window.stride)}};
    if (op == "deconv2d") {
        params.set("output_dims", Text::print(IntTuple{0, 0, 0, 0}));
    }
    params.set("padding", Text::print(window.padding));
    if (op == "deconv2d") {
        params.set("output_padding", Text::print(IntTuple{0, 0}));
    }
    params.set("dilation", Text::print(window.dilation));
    params.set("autopad", Text::print(std::string("NOTSET")));
    return add(op, {{"src", data}, {"weight", weight}, {"bias", bias}}, std::move(params), shape,
               data.type);
}

LightNetTensor LightNetBuilder::pool(std::string_view op, const LightNetTensor &data,
                                     const LightNetWindow &window, const Shape &shape)
{
    return add(op, {{"src", data}},
               {{"size", Text::print(window.size)},
                {"stride", Text::print(window.stride)},
                {"padding", Text::print(window.padding)},
                {"autopad", Text::print(std::string("NOTSET"))}},
               shape, data.type);
}

/// A convolution of single points: the rows are its batch.
LightNetTensor LightNetBuilder::product(const LightNetTensor &rows, const LightNetTensor &columns,
                                        const LightNetTensor &bias)
{
    const std::int64_t count = rows.shape[0];
    const std::int64_t width = columns.shape[0];
    const std::int64_t depth = rows.shape[1];
    LightNetWindow window;
    window.size = {1, 1};
    const LightNetTensor result =
        convolve("conv2d", reshape(rows, {count, depth, 1, 1}),
                 reshape(columns, {width, depth, 1, 1}), bias, window, {count, width, 1, 1});
    return reshape(result, {count, width});
}

} // namespace nervure

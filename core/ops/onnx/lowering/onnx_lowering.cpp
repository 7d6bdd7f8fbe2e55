// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace nervure::onnx {

std::vector<Operand> OnnxLowering::allInputs() const
{
    std::vector<Operand> operands;
    for (const auto &input : m_call.inputs) {
        if (input) {
            operands.push_back(*input);
        }
    }
    return operands;
}

bool OnnxLowering::isBool(std::size_t i) const
{
    return m_call.in[i].element == ElementType::Bool;
}

std::optional<Numbers> OnnxLowering::known(std::size_t i) const
{
    const auto elements = has(i) ? m_call.in[i].elements : nullptr;
    if (!elements) {
        return std::nullopt;
    }
    Numbers numbers;
    for (const Dimension &element : elements->whole) {
        if (!element.isNumber()) {
            return std::nullopt;
        }
        numbers.push_back(*element.number());
    }
    const auto count = m_call.in[i].elementCount();
    return count == static_cast<std::int64_t>(numbers.size()) ? std::optional(numbers)
                                                              : std::nullopt;
}

std::optional<std::vector<double>> OnnxLowering::knownReals(std::size_t i) const
{
    if (const auto whole = known(i)) {
        return std::vector<double>(whole->begin(), whole->end());
    }
    const auto elements = has(i) ? m_call.in[i].elements : nullptr;
    if (!elements || elements->real.empty()) {
        return std::nullopt;
    }
    std::vector<double> numbers;
    for (const std::optional<double> &element : elements->real) {
        if (!element) {
            return std::nullopt;
        }
        numbers.push_back(*element);
    }
    return numbers;
}

namespace {

Diagnostic notKnown(std::string_view name)
{
    return makeError("not-supported",
                     "the elements of input {} are computed when the model runs, expected a "
                     "constant or a given value",
                     name);
}

template <typename Elements>
auto firstOf(const Result<Elements> &elements, std::string_view name)
    -> Result<typename Elements::value_type>
{
    if (!elements) {
        return elements.error();
    }
    if (elements->empty()) {
        return makeError("not-supported", "input {} has no elements, expected one", name);
    }
    return elements->front();
}

} // namespace

Result<Numbers> OnnxLowering::numbers(std::size_t i, std::string_view name) const
{
    auto found = known(i);
    return found ? Result<Numbers>(std::move(*found)) : Result<Numbers>(notKnown(name));
}

Result<std::vector<double>> OnnxLowering::reals(std::size_t i, std::string_view name) const
{
    auto found = knownReals(i);
    return found ? Result<std::vector<double>>(std::move(*found))
                 : Result<std::vector<double>>(notKnown(name));
}

Result<std::int64_t> OnnxLowering::number(std::size_t i, std::string_view name) const
{
    return firstOf(numbers(i, name), name);
}

Result<double> OnnxLowering::real(std::size_t i, std::string_view name) const
{
    return firstOf(reals(i, name), name);
}

Result<Numbers> OnnxLowering::attrOrInput(std::string_view name, std::size_t i) const
{
    if (has(i)) {
        return numbers(i, name);
    }
    return attrs().integers(name);
}

bool OnnxLowering::gives(std::size_t i) const
{
    return i < m_call.out.size() && m_call.out[i].kind != ValueType::Kind::Unknown
           && m_call.out[i].elementCount() != 0;
}

OperandDims OnnxLowering::outDims(std::size_t i) const
{
    return m_call.out[i].numbers();
}

DType OnnxLowering::outType(std::size_t i) const
{
    return computableType(m_call.out[i].element);
}

Operand OnnxLowering::make(std::string_view op, const std::vector<Operand> &from, AttrDict attrs,
                           Shape dims, DType type) const
{
    std::vector<Entry> entries;
    for (const Operand &operand : from) {
        entries.push_back(operand.entry);
    }
    return {m_call.graph.make(op, std::move(entries), std::move(attrs)), std::move(dims), type};
}

Operand OnnxLowering::unary(std::string_view op, const Operand &x) const
{
    return make(op, {x}, {}, x.dims, x.type);
}

Operand OnnxLowering::scalar(std::string_view op, const Operand &x, double number) const
{
    return make(fmt::format("__{}_scalar__", op), {x}, attrsOf({{"scalar", formatNumber(number)}}),
                x.dims, x.type);
}

Operand OnnxLowering::binary(std::string_view op, const Operand &a, const Operand &b) const
{
    constexpr std::array<std::string_view, 6> alike{"add", "sub", "mul", "div", "mod", "pow"};
    const bool isAlike = storedShape(a.dims) == storedShape(b.dims)
                         && std::find(alike.begin(), alike.end(), op) != alike.end();
    return make(fmt::format("{}_{}", isAlike ? "elemwise" : "broadcast", op), {a, b}, {},
                broadcastDims(a.dims, b.dims), a.type);
}

Operand OnnxLowering::compare(std::string_view op, const Operand &a, const Operand &b) const
{
    const Operand result =
        make(fmt::format("broadcast_{}", op), {a, b}, {}, broadcastDims(a.dims, b.dims), a.type);
    return cast(result, DType::UInt8);
}

Operand OnnxLowering::compare(std::string_view op, const Operand &a, double number) const
{
    return compare(op, a, full(number, Shape::scalar(), a.type));
}

Operand OnnxLowering::logicalNot(const Operand &x) const
{
    return scalar("rsub", x, 1);
}

Operand OnnxLowering::cast(const Operand &x, DType type) const
{
    return {m_call.graph.cast(x.entry, x.type, type), x.dims, type};
}

Operand OnnxLowering::where(const Operand &condition, const Operand &x, const Operand &y) const
{
    const Shape dims = broadcastDims(condition.dims, broadcastDims(x.dims, y.dims));
    return make("where", {broadcastTo(condition, dims), broadcastTo(x, dims), broadcastTo(y, dims)},
                {}, dims, x.type);
}

Operand OnnxLowering::reduce(std::string_view op, const Operand &x, const Numbers &axes,
                             bool keepsDims) const
{
    for (const std::int64_t axis : axes) {
        requireFit(axis >= 0
                   && static_cast<std::size_t>(axis) < std::max<std::size_t>(x.rank(), 1));
    }
    if (axes.empty() || x.dims.isScalar()) {
        return x;
    }
    return make(op, {x},
                attrsOf({{"axis", attrText(IntTuple(axes))}, {"keepdims", attrText(keepsDims)}}),
                reducedDims(x.dims, axes, keepsDims), x.type);
}

Operand OnnxLowering::argReduce(std::string_view op, const Operand &x, std::size_t axis) const
{
    requireFit(axis < x.rank());
    const Numbers axes{static_cast<std::int64_t>(axis)};
    const Operand found = make(
        op, {x},
        attrsOf(
            {{"axis", attrText(IntTuple(axes))}, {"keepdims", attrText(true)}, {"dtype", "int32"}}),
        reducedDims(x.dims, axes, true), DType::Int32);
    return cast(found, DType::Int64);
}

Operand OnnxLowering::reshape(const Operand &x, Shape dims) const
{
    requireFit(productOf(dims, 0, dims.size()) == x.count());
    const Shape stored = storedShape(dims);
    const Entry entry =
        stored == storedShape(x.dims) ? x.entry : m_call.graph.reshape(x.entry, stored);
    return {entry, std::move(dims), x.type};
}

Operand OnnxLowering::transpose(const Operand &x, const Numbers &axes) const
{
    const Numbers places = countingTo(x.rank());
    Numbers sorted = axes;
    std::sort(sorted.begin(), sorted.end());
    requireFit(sorted == places);
    Shape dims = Shape::scalar();
    for (const std::int64_t axis : axes) {
        dims.push_back(x.dims[static_cast<std::size_t>(axis)]);
    }
    if (axes == places) {
        return x;
    }
    return make("transpose", {x}, attrsOf({{"axes", attrText(IntTuple(axes))}}), dims, x.type);
}

Operand OnnxLowering::transposeLast(const Operand &x) const
{
    requireFit(x.rank() >= 2);
    Numbers axes = countingTo(x.rank());
    std::swap(axes[axes.size() - 1], axes[axes.size() - 2]);
    return transpose(x, axes);
}

Operand OnnxLowering::broadcastTo(const Operand &x, const Shape &dims) const
{
    if (x.dims == dims) {
        return x;
    }
    requireFit(broadcastDims(x.dims, dims) == dims);
    Shape ranked = x.dims;
    ranked.insert(ranked.begin(), dims.size() - x.rank(), 1);
    const Operand alike = reshape(x, ranked);
    if (ranked == dims) {
        return alike;
    }
    return make("broadcast_to", {alike}, attrsOf({{"shape", attrText(dims)}}), dims, x.type);
}

Operand OnnxLowering::slice(const Operand &x, std::size_t axis, std::int64_t first,
                            std::int64_t last, std::int64_t step) const
{
    requireFit(0 <= first && first <= last && last <= x.dims[axis] && step > 0);
    if (first == 0 && last == x.dims[axis] && step == 1) {
        return x;
    }
    IntTuple begin(axis + 1, 0);
    IntTuple end(x.dims.begin(), x.dims.begin() + static_cast<std::ptrdiff_t>(axis) + 1);
    IntTuple stride(axis + 1, 1);
    begin[axis] = first;
    end[axis] = last;
    stride[axis] = step;
    Shape dims = x.dims;
    dims[axis] = (last - first + step - 1) / step;
    return make(
        "strided_slice", {x},
        attrsOf({{"begin", attrText(begin)}, {"end", attrText(end)}, {"stride", attrText(stride)}}),
        dims, x.type);
}

Operand OnnxLowering::concatenate(const std::vector<Operand> &parts, std::size_t axis) const
{
    requireFit(!parts.empty());
    if (parts.size() == 1) {
        return parts.front();
    }
    Shape dims = parts.front().dims;
    requireFit(axis < dims.size());
    dims[axis] = 0;
    for (const Operand &part : parts) {
        dims[axis] += part.dims[axis];
        Shape others = part.dims;
        others[axis] = dims[axis];
        requireFit(others == dims);
    }
    return make("concatenate", parts, attrsOf({{"axis", std::to_string(axis)}}), dims,
                parts.front().type);
}

Operand OnnxLowering::pad(const Operand &x, const Numbers &before, const Numbers &after,
                          double number) const
{
    Shape dims = x.dims;
    requireFit(before.size() == dims.size() && after.size() == dims.size());
    std::vector<std::string> widths;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        requireFit(!__builtin_add_overflow(dims[i], before[i], &dims[i])
                   && !__builtin_add_overflow(dims[i], after[i], &dims[i]) && dims[i] >= 0);
        widths.push_back(fmt::format("({}, {})", before[i], after[i]));
    }
    if (dims == x.dims) {
        return x;
    }
    return make(
        "pad", {x},
        attrsOf({{"pad_width", '(' + join(widths, ", ") + (widths.size() == 1 ? ",)" : ")")},
                 {"pad_value", formatNumber(number)}}),
        dims, x.type);
}

Operand OnnxLowering::flip(const Operand &x, std::size_t axis) const
{
    requireFit(axis < x.rank());
    return make("flip", {x}, attrsOf({{"axis", std::to_string(axis)}}), x.dims, x.type);
}

Operand OnnxLowering::take(const Operand &x, const Operand &indices, std::size_t axis) const
{
    requireFit(axis < x.rank());
    Shape dims(x.dims.begin(), x.dims.begin() + static_cast<std::ptrdiff_t>(axis));
    dims.insert(dims.end(), indices.dims.begin(), indices.dims.end());
    dims.insert(dims.end(), x.dims.begin() + static_cast<std::ptrdiff_t>(axis) + 1, x.dims.end());
    // A scalar index takes the dimension away; in the graph it has one.
    Shape stored = dims;
    if (indices.dims.isScalar()) {
        stored.insert(stored.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    }
    const Operand taken = make("take", {x, cast(indices, DType::Int32)},
                               attrsOf({{"axis", std::to_string(axis)}}), stored, x.type);
    return reshape(taken, dims);
}

Operand OnnxLowering::matmul(const Operand &a, const Operand &b) const
{
    const bool isRow = a.rank() == 1;
    const bool isColumn = b.rank() == 1;
    const Operand product = matrixProduct(isRow ? reshape(a, {1, a.dims[0]}) : a,
                                          isColumn ? reshape(b, {b.dims[0], 1}) : b);
    Shape dims = product.dims;
    if (isColumn) {
        dims.pop_back();
    }
    if (isRow) {
        dims.erase(dims.end() - (isColumn ? 1 : 2));
    }
    return reshape(product, dims);
}

Operand OnnxLowering::matrixProduct(const Operand &a, const Operand &b) const
{
    const std::int64_t rows = a.dims[a.rank() - 2];
    const std::int64_t depth = a.dims.back();
    const std::int64_t columns = b.dims.back();
    requireFit(depth == b.dims[b.rank() - 2]);
    if (productOf(b.dims, 0, b.rank() - 2) == 1 && a.rank() >= b.rank()) {
        Shape dims = a.dims;
        dims.back() = columns;
        return make("matmul", {a, reshape(b, {depth, columns})}, {}, dims, a.type);
    }
    const Shape batches = broadcastDims(a.dims.allBut(2), b.dims.allBut(2));
    const auto stretched = [&](const Operand &x) {
        Shape dims = batches;
        dims.insert(dims.end(), x.dims.end() - 2, x.dims.end());
        return broadcastTo(x, dims);
    };
    Shape dims = batches;
    dims.push_back(rows);
    dims.push_back(columns);
    return make("batch_matmul", {stretched(a), stretched(b)}, {}, dims, a.type);
}

Operand OnnxLowering::softmax(const Operand &x, std::size_t axis) const
{
    requireFit(axis < x.rank());
    return make("softmax", {x}, attrsOf({{"axis", std::to_string(axis)}}), x.dims, x.type);
}

Operand OnnxLowering::full(double number, const Shape &dims, DType type) const
{
    return {m_call.graph.full(number, storedShape(dims), type), dims, type};
}

Operand OnnxLowering::arange(double start, double step, std::int64_t count, DType type) const
{
    return make("arange", {},
                attrsOf({{"start", formatNumber(start)},
                         {"step", formatNumber(step)},
                         {"count", std::to_string(count)},
                         {"dtype", attrText(type)}}),
                {count}, type);
}

Status OnnxLowering::checkListed(std::int64_t elements)
{
    constexpr std::int64_t most = std::int64_t{1} << 24;
    return elements <= most
               ? Status()
               : makeError("not-supported",
                           "needs a list of {} elements that are known before the model runs, "
                           "expected {} at most",
                           elements, most);
}

Operand OnnxLowering::constant(const std::vector<double> &elements, const Shape &dims,
                               DType type) const
{
    return {m_call.graph.constant(elements, storedShape(dims), type), dims, type};
}

Operand OnnxLowering::constant(const ConstTensorView &element) const
{
    requireFit(element.count() == 1);
    return {m_call.graph.constant(element), Shape::scalar(), element.type};
}

Lowered OnnxLowering::result(const Operand &value) const
{
    return std::vector{cast(value, outType())};
}

} // namespace nervure::onnx

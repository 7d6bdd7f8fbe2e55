// SPDX-License-Identifier: Apache-2.0
// What attributes of NNVM's operators say about dimensions.
#include "core/passes/conversion/nnvm_node.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace nervure {

std::optional<std::size_t> dimensionOf(std::int64_t axis, std::size_t rank)
{
    const auto count = static_cast<std::int64_t>(rank);
    return axis < -count || axis >= count
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(axis < 0 ? axis + count : axis));
}

std::string noDimension(std::int64_t axis, std::size_t rank)
{
    return fmt::format("axis is {}, expected one of {} dimensions", axis, rank);
}

Result<std::vector<std::size_t>> reducedDimensions(const NnvmNode &node)
{
    const std::size_t rank = node.inShape(0).size();
    const IntTuple axes = node.integers("axis");
    const bool isExcluding = !axes.empty() && node.flag("exclude");
    std::vector<bool> isNamed(rank, axes.empty());
    for (const std::int64_t axis : axes) {
        const auto dimension = dimensionOf(axis, rank);
        if (!dimension) {
            return makeError("no-counterpart", noDimension(axis, rank));
        }
        if (isNamed[*dimension]) {
            return makeError("no-counterpart", "axis is {}, which names dimension {} twice",
                             NnvmAttrText::print(axes), *dimension);
        }
        isNamed[*dimension] = true;
    }
    std::vector<std::size_t> reduced;
    for (std::size_t i = 0; i < rank; ++i) {
        if (isNamed[i] != isExcluding) {
            reduced.push_back(i);
        }
    }
    return reduced;
}

Result<IntTuple> transposedOrder(const NnvmNode &node)
{
    const std::size_t rank = node.inShape(0).size();
    IntTuple axes = node.integers("axes");
    if (axes.empty()) {
        axes.resize(rank);
        std::iota(axes.rbegin(), axes.rend(), std::int64_t{0});
    }
    std::vector<bool> isTaken(rank, false);
    for (std::int64_t &axis : axes) {
        const auto dimension = dimensionOf(axis, rank);
        if (!dimension || isTaken[*dimension]) {
            return makeError("no-counterpart", "axes is {}, expected an order of {} dimensions",
                             NnvmAttrText::print(node.integers("axes")), rank);
        }
        isTaken[*dimension] = true;
        axis = static_cast<std::int64_t>(*dimension);
    }
    return axes;
}

/// Dimensions the input lacks are named by `axis`, or are those that it does not name.
Result<Shape> expandedShape(const NnvmNode &node)
{
    const Shape &out = node.outShape();
    const Shape &data = node.inShape(0);
    if (data.size() == out.size() || data == Shape{1}) {
        return data;
    }
    const bool isExcluding = node.flag("exclude");
    // NNVM does not count those that it excludes from the last.
    const bool isCounted = !isExcluding || node.semantics() == Semantics::Fixed;
    std::vector<bool> isNamed(out.size(), false);
    for (const std::int64_t axis : node.integers("axis")) {
        const auto dimension = dimensionOf(axis, out.size());
        if (dimension && (axis >= 0 || isCounted)) {
            isNamed[*dimension] = true;
        }
    }
    const Diagnostic unfit =
        makeError("no-counterpart", "data of shape {} does not fit into {}{}{}", shapeText(data),
                  shapeText(out), isExcluding ? " along axis " : " beside axis ",
                  NnvmAttrText::print(node.integers("axis")));
    Shape whole = Shape::scalar();
    std::size_t next = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const bool isNew = isNamed[i] != isExcluding;
        const bool isThere = !isNew && next < data.size() && data[next] == out[i];
        if (!isNew && !isThere) {
            return unfit;
        }
        whole.push_back(isNew ? 1 : data[next]);
        next += isNew ? 0 : 1;
    }
    if (next != data.size()) {
        return unfit;
    }
    return whole;
}

namespace {

std::int64_t numberAt(const IntTuple &numbers, std::size_t i, std::int64_t otherwise)
{
    return i < numbers.size() ? numbers[i] : otherwise;
}

} // namespace

std::vector<StridedRange> stridedRanges(const NnvmNode &node)
{
    const IntTuple begins = node.integers("begin");
    const IntTuple strides = node.integers("stride");
    std::vector<StridedRange> ranges;
    for (std::size_t axis = 0; axis < node.inShape(0).size(); ++axis) {
        const std::int64_t size = node.inShape(0)[axis];
        const std::int64_t stride = numberAt(strides, axis, 1);
        const std::int64_t begin = numberAt(begins, axis, 0);
        const std::int64_t least = stride < 0 ? -1 : 0;
        const std::int64_t held =
            std::clamp(begin < 0 ? size + begin : begin, least, stride < 0 ? size - 1 : size);
        ranges.push_back({held, stride, node.outShape()[axis]});
    }
    return ranges;
}

std::optional<IntTuple> layoutOrder(std::string_view from, std::string_view to)
{
    if (from.size() != to.size()) {
        return std::nullopt;
    }
    IntTuple order;
    for (const char letter : to) {
        const std::size_t place = from.find(letter);
        if (place == std::string_view::npos) {
            return std::nullopt;
        }
        order.push_back(static_cast<std::int64_t>(place));
    }
    return order;
}

Shape shapeInLayout(const Shape &shape, std::string_view from, std::string_view to)
{
    Shape result;
    for (const char letter : to) {
        result.push_back(shape[from.find(letter)]);
    }
    return result;
}

IntTuple paddingOfBothSides(const IntTuple &padding)
{
    return {padding.at(0), padding.at(1), padding.at(0), padding.at(1)};
}

IntTuple pooledPadding(const NnvmNode &node, const Shape &in, const Shape &out)
{
    const IntTuple size = node.integers("pool_size");
    const IntTuple stride = node.integers("strides");
    const IntTuple given = node.integers("padding");
    IntTuple padding = given.size() == 4   ? given
                       : given.size() == 1 ? IntTuple{given[0], given[0], given[0], given[0]}
                                           : paddingOfBothSides(given);
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const std::int64_t covered = (out[axis + 2] - 1) * stride[axis] + size[axis];
        const std::int64_t padded = in[axis + 2] + padding[axis] + padding[axis + 2];
        padding[axis + 2] += std::max<std::int64_t>(covered - padded, 0);
    }
    return padding;
}

} // namespace nervure

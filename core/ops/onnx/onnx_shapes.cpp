// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <set>

namespace nervure::onnx {

Result<std::size_t> axisOf(std::int64_t axis, std::size_t rank)
{
    const auto count = static_cast<std::int64_t>(rank);
    if (count == 0) {
        return makeError("infer-shape", "axis is {}, expected at least 1 dimension that it can be",
                         axis);
    }
    if (axis < -count || axis >= count) {
        return makeError("infer-shape", "axis is {}, expected {} to {} for {} dimensions", axis,
                         -count, count - 1, count);
    }
    return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

Result<std::vector<std::size_t>> axesOf(std::span<const std::int64_t> axes, std::size_t rank)
{
    std::vector<std::size_t> found;
    std::set<std::size_t> seen;
    for (const std::int64_t axis : axes) {
        ASSIGN_OR_RETURN(const std::size_t place, axisOf(axis, rank));
        if (!seen.insert(place).second) {
            return makeError("infer-shape", "axes names dimension {} twice", place);
        }
        found.push_back(place);
    }
    return found;
}

std::optional<std::vector<std::int64_t>> axesGiven(const ValueCall &call)
{
    if (call.attrs.has("axes")) {
        return call.attrs.integers("axes");
    }
    if (!call.has(1) || lengthOf(call.shape(1)) == std::size_t{0}) {
        return std::vector<std::int64_t>();
    }
    return call.numbers(1);
}

Result<Dimension> broadcast(const Dimension &a, const Dimension &b)
{
    if (a.is(1) || b.is(1)) {
        return a.is(1) ? b : a;
    }
    if (a.isNumber() && b.isNumber()) {
        return a == b ? Result<Dimension>(a)
                      : makeError("infer-shape", "sizes {} and {} cannot be broadcast", a.text(),
                                  b.text());
    }
    // One that is no number can only be 1 or the other's number.
    if (a.isNumber() || b.isNumber()) {
        return a.isNumber() ? a : b;
    }
    return a.equals(b) ? a : Dimension();
}

Result<MaybeShape> broadcast(const MaybeShape &a, const MaybeShape &b)
{
    if (!a || !b) {
        return MaybeShape();
    }
    const Dimensions &longer = a->size() >= b->size() ? *a : *b;
    const Dimensions &shorter = a->size() >= b->size() ? *b : *a;
    Dimensions shape = longer;
    const std::size_t ahead = longer.size() - shorter.size();
    for (std::size_t i = 0; i < shorter.size(); ++i) {
        auto size = broadcast(longer[ahead + i], shorter[i]);
        if (!size) {
            return makeError("infer-shape", "shapes {} and {} cannot be broadcast",
                             dimensionsText(*a), dimensionsText(*b));
        }
        shape[ahead + i] = *size;
    }
    return MaybeShape(std::move(shape));
}

Result<MaybeShape> broadcastAll(std::span<const ValueType> values)
{
    MaybeShape shape = Dimensions();
    for (const ValueType &value : values) {
        ASSIGN_OR_RETURN(shape, broadcast(shape, value.shape));
    }
    return shape;
}

Result<Dimension> same(const Dimension &a, const Dimension &b, std::string_view what)
{
    if (a.isNumber() && b.isNumber() && a != b) {
        return makeError("infer-shape", "{} are {} and {}, expected the same", what, a.text(),
                         b.text());
    }
    return moreKnown(a, b);
}

Dimensions unknownDimensions(std::size_t rank)
{
    Dimensions dimensions;
    dimensions.resize(rank);
    return dimensions;
}

std::optional<std::size_t> lengthOf(const MaybeShape &shape)
{
    constexpr std::int64_t mostDimensions = 1024;
    if (!shape || shape->size() != 1 || !shape->front().isNumber()) {
        return std::nullopt;
    }
    const std::int64_t length = *shape->front().number();
    return length >= 0 && length <= mostDimensions ? std::optional(static_cast<std::size_t>(length))
                                                   : std::nullopt;
}

Status checkRank(const ValueCall &call, std::size_t input, std::size_t rank)
{
    const MaybeShape &shape = call.shape(input);
    return !shape || shape->size() == rank
               ? Status()
               : makeError("infer-shape", "input {} has {} dimensions, expected {}", input,
                           shape->size(), rank);
}

Status checkVector(const ValueCall &call, std::size_t input, const Dimension &length,
                   std::string_view what)
{
    RETURN_IF_FAILED(checkRank(call, input, 1));
    if (call.shape(input)) {
        ASSIGN_OR_RETURN(const Dimension checked, same(call.shape(input)->front(), length, what));
    }
    return {};
}

Status checkBroadcastTo(const ValueCall &call, std::size_t from, std::size_t to)
{
    const MaybeShape &smaller = call.shape(from);
    const MaybeShape &larger = call.shape(to);
    if (!smaller || !larger) {
        return {};
    }
    bool fits = smaller->size() <= larger->size();
    for (std::size_t back = 1; fits && back <= smaller->size(); ++back) {
        const Dimension &size = (*smaller)[smaller->size() - back];
        const Dimension &wanted = (*larger)[larger->size() - back];
        fits = size.is(1) || !size.isNumber() || !wanted.isNumber() || size == wanted;
    }
    return fits ? Status()
                : makeError("infer-shape", "input {} is {}, expected what broadcasts to {}", from,
                            dimensionsText(*smaller), dimensionsText(*larger));
}

Dimension sizeAt(const MaybeShape &shape, std::size_t axis)
{
    return shape && axis < shape->size() ? (*shape)[axis] : Dimension();
}

Dimension wholeElement(const ValueCall &call, std::size_t input)
{
    const auto *elements = call.whole(input);
    return elements && elements->size() == 1 ? elements->front() : Dimension();
}

Result<Dimensions> shapeOfRank(const ValueCall &call, std::size_t input, std::size_t rank)
{
    RETURN_IF_FAILED(checkRank(call, input, rank));
    return call.shape(input).value_or(unknownDimensions(rank));
}

Result<std::optional<std::size_t>> commonRank(const ValueCall &call,
                                              std::initializer_list<std::size_t> inputs)
{
    std::optional<std::size_t> rank;
    for (const std::size_t input : inputs) {
        const MaybeShape &shape = call.shape(input);
        if (!shape) {
            continue;
        }
        if (rank && *rank != shape->size()) {
            return makeError("infer-shape",
                             "input {} has {} dimensions, expected {} as others have", input,
                             shape->size(), *rank);
        }
        rank = shape->size();
    }
    return rank;
}

Result<Dimension> wholeShare(const Dimension &size, std::int64_t parts, std::string_view what)
{
    if (parts < 1 || (size.isNumber() && *size.number() % parts != 0)) {
        return makeError("infer-shape", "{} are {}, expected a multiple of {}", what, size.text(),
                         parts);
    }
    return size.dividedBy(parts);
}

Status sameShape(ValueCall &call)
{
    call.setShape(0, call.shape(0));
    return {};
}

Status sameShapeAlongAxis(ValueCall &call)
{
    if (call.shape(0)) {
        RETURN_IF_FAILED(axisOf(call.attrs.integer("axis"), call.shape(0)->size()));
    }
    return sameShape(call);
}

Status broadcastShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(MaybeShape shape, broadcastAll(call.inputs));
    call.setShape(0, std::move(shape));
    return {};
}

Result<ElementType> elementTypeAttribute(const ValueCall &call, std::string_view name,
                                         ElementType otherwise)
{
    if (!call.attrs.has(name)) {
        return otherwise;
    }
    const std::int64_t number = call.attrs.integer(name);
    const auto type = elementTypeOf(number);
    if (!type || *type == ElementType::Undefined) {
        return makeError("infer-type", "attribute {} is {}, expected the number of an element type",
                         name, number);
    }
    return *type;
}

} // namespace nervure::onnx

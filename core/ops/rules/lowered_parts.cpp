// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/lowered_parts.h"

#include <utility>

namespace nervure {

Entry alongAxis(const Lowering &op, Entry vector, std::int64_t length, std::size_t axis,
                std::size_t rank)
{
    Shape shape(rank, 1);
    shape[axis] = length;
    return op.reshape(vector, shape);
}

Entry sliceOf(const Lowering &op, Entry data, const Shape &shape, std::size_t axis,
              std::int64_t begin, std::int64_t end, std::int64_t stride)
{
    IntTuple from(shape.size(), 0);
    IntTuple to = shape;
    IntTuple steps(shape.size(), 1);
    from[axis] = begin;
    to[axis] = end;
    steps[axis] = stride;
    return op.make(
        "strided_slice", {data},
        attrsOf({{"begin", attrText(from)}, {"end", attrText(to)}, {"stride", attrText(steps)}}));
}

Entry joined(const Lowering &op, std::vector<Entry> parts, std::size_t axis)
{
    return parts.size() == 1
               ? parts[0]
               : op.make("concatenate", std::move(parts), attrsOf({{"axis", attrText(axis)}}));
}

Entry padded(const Lowering &op, Entry data, const IntTuple &front, const IntTuple &behind,
             double value)
{
    IntTuples widths;
    bool isPadded = false;
    for (std::size_t i = 0; i < front.size(); ++i) {
        widths.push_back({front[i], behind[i]});
        isPadded = isPadded || front[i] != 0 || behind[i] != 0;
    }
    return isPadded
               ? op.make("pad", {data},
                         attrsOf({{"pad_width", attrText(widths)}, {"pad_value", attrText(value)}}))
               : data;
}

} // namespace nervure

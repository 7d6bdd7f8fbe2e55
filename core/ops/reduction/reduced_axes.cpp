// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reduction/reduced_axes.h"

#include <algorithm>
#include <numeric>

namespace nervure {

namespace {

bool isAmong(const IntTuple &axes, std::size_t dimension)
{
    return std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(dimension)) != axes.end();
}

/// Row-major strides over the dimensions that `takes` picks; 0 for the others.
template <typename Predicate>
std::vector<std::int64_t> stridesOf(std::span<const std::int64_t> shape, Predicate &&takes)
{
    std::vector<std::int64_t> strides(shape.size(), 0);
    std::int64_t stride = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        if (takes(i)) {
            strides[i] = stride;
            stride *= shape[i];
        }
    }
    return strides;
}

/// Product of the sizes that `takes` picks.
template <typename Predicate>
std::int64_t countOf(std::span<const std::int64_t> shape, Predicate &&takes)
{
    std::int64_t count = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        count *= takes(i) ? shape[i] : 1;
    }
    return count;
}

/// Which dimensions a walk along ascending `axes` meets. An axis given twice holds the walk up, as
/// it does in NNVM.
std::vector<bool> metBy(const IntTuple &axes, std::size_t rank)
{
    std::vector<bool> met(rank, false);
    std::size_t next = 0;
    for (std::size_t i = 0; i < rank && next < axes.size(); ++i) {
        if (axes[next] == static_cast<std::int64_t>(i)) {
            met[i] = true;
            ++next;
        }
    }
    return met;
}

/// The axes counted from the first, ascending.
Result<IntTuple> countedAxes(IntTuple axes, std::int64_t rank)
{
    for (std::int64_t &axis : axes) {
        if (axis < -rank || axis >= rank) {
            return makeError("infer-shape", "axis is {}, expected a dimension of {}", axis, rank);
        }
        axis += axis < 0 ? rank : 0;
    }
    std::sort(axes.begin(), axes.end());
    return axes;
}

} // namespace

Result<IntTuple> reducedAxes(const IntTuple &axis, bool exclude, std::size_t rank)
{
    if (axis.empty()) {
        IntTuple all(rank);
        std::iota(all.begin(), all.end(), std::int64_t{0});
        return all;
    }
    auto axes = countedAxes(axis, static_cast<std::int64_t>(rank));
    if (!axes || !exclude) {
        return axes;
    }
    if (axes->size() > rank) {
        return makeError("infer-shape", "axis has {} items, expected at most {}", axes->size(),
                         rank);
    }
    const std::vector<bool> isExcluded = metBy(*axes, rank);
    IntTuple others;
    for (std::size_t i = 0; i < rank; ++i) {
        if (!isExcluded[i]) {
            others.push_back(static_cast<std::int64_t>(i));
        }
    }
    others.resize(rank - axes->size());
    return others;
}

Result<Shape> reducedShape(const Shape &shape, const IntTuple &axes, bool keepDimensions)
{
    if (axes.empty()) {
        return shape;
    }
    if (axes.size() == shape.size()) {
        return Shape(keepDimensions ? shape.size() : 1, 1);
    }
    if (axes.size() > shape.size()) {
        return makeError("infer-shape", "axis has {} items, expected at most {}", axes.size(),
                         shape.size());
    }
    const std::vector<bool> isReduced = metBy(axes, shape.size());
    Shape left;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (!isReduced[i]) {
            left.push_back(shape[i]);
        } else if (keepDimensions) {
            left.push_back(1);
        }
    }
    if (!keepDimensions) {
        left.resize(shape.size() - axes.size());
    }
    return left;
}

std::vector<std::int64_t> resultStrides(std::span<const std::int64_t> shape, const IntTuple &axes)
{
    return stridesOf(shape, [&](std::size_t i) { return !isAmong(axes, i); });
}

std::vector<std::int64_t> withinStrides(std::span<const std::int64_t> shape, const IntTuple &axes)
{
    return stridesOf(shape, [&](std::size_t i) { return isAmong(axes, i); });
}

std::int64_t reducedCount(std::span<const std::int64_t> shape, const IntTuple &axes)
{
    return countOf(shape, [&](std::size_t i) { return isAmong(axes, i); });
}

std::int64_t keptCount(std::span<const std::int64_t> shape, const IntTuple &axes)
{
    return countOf(shape, [&](std::size_t i) { return !isAmong(axes, i); });
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/chosen_elements.h"

#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace nervure::onnx {

namespace {

/// The elements of a tensor as numbers, where all are known exactly.
std::optional<std::vector<double>> numbersOf(const ValueType &value)
{
    constexpr std::int64_t mostExact = std::int64_t{1} << 53;
    std::vector<double> numbers;
    for (std::size_t i = 0; value.elements && i < value.elements->whole.size(); ++i) {
        const auto number = value.elements->whole[i].number();
        if (!number || std::abs(*number) > mostExact) {
            return std::nullopt;
        }
        numbers.push_back(static_cast<double>(*number));
    }
    for (std::size_t i = 0; value.elements && i < value.elements->real.size(); ++i) {
        if (!value.elements->real[i]) {
            return std::nullopt;
        }
        numbers.push_back(*value.elements->real[i]);
    }
    const auto count = value.elementCount();
    return count == static_cast<std::int64_t>(numbers.size()) ? std::optional(numbers)
                                                              : std::nullopt;
}

std::vector<std::int64_t> sizesOf(const ValueType &value)
{
    std::vector<std::int64_t> sizes;
    for (const Dimension &size : *value.shape) {
        sizes.push_back(size.number().value_or(0));
    }
    return sizes;
}

KnownElements wholeElements(const std::vector<std::int64_t> &numbers)
{
    KnownElements elements;
    elements.whole.assign(numbers.begin(), numbers.end());
    return elements;
}

/// What is not a number is equal to itself and larger than all numbers.
int compared(double a, double b)
{
    if (std::isnan(a) || std::isnan(b)) {
        return static_cast<int>(std::isnan(a)) - static_cast<int>(std::isnan(b));
    }
    return a < b ? -1 : (a > b ? 1 : 0);
}

/// Slices of a tensor along a dimension, or its elements one by one.
struct Slices {
    std::vector<std::vector<std::size_t>> places; ///< of the elements of each
    std::vector<double> numbers;

    /// Less than 0: slice `a` comes before `b`; 0: they are equal.
    [[nodiscard]] int order(std::size_t a, std::size_t b) const
    {
        for (std::size_t i = 0; i < places[a].size(); ++i) {
            const int each = compared(numbers[places[a][i]], numbers[places[b][i]]);
            if (each != 0) {
                return each;
            }
        }
        return 0;
    }
};

Slices slicesOf(std::vector<double> numbers, const std::vector<std::int64_t> &sizes,
                std::optional<std::size_t> axis)
{
    Slices slices;
    std::size_t count = numbers.size();
    std::size_t step = 1;
    if (axis) {
        count = static_cast<std::size_t>(sizes[*axis]);
        for (std::size_t i = *axis + 1; i < sizes.size(); ++i) {
            step *= static_cast<std::size_t>(sizes[i]);
        }
    }
    slices.places.resize(count);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        slices.places[i / step % count].push_back(i);
    }
    slices.numbers = std::move(numbers);
    return slices;
}

/// Which slices differ from all before them, and the one that each is equal to.
struct Distinct {
    std::vector<std::int64_t> first;
    std::vector<std::int64_t> inverse;
    std::vector<std::int64_t> counts;
};

Distinct distinctOf(const Slices &slices, bool isSorted)
{
    std::vector<std::int64_t> first;
    std::vector<std::size_t> same;
    for (std::size_t i = 0; i < slices.places.size(); ++i) {
        std::size_t k = 0;
        while (k < first.size() && slices.order(static_cast<std::size_t>(first[k]), i) != 0) {
            ++k;
        }
        if (k == first.size()) {
            first.push_back(static_cast<std::int64_t>(i));
        }
        same.push_back(k);
    }
    std::vector<std::size_t> order(first.size());
    std::iota(order.begin(), order.end(), 0);
    if (isSorted) {
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return slices.order(static_cast<std::size_t>(first[a]),
                                static_cast<std::size_t>(first[b]))
                   < 0;
        });
    }
    Distinct distinct;
    std::vector<std::int64_t> rank(first.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        rank[order[i]] = static_cast<std::int64_t>(i);
        distinct.first.push_back(first[order[i]]);
    }
    distinct.counts.resize(first.size());
    for (const std::size_t k : same) {
        distinct.inverse.push_back(rank[k]);
        ++distinct.counts[static_cast<std::size_t>(rank[k])];
    }
    return distinct;
}

void setList(ValueCall &call, std::size_t output, const std::vector<std::int64_t> &numbers)
{
    call.setShape(output, Dimensions{Dimension(static_cast<std::int64_t>(numbers.size()))});
    setElements(call, output, wholeElements(numbers));
}

} // namespace

void chooseNonZero(ValueCall &call)
{
    const auto numbers = numbersOf(call.in(0));
    if (!numbers || call.shape(0)->empty()) {
        return;
    }
    const std::vector<std::int64_t> sizes = sizesOf(call.in(0));
    std::vector<std::vector<std::int64_t>> rows(sizes.size());
    for (std::size_t i = 0; i < numbers->size(); ++i) {
        auto rest = static_cast<std::int64_t>(i);
        for (std::size_t axis = sizes.size(); axis-- > 0 && (*numbers)[i] != 0;) {
            rows[axis].push_back(rest % sizes[axis]);
            rest /= sizes[axis];
        }
    }
    std::vector<std::int64_t> all;
    for (const std::vector<std::int64_t> &row : rows) {
        all.insert(all.end(), row.begin(), row.end());
    }
    call.setShape(0, Dimensions{Dimension(static_cast<std::int64_t>(rows.size())),
                                Dimension(static_cast<std::int64_t>(rows.front().size()))});
    setElements(call, 0, wholeElements(all));
}

void chooseUnique(ValueCall &call)
{
    auto numbers = numbersOf(call.in(0));
    std::optional<std::size_t> axis;
    if (call.attrs.has("axis")) {
        const auto found =
            axisOf(call.attrs.integer("axis"), call.shape(0) ? call.shape(0)->size() : 0);
        axis = found ? std::optional(*found) : std::nullopt;
    }
    if (!numbers || numbers->empty() || axis.has_value() != call.attrs.has("axis")) {
        return;
    }
    const Slices slices = slicesOf(std::move(*numbers), sizesOf(call.in(0)), axis);
    const Distinct distinct = distinctOf(slices, call.attrs.integer("sorted", 1) != 0);
    const Dimension count(static_cast<std::int64_t>(distinct.first.size()));
    Dimensions shape = axis ? *call.shape(0) : Dimensions{count};
    std::size_t inner = 1; // elements of a slice that lie together
    for (std::size_t i = axis ? *axis + 1 : 0; axis && i < shape.size(); ++i) {
        inner *= static_cast<std::size_t>(shape[i].number().value_or(1));
    }
    shape[axis.value_or(0)] = count;
    call.setShape(0, std::move(shape));
    std::vector<std::size_t> places;
    const std::size_t outer = slices.places.front().size() / inner;
    for (std::size_t i = 0; i < outer; ++i) {
        for (const std::int64_t slice : distinct.first) {
            const auto &from = slices.places[static_cast<std::size_t>(slice)];
            const auto begin = from.begin() + static_cast<std::ptrdiff_t>(i * inner);
            places.insert(places.end(), begin, begin + static_cast<std::ptrdiff_t>(inner));
        }
    }
    pickElements(call, 0, places);
    setList(call, 1, distinct.first);
    setList(call, 2, distinct.inverse);
    setList(call, 3, distinct.counts);
}

namespace {

/// Two corners, the lower one first.
struct Box {
    std::array<double, 2> low{};
    std::array<double, 2> high{};

    [[nodiscard]] double area() const { return (high[0] - low[0]) * (high[1] - low[1]); }
};

Box boxAt(const std::vector<double> &boxes, std::size_t place, bool isCenter)
{
    Box box;
    for (std::size_t i = 0; i < 2; ++i) {
        const double first = boxes[place * 4 + i];
        const double second = boxes[place * 4 + i + 2];
        box.low[i] = isCenter ? first - second / 2 : std::min(first, second);
        box.high[i] = isCenter ? first + second / 2 : std::max(first, second);
    }
    return box;
}

/// The share of what either covers that both cover.
double overlap(const Box &a, const Box &b)
{
    double common = 1;
    for (std::size_t i = 0; i < 2; ++i) {
        common *= std::max(0.0, std::min(a.high[i], b.high[i]) - std::max(a.low[i], b.low[i]));
    }
    const double whole = a.area() + b.area() - common;
    return common > 0 && whole > 0 ? common / whole : 0;
}

/// How boxes are chosen of one image.
struct Suppression {
    std::size_t most = 0;
    double limit = 0; ///< of the overlap of two
    std::optional<double> least;
};

/// The numbers of the boxes that stay, of one class, the highest score first.
std::vector<std::int64_t> keptBoxes(const Suppression &how, const std::vector<Box> &boxes,
                                    const double *scores)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (!how.least || scores[i] > *how.least) {
            order.push_back(i);
        }
    }
    std::stable_sort(order.begin(), order.end(),
                     [scores](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
    std::vector<std::int64_t> kept;
    for (const std::size_t i : order) {
        const bool isNew = std::none_of(kept.begin(), kept.end(), [&](std::int64_t other) {
            return overlap(boxes[i], boxes[static_cast<std::size_t>(other)]) > how.limit;
        });
        if (isNew && kept.size() < how.most) {
            kept.push_back(static_cast<std::int64_t>(i));
        }
    }
    return kept;
}

} // namespace

void chooseBoxes(ValueCall &call)
{
    const auto boxes = numbersOf(call.in(0));
    const auto scores = numbersOf(call.in(1));
    std::array<std::optional<double>, 3> limits{};
    for (std::size_t i = 0; i < limits.size(); ++i) {
        const auto numbers = numbersOf(call.in(i + 2));
        if (call.has(i + 2) && (!numbers || numbers->empty())) {
            return;
        }
        limits[i] = numbers && !numbers->empty() ? std::optional(numbers->front()) : std::nullopt;
    }
    if (!boxes || !scores) {
        return;
    }
    const Suppression how{static_cast<std::size_t>(std::max(0.0, limits[0].value_or(0))),
                          limits[1].value_or(0), limits[2]};
    const std::vector<std::int64_t> sizes = sizesOf(call.in(1)); // batch, classes, boxes
    const auto count = static_cast<std::size_t>(sizes[2]);
    const bool isCenter = call.attrs.integer("center_point_box") != 0;
    std::vector<std::int64_t> chosen;
    for (std::int64_t batch = 0; batch < sizes[0]; ++batch) {
        std::vector<Box> all;
        for (std::size_t i = 0; i < count; ++i) {
            all.push_back(boxAt(*boxes, static_cast<std::size_t>(batch) * count + i, isCenter));
        }
        for (std::int64_t kind = 0; kind < sizes[1]; ++kind) {
            const std::size_t first = static_cast<std::size_t>(batch * sizes[1] + kind) * count;
            for (const std::int64_t box : keptBoxes(how, all, scores->data() + first)) {
                chosen.insert(chosen.end(), {batch, kind, box});
            }
        }
    }
    call.setShape(0, Dimensions{Dimension(static_cast<std::int64_t>(chosen.size() / 3)), 3});
    setElements(call, 0, wholeElements(chosen));
}

} // namespace nervure::onnx

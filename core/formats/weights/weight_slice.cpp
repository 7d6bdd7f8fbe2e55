// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/weight_slice.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <optional>

namespace nervure {

namespace {

Diagnostic badSlice(std::string_view part, std::string_view expected)
{
    return makeError("slice", "found {} in the slice, expected {}", quoted(part), expected);
}

/// An index that may count from the end, cut to the dimension.
std::int64_t cut(std::int64_t index, std::int64_t size, std::int64_t least, std::int64_t most)
{
    return std::clamp(index < 0 ? index + size : index, least, most);
}

Result<WeightSlice::Range> parseRange(std::string_view part, std::int64_t size)
{
    constexpr std::string_view expected = "an index such as 3 or a range such as 2:5 or ::2";
    const auto words = split(part, ':');
    if (words.size() > 3) {
        return badSlice(part, expected);
    }
    std::array<std::optional<std::int64_t>, 3> numbers;
    for (std::size_t i = 0; i < words.size(); ++i) {
        numbers[i] = parseInteger(trim(words[i]));
        const bool isLeftOut = words.size() > 1 && trim(words[i]).empty();
        if (!numbers[i] && !isLeftOut) {
            return badSlice(part, expected);
        }
    }
    if (words.size() == 1) {
        if (*numbers[0] < -size || *numbers[0] >= size) {
            return badSlice(part, "an index of a dimension of size " + std::to_string(size));
        }
        return WeightSlice::Range{cut(*numbers[0], size, 0, size), 1, 1, false};
    }
    const std::int64_t step = numbers[2].value_or(1);
    if (step <= 0) {
        return badSlice(part, "a positive step");
    }
    const std::int64_t first = cut(numbers[0].value_or(0), size, 0, size);
    const std::int64_t end = numbers[1] ? cut(*numbers[1], size, 0, size) : size;
    const std::int64_t length = std::max<std::int64_t>(end - first, 0);
    return WeightSlice::Range{first, length / step + (length % step != 0 ? 1 : 0), step, true};
}

} // namespace

std::vector<std::int64_t> WeightSlice::shape() const
{
    std::vector<std::int64_t> shape;
    for (const Range &range : ranges) {
        if (range.isKept) {
            shape.push_back(range.count);
        }
    }
    return shape;
}

std::uint64_t WeightSlice::count() const
{
    std::uint64_t count = 1;
    for (const Range &range : ranges) {
        count *= static_cast<std::uint64_t>(range.count);
    }
    return count;
}

Result<WeightSlice> parseSlice(std::string_view text, const std::vector<std::int64_t> &shape)
{
    WeightSlice slice;
    std::string_view inner = trim(text);
    if (inner.starts_with('[') && inner.ends_with(']')) {
        inner = trim(inner.substr(1, inner.size() - 2));
    }
    if (!inner.empty()) {
        for (const std::string_view part : split(inner, ',')) {
            if (slice.ranges.size() == shape.size()) {
                return badSlice(text, "at most " + std::to_string(shape.size())
                                          + (shape.size() == 1 ? " dimension" : " dimensions"));
            }
            ASSIGN_OR_RETURN(const WeightSlice::Range range,
                             parseRange(trim(part), shape[slice.ranges.size()]));
            slice.ranges.push_back(range);
        }
    }
    for (std::size_t i = slice.ranges.size(); i < shape.size(); ++i) {
        slice.ranges.push_back({0, shape[i], 1, true});
    }
    return slice;
}

Status eachRun(const WeightSlice &slice, const std::vector<std::int64_t> &shape,
               const std::function<Status(std::uint64_t, std::uint64_t)> &take)
{
    if (slice.count() == 0) {
        return {};
    }
    // The last dimensions that are taken whole, and the range before them, stand in one run.
    std::size_t outer = shape.size();
    std::uint64_t run = 1;
    while (outer > 0) {
        const WeightSlice::Range &range = slice.ranges[outer - 1];
        if (range.step != 1 && range.count > 1) {
            break;
        }
        --outer;
        run *= static_cast<std::uint64_t>(range.count);
        if (range.count != shape[outer]) {
            break;
        }
    }
    std::vector<std::int64_t> position(outer, 0);
    while (true) {
        std::uint64_t first = 0;
        for (std::size_t d = 0; d < shape.size(); ++d) {
            const WeightSlice::Range &range = slice.ranges[d];
            const std::int64_t index = range.first + (d < outer ? position[d] * range.step : 0);
            first =
                first * static_cast<std::uint64_t>(shape[d]) + static_cast<std::uint64_t>(index);
        }
        RETURN_IF_FAILED(take(first, run));
        std::size_t d = outer;
        while (d > 0 && ++position[d - 1] == slice.ranges[d - 1].count) {
            position[--d] = 0;
        }
        if (d == 0) {
            return {};
        }
    }
}

} // namespace nervure

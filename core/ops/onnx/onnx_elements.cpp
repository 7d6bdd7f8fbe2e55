// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_elements.h"

#include <algorithm>
#include <memory>

namespace nervure::onnx {

namespace {

/// The elements of the inputs, spread to the output's shape; empty where some are not known.
template <typename T>
std::vector<std::vector<T>> spread(const ValueCall &call, std::span<const std::size_t> to,
                                   std::vector<T> KnownElements::*member)
{
    std::vector<std::vector<T>> all;
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        const ValueType &value = call.in(i);
        const auto from = smallSizes(value.shape);
        if (!value.elements || !from || ((*value.elements).*member).size() != countOf(*from)) {
            return {};
        }
        std::vector<T> elements;
        for (const std::size_t place : broadcastPlaces(*from, to)) {
            elements.push_back(((*value.elements).*member)[place]);
        }
        all.push_back(std::move(elements));
    }
    return all;
}

template <typename T, typename Function>
std::optional<std::vector<T>> computed(const ValueCall &call, std::span<const std::size_t> to,
                                       std::vector<T> KnownElements::*member,
                                       const Function &function)
{
    const auto inputs = spread(call, to, member);
    if (!function || inputs.empty()) {
        return std::nullopt;
    }
    std::vector<T> result;
    std::vector<T> operands(inputs.size());
    for (std::size_t at = 0; at < countOf(to); ++at) {
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            operands[i] = inputs[i][at];
        }
        result.push_back(function(operands));
    }
    return result;
}

} // namespace

Dimension extremeOf(std::span<const Dimension> values, bool isLargest)
{
    Dimension best = values.empty() ? Dimension() : values.front();
    for (const Dimension &value : values) {
        const bool isNumber = best.isNumber() && value.isNumber();
        const bool isBetter =
            isNumber
            && (isLargest ? *value.number() > *best.number() : *value.number() < *best.number());
        best = isBetter ? value : isNumber || best.equals(value) ? best : Dimension();
    }
    return best;
}

std::size_t countOf(std::span<const std::size_t> sizes)
{
    std::size_t count = 1;
    for (const std::size_t size : sizes) {
        count *= size;
    }
    return count;
}

std::optional<std::vector<std::size_t>> smallSizes(const std::optional<Dimensions> &shape)
{
    if (!shape) {
        return std::nullopt;
    }
    std::vector<std::size_t> sizes;
    std::size_t count = 1;
    for (const Dimension &dimension : *shape) {
        const auto number = dimension.number();
        if (!number || *number < 0 || *number > static_cast<std::int64_t>(KnownElements::most)) {
            return std::nullopt;
        }
        sizes.push_back(static_cast<std::size_t>(*number));
        count *= sizes.back();
        if (count > KnownElements::most) {
            return std::nullopt;
        }
    }
    return sizes;
}

std::vector<std::size_t> broadcastPlaces(std::span<const std::size_t> from,
                                         std::span<const std::size_t> to)
{
    std::vector<std::size_t> places(countOf(to), 0);
    std::size_t step = 1;  // between neighbors along this dimension, in `from`
    std::size_t inner = 1; // elements of `to` that one index of this dimension has
    for (std::size_t back = 1; back <= to.size(); ++back) {
        const std::size_t size = back <= from.size() ? from[from.size() - back] : 1;
        const std::size_t length = to[to.size() - back];
        for (std::size_t at = 0; at < places.size() && length > 0; ++at) {
            places[at] += size == 1 ? 0 : (at / inner % length) * step;
        }
        step *= size;
        inner *= length;
    }
    return places;
}

std::vector<std::size_t> mappedPlaces(std::span<const std::size_t> from,
                                      std::span<const std::size_t> to, const IndexFunction &source)
{
    std::vector<std::size_t> places;
    std::vector<std::size_t> index(to.size());
    std::vector<std::size_t> moved(from.size());
    for (std::size_t at = 0; at < countOf(to); ++at) {
        std::size_t rest = at;
        for (std::size_t back = to.size(); back-- > 0; rest /= to[back]) {
            index[back] = rest % to[back];
        }
        source(index, moved);
        std::size_t place = 0;
        for (std::size_t i = 0; i < from.size(); ++i) {
            place = place * from[i] + moved[i];
        }
        places.push_back(place);
    }
    return places;
}

void moveElements(ValueCall &call, std::size_t input, const IndexFunction &source)
{
    const auto from = smallSizes(call.shape(input));
    const auto to = call.outputs.empty() ? std::nullopt : smallSizes(call.outputs[0].shape);
    if (from && to && call.in(input).elements) {
        pickElements(call, input, mappedPlaces(*from, *to, source));
    }
}

void computeElements(ValueCall &call, const WholeFunction &whole, const RealFunction &real)
{
    const auto to = call.outputs.empty() ? std::nullopt : smallSizes(call.outputs[0].shape);
    if (!to || call.inputs.empty()) {
        return;
    }
    KnownElements elements;
    if (hasWholeElements(call.outputs[0].element)) {
        auto result = computed(call, *to, &KnownElements::whole, whole);
        if (!result) {
            return;
        }
        elements.whole = std::move(*result);
    } else {
        auto result = computed(call, *to, &KnownElements::real, real);
        if (!result) {
            return;
        }
        elements.real = std::move(*result);
    }
    setElements(call, 0, std::move(elements));
}

void pickElements(ValueCall &call, std::size_t input, std::span<const std::size_t> places)
{
    const auto &from = call.in(input).elements;
    if (!from) {
        return;
    }
    KnownElements elements;
    for (const std::size_t place : places) {
        if (place < from->whole.size()) {
            elements.whole.push_back(from->whole[place]);
        } else if (place < from->real.size()) {
            elements.real.push_back(from->real[place]);
        } else {
            return;
        }
    }
    setElements(call, 0, std::move(elements));
}

void keepElements(ValueCall &call)
{
    if (!call.outputs.empty()) {
        call.outputs[0].elements = call.in(0).elements;
    }
}

void setElements(ValueCall &call, std::size_t output, KnownElements elements)
{
    if (output < call.outputs.size()) {
        call.outputs[output].elements = std::make_shared<const KnownElements>(std::move(elements));
    }
}

} // namespace nervure::onnx

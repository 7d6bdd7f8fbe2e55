// SPDX-License-Identifier: Apache-2.0
#include "core/ops/mxnet/mx_window.h"

#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

/// Beyond these a window means nothing, and products of them would overflow.
constexpr std::int64_t mostOfWindow = std::int64_t{1} << 24;

Status checkNumbers(const char *name, const IntTuple &numbers, std::size_t rank, std::int64_t least)
{
    const bool fits = numbers.size() == rank
                      && std::all_of(numbers.begin(), numbers.end(), [&](std::int64_t number) {
                             return number >= least && number <= mostOfWindow;
                         });
    return fits ? Status()
                : Status(makeError("attr-invalid", "{} is {}, expected {} numbers from {} to {}",
                                   name, attrText(numbers), rank, least, mostOfWindow));
}

IntTuple filled(const IntTuple &numbers, std::size_t rank, std::int64_t otherwise)
{
    return numbers.empty() ? IntTuple(rank, otherwise) : numbers;
}

Entry transposed(const Lowering &op, Entry data, const IntTuple &axes)
{
    return op.make("transpose", {data}, attrsOf({{"axes", attrText(axes)}}));
}

IntTuple allAxes(std::size_t rank)
{
    IntTuple axes;
    for (std::size_t i = 0; i < rank; ++i) {
        axes.push_back(static_cast<std::int64_t>(i));
    }
    return axes;
}

template <typename List>
List lastToSecond(List list)
{
    std::rotate(list.begin() + 1, list.end() - 1, list.end());
    return list;
}

template <typename List>
List secondToLast(List list)
{
    std::rotate(list.begin() + 1, list.begin() + 2, list.end());
    return list;
}

} // namespace

std::int64_t MXNetWindow::cells() const
{
    std::int64_t product = 1;
    for (const std::int64_t size : kernel) {
        product *= size;
    }
    return product;
}

Result<MXNetWindow> mxnetWindow(const IntTuple &kernel, const IntTuple &stride, const IntTuple &pad,
                                const IntTuple &dilate)
{
    const std::size_t rank = kernel.size();
    if (rank < 1 || rank > 3) {
        return makeError("attr-invalid", "kernel is {}, expected 1 to 3 numbers", attrText(kernel));
    }
    MXNetWindow window{kernel, filled(stride, rank, 1), filled(pad, rank, 0),
                       filled(dilate, rank, 1)};
    RETURN_IF_FAILED(checkNumbers("kernel", window.kernel, rank, 1));
    RETURN_IF_FAILED(checkNumbers("stride", window.stride, rank, 1));
    RETURN_IF_FAILED(checkNumbers("pad", window.pad, rank, 0));
    RETURN_IF_FAILED(checkNumbers("dilate", window.dilate, rank, 1));
    const auto cells = elementCount(Shape(kernel));
    if (!cells || *cells > mostOfWindow) {
        return makeError("attr-invalid", "kernel {} is too large", attrText(kernel));
    }
    return window;
}

std::vector<std::string> mxnetLayouts()
{
    return {"None", "NCW", "NCHW", "NCDHW", "NWC", "NHWC", "NDHWC"};
}

bool hasChannelsLast(const std::string &layout)
{
    return layout.size() > 2 && layout.back() == 'C';
}

Status checkLayoutRank(const std::string &layout, std::size_t rank)
{
    return layout == "None" || layout.size() == rank
               ? Status()
               : Status(makeError("attr-invalid", "layout is {}, expected one of {} dimensions",
                                  layout, rank));
}

Shape channelsSecond(const Shape &shape)
{
    return lastToSecond(shape);
}

Shape channelsBehind(const Shape &shape)
{
    return secondToLast(shape);
}

Entry transposedToSecond(const Lowering &op, Entry data, std::size_t rank)
{
    return transposed(op, data, lastToSecond(allAxes(rank)));
}

Entry transposedToLast(const Lowering &op, Entry data, std::size_t rank)
{
    return transposed(op, data, secondToLast(allAxes(rank)));
}

Shape asOneRow(Shape shape)
{
    shape.push_back(shape.back());
    shape[shape.size() - 2] = 1;
    return shape;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/strided_copy.h"

#include "core/execution/tensor.h"
#include "core/ops/rules/reference_types.h"
#include "core/support/text.h"

#include <cctype>
#include <cstring>
#include <vector>

namespace nervure {

namespace {

/// `count` elements, `stride` apart in the source, one after the other in the target.
void copyRow(const std::byte *from, std::int64_t stride, std::int64_t count, std::size_t bytes,
             std::byte *to)
{
    if (stride == 1) {
        std::memcpy(to, from, static_cast<std::size_t>(count) * bytes);
        return;
    }
    const std::ptrdiff_t step =
        static_cast<std::ptrdiff_t>(stride) * static_cast<std::ptrdiff_t>(bytes);
    for (std::int64_t i = 0; i < count; ++i) {
        std::memcpy(to, from, bytes);
        from += step;
        to += bytes;
    }
}

/// The source of a copy from `from` to `to` where one of the two has no blocks. Loops run over
/// the dimensions of `to`; a dimension that `from` has in blocks is two loops, the outer one over
/// blocks.
StridedSource sourceOf(const Layout &from, const Shape &fromShape, const Layout &to,
                       const Shape &toShape)
{
    const std::vector<std::int64_t> strides = denseStrides(fromShape);
    const auto at = [](int position) { return static_cast<std::size_t>(position); };
    StridedSource source;
    for (std::size_t i = 0; i < to.rank(); ++i) {
        const char axis = to.axis(i);
        const char whole = Layout::dimensionOf(axis);
        const std::int64_t stride = strides[at(from.indexOf(whole))];
        const std::int64_t block = from.blockOf(whole);
        if (block > 0) {
            const int part =
                from.indexOf(static_cast<char>(std::tolower(static_cast<unsigned char>(axis))));
            source.sizes.push_back(fromShape[at(from.indexOf(whole))]);
            source.sizes.push_back(block);
            source.strides.insert(source.strides.end(), {stride, strides[at(part)]});
            continue;
        }
        const bool isOuter = axis == whole && to.blockOf(whole) > 0;
        source.sizes.push_back(toShape[i]);
        source.strides.push_back(isOuter ? stride * to.blockOf(whole) : stride);
    }
    return source;
}

bool hasBlocks(const Layout &layout)
{
    for (std::size_t i = 0; i < layout.rank(); ++i) {
        if (layout.axis(i) >= 'a') {
            return true;
        }
    }
    return false;
}

/// The dimensions of a layout in its order, without blocks.
Result<Layout> withoutBlocks(const Layout &layout)
{
    std::string text;
    for (std::size_t i = 0; i < layout.rank(); ++i) {
        if (layout.axis(i) < 'a') {
            text += layout.axis(i);
        }
    }
    return Layout::parse(text);
}

Status checkShapes(const ConstTensorView &from, const Layout &fromLayout, const TensorView &to,
                   const Layout &toLayout)
{
    ASSIGN_OR_RETURN(const auto expected, fromLayout.convert(shapeOf(from), toLayout));
    if (from.shape.size() != fromLayout.rank() || expected != shapeOf(to) || from.type != to.type) {
        return makeError("layout-invalid", "a tensor of shape {}, expected {} of the same type",
                         shapeText(shapeOf(to)), shapeText(expected));
    }
    return {};
}

} // namespace

void copyStrided(const StridedSource &source, const std::byte *from, std::size_t elementBytes,
                 std::byte *to)
{
    const std::size_t rank = source.sizes.size();
    std::int64_t rows = 1;
    for (std::size_t axis = 0; axis + 1 < rank; ++axis) {
        rows *= source.sizes[axis];
    }
    const std::int64_t columns = rank == 0 ? 1 : source.sizes.back();
    const std::int64_t step = rank == 0 ? 1 : source.strides.back();
    std::vector<std::int64_t> position(rank, 0);
    std::int64_t start = source.offset;
    for (std::int64_t row = 0; columns > 0 && row < rows; ++row) {
        copyRow(
            from + static_cast<std::ptrdiff_t>(start) * static_cast<std::ptrdiff_t>(elementBytes),
            step, columns, elementBytes, to);
        to += static_cast<std::size_t>(columns) * elementBytes;
        for (std::size_t axis = rank < 2 ? 0 : rank - 1; axis-- > 0;) {
            start += source.strides[axis];
            if (++position[axis] < source.sizes[axis]) {
                break;
            }
            start -= source.strides[axis] * source.sizes[axis];
            position[axis] = 0;
        }
    }
}

bool isInside(const StridedSource &source, std::int64_t count)
{
    if (source.strides.size() != source.sizes.size() || isUnknown(source.sizes)) {
        return false;
    }
    if (elementCount(source.sizes) == 0) {
        return true;
    }
    std::int64_t least = source.offset;
    std::int64_t most = source.offset;
    for (std::size_t i = 0; i < source.sizes.size(); ++i) {
        const std::int64_t stride = source.strides[i];
        if (source.sizes[i] > 1 && (stride > count || stride < -count)) {
            return false;
        }
        if (source.sizes[i] == 1) {
            continue;
        }
        const auto reach = checkedMultiply(source.sizes[i] - 1, stride < 0 ? -stride : stride);
        if (!reach || *reach > count) {
            return false;
        }
        if (stride < 0) {
            least -= *reach;
        } else {
            most += *reach;
        }
    }
    return least >= 0 && most < count;
}

Status takeStrided(const StridedSource &source, const ConstTensorView &in, const TensorView &out)
{
    if (in.type != out.type) {
        return makeError("infer-type", "takes {} and gives {}, expected one type",
                         dtypeName(in.type), dtypeName(out.type));
    }
    if (elementCount(source.sizes) != out.count() || !isInside(source, in.count())) {
        return makeError(
            "infer-shape",
            "takes {} from a tensor of {} elements for one of {}, expected sizes that fit",
            shapeText(source.sizes), in.count(), out.count());
    }
    copyStrided(source, in.data, dtypeBytes(in.type), out.data);
    return {};
}

Status stridedReference(const StridedSource &source, const ReferenceCall &call)
{
    return takeStrided(source, call.in[0], call.out[0]);
}

Status copyToLayout(const ConstTensorView &from, const Layout &fromLayout, const TensorView &to,
                    const Layout &toLayout)
{
    RETURN_IF_FAILED(checkShapes(from, fromLayout, to, toLayout));
    if (to.count() == 0) {
        return {};
    }
    if (fromLayout == toLayout) {
        std::memcpy(to.data, from.data, static_cast<std::size_t>(to.count()) * dtypeBytes(to.type));
        return {};
    }
    if (hasBlocks(fromLayout) && hasBlocks(toLayout)) {
        const auto plain = withoutBlocks(toLayout);
        const auto shape =
            plain ? fromLayout.convert(shapeOf(from), *plain) : Result<Shape>(plain.error());
        ASSIGN_OR_RETURN(auto between,
                         shape ? Tensor::zeros(from.type, *shape) : Result<Tensor>(shape.error()));
        const Status status = copyToLayout(from, fromLayout, between.view(), *plain);
        return status ? copyToLayout(between.view(), *plain, to, toLayout) : status;
    }
    const StridedSource source = sourceOf(fromLayout, shapeOf(from), toLayout, shapeOf(to));
    copyStrided(source, from.data, dtypeBytes(from.type), to.data);
    return {};
}

} // namespace nervure

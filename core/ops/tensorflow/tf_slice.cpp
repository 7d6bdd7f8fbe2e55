// SPDX-License-Identifier: Apache-2.0
// What takes parts of tensors.
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_operator.h"

#include <algorithm>

namespace nervure::tensorflow {

namespace {

/// What is taken of one dimension, or a new one.
struct Part {
    bool isNew = false;
    bool isShrunk = false;  ///< one position, whose dimension goes away
    bool isKnown = true;    ///< all numbers are known; else only `all` is
    bool isWhole = false;   ///< all of the dimension
    std::size_t axis = 0;   ///< of the input
    std::int64_t first = 0; ///< index of the first one taken
    std::int64_t count = 0;
    std::int64_t step = 1;
};

/// The sparse description of a strided slice, one number a position.
struct Strided {
    Numbers begin;
    Numbers end;
    Numbers strides;
    const OnnxAttrs &attrs;

    [[nodiscard]] bool has(std::string_view mask, std::size_t i) const
    {
        constexpr std::size_t mostBits = 62;
        return i < mostBits && ((attrs.integer(mask) >> i) & 1) != 0;
    }
    [[nodiscard]] std::size_t newAxes() const
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < begin.size(); ++i) {
            count += has("new_axis_mask", i) && !has("ellipsis_mask", i) ? 1 : 0;
        }
        return count;
    }
};

/// The part that position `i` takes of a dimension of `size` elements.
Result<Part> takenOf(const Strided &how, std::size_t i, std::int64_t size)
{
    const std::int64_t step = how.strides[i];
    if (step == 0) {
        return makeError("infer-shape", "strides[{}] is 0, expected another number", i);
    }
    const auto fromFront = [size](std::int64_t at) { return at < 0 ? at + size : at; };
    Part part;
    part.step = step;
    if (how.has("shrink_axis_mask", i)) {
        part.isShrunk = true;
        part.first = fromFront(how.begin[i]);
        part.count = 1;
        part.step = 1;
        return part.first >= 0 && part.first < size
                   ? Result<Part>(part)
                   : makeError("infer-shape", "takes position {} of {} elements", how.begin[i],
                               size);
    }
    const std::int64_t least = step > 0 ? 0 : -1;
    const std::int64_t most = step > 0 ? size : size - 1;
    const auto canonical = [&](std::int64_t at) {
        return std::clamp<std::int64_t>(fromFront(at), least, most);
    };
    part.first = how.has("begin_mask", i) ? (step > 0 ? least : most) : canonical(how.begin[i]);
    const std::int64_t end =
        how.has("end_mask", i) ? (step > 0 ? most : least) : canonical(how.end[i]);
    const std::int64_t length = end - part.first;
    part.count = length == 0 || (length < 0) != (step < 0)
                     ? 0
                     : length / step + (length % step != 0 ? 1 : 0);
    return part;
}

Result<Part> partOf(const Strided &how, std::size_t i, const Dimension &size, std::size_t axis)
{
    Part part;
    if (const auto number = size.number()) {
        ASSIGN_OR_RETURN(part, takenOf(how, i, *number));
    } else {
        part.isKnown = false;
        part.isShrunk = how.has("shrink_axis_mask", i);
        part.isWhole = how.has("begin_mask", i) && how.has("end_mask", i) && how.strides[i] == 1;
    }
    part.axis = axis;
    return part;
}

Part wholeOf(std::size_t axis, const Dimension &size)
{
    Part part;
    part.axis = axis;
    part.isWhole = true;
    part.isKnown = size.isNumber();
    part.count = size.number().value_or(0);
    return part;
}

/// The parts in the order of the result, one for each dimension of the input and each new one.
Result<std::vector<Part>> partsOf(const Strided &how, const Dimensions &shape)
{
    std::vector<Part> parts;
    std::size_t axis = 0;
    bool hadEllipsis = false;
    const std::size_t named = how.begin.size() - std::min(how.begin.size(), how.newAxes());
    for (std::size_t i = 0; i < how.begin.size(); ++i) {
        if (how.has("ellipsis_mask", i)) {
            if (hadEllipsis) {
                return makeError("infer-shape",
                                 "ellipsis_mask has several bits, expected one at most");
            }
            hadEllipsis = true;
            const std::size_t others = named - 1;
            for (std::size_t left = shape.size() - std::min(shape.size(), others); left > 0;
                 --left) {
                parts.push_back(wholeOf(axis, shape[axis]));
                ++axis;
            }
        } else if (how.has("new_axis_mask", i)) {
            Part part;
            part.isNew = true;
            parts.push_back(part);
        } else {
            if (axis >= shape.size()) {
                return makeError("infer-shape", "takes parts of {} dimensions, expected {} at most",
                                 named, shape.size());
            }
            ASSIGN_OR_RETURN(const Part part, partOf(how, i, shape[axis], axis));
            parts.push_back(part);
            ++axis;
        }
    }
    for (; axis < shape.size(); ++axis) {
        parts.push_back(wholeOf(axis, shape[axis]));
    }
    return parts;
}

Dimensions resultShape(const std::vector<Part> &parts, const Dimensions &shape)
{
    Dimensions result;
    for (const Part &part : parts) {
        if (part.isNew) {
            result.emplace_back(1);
        } else if (!part.isShrunk) {
            result.push_back(part.isKnown   ? Dimension(part.count)
                             : part.isWhole ? shape[part.axis]
                                            : Dimension());
        }
    }
    return result;
}

void takeElements(ValueCall &call, const std::vector<Part> &parts)
{
    for (const Part &part : parts) {
        if (!part.isNew && !part.isKnown) {
            return;
        }
    }
    onnx::moveElements(call, 0,
                       [&parts](std::span<const std::size_t> to, std::span<std::size_t> from) {
                           std::size_t place = 0;
                           for (const Part &part : parts) {
                               const std::size_t at = part.isShrunk ? 0 : to[place];
                               place += part.isShrunk ? 0 : 1;
                               if (!part.isNew) {
                                   from[part.axis] = static_cast<std::size_t>(
                                       part.first + static_cast<std::int64_t>(at) * part.step);
                               }
                           }
                       });
}

std::optional<Strided> stridedOf(const AtNode &node)
{
    auto begin = node.numbers(1);
    auto end = node.numbers(2);
    auto strides = node.numbers(3);
    const bool fits =
        begin && end && strides && begin->size() == end->size() && begin->size() == strides->size();
    return fits ? std::optional(Strided{*begin, *end, *strides, node.attrs}) : std::nullopt;
}

Status stridedShape(ValueCall &call)
{
    const auto how = stridedOf({call.attrs, call.inputs});
    if (!how || !call.shape(0)) {
        return {};
    }
    const Dimensions shape = *call.shape(0);
    ASSIGN_OR_RETURN(const std::vector<Part> parts, partsOf(*how, shape));
    call.setShape(0, resultShape(parts, shape));
    takeElements(call, parts);
    return {};
}

/// Backward slices are forward ones of the reversed dimension.
Operand taken(const OnnxLowering &op, const Operand &x, const Part &part)
{
    if (part.step > 0) {
        return op.slice(x, part.axis, part.first, part.first + (part.count - 1) * part.step + 1,
                        part.step);
    }
    const std::int64_t first = x.dims[part.axis] - 1 - part.first;
    return op.slice(op.flip(x, part.axis), part.axis, first,
                    first - (part.count - 1) * part.step + 1, -part.step);
}

Lowered strided(const OnnxLowering &op)
{
    const auto how = stridedOf({op.attrs(), op.inValues()});
    if (!how) {
        return makeError("not-supported",
                         "begin, end and strides are computed when the model runs, "
                         "expected constants");
    }
    const Shape &dims = op.in(0).dims;
    ASSIGN_OR_RETURN(const std::vector<Part> parts, partsOf(*how, {dims.begin(), dims.end()}));
    Operand x = op.in(0);
    for (const Part &part : parts) {
        if (!part.isNew && !part.isWhole) {
            x = taken(op, x, part);
        }
    }
    return std::vector{op.reshape(x, op.outDims())};
}

/// From `begin` as many as `size` says, -1 for all that follow.
std::optional<OnnxForm> fromBegin(const AtNode &node)
{
    const auto begin = node.numbers(1);
    auto size = node.numbers(2);
    if (!begin || !size || begin->size() != size->size()) {
        return std::nullopt;
    }
    constexpr std::int64_t toTheEnd = std::int64_t{1} << 31;
    for (std::size_t i = 0; i < size->size(); ++i) {
        (*size)[i] = (*size)[i] < 0 ? toTheEnd - 1 : (*begin)[i] + (*size)[i];
    }
    OnnxForm form{{}, {0}};
    form.attrs.set("starts", *begin);
    form.attrs.set("ends", *size);
    return form;
}

Lowered sliced(const OnnxLowering &op)
{
    const auto form = fromBegin({op.attrs(), op.inValues()});
    if (!form) {
        return makeError("not-supported",
                         "begin and size are computed when the model runs, expected "
                         "constants");
    }
    Operand x = op.in(0);
    const Shape out = op.outDims();
    for (std::size_t axis = 0; axis < out.size(); ++axis) {
        const std::int64_t first = form->attrs.integers("starts")[axis];
        x = op.slice(x, axis, first, first + out[axis]);
    }
    return std::vector{x};
}

void declareAllSlice(OpRegistry &ops)
{
    constexpr std::string_view types = "T = any bf16; Index = i32 i64";
    addAll(ops, {{.name = "StridedSlice",
                  .category = OpCategory::Layout,
                  .signature = "input:T begin:Index end:Index strides:Index -> output:T",
                  .types = types,
                  .attributes = "begin_mask:int=0 end_mask:int=0 ellipsis_mask:int=0 "
                                "new_axis_mask:int=0 shrink_axis_mask:int=0",
                  .summary = "a part of each dimension, in steps",
                  .infer = stridedShape,
                  .lower = strided,
                  .numberInputs = inputBits(1, 2, 3)},
                 {.name = "Slice",
                  .category = OpCategory::Layout,
                  .signature = "input:T begin:Index size:Index -> output:T",
                  .types = types,
                  .as = "Slice",
                  .translate = fromBegin,
                  .lower = sliced,
                  .numberInputs = inputBits(1, 2)}});
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfSlice(OpRegistry &ops)
{
    tensorflow::declareAllSlice(ops);
}

} // namespace nervure

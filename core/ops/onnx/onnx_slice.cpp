// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace nervure {

namespace {

using namespace onnx;

/// Beyond every size, as exporters write "to the end".
constexpr std::int64_t toTheEnd = std::numeric_limits<std::int32_t>::max();

/// What is taken of one dimension.
struct Piece {
    Dimension start;
    Dimension end;
    Dimension step = 1;
};

struct Steps {
    std::int64_t first = 0; ///< index of the first one taken
    std::int64_t count = 0;
    std::int64_t step = 1;
};

/// As the standard clamps starts and ends.
Steps clamped(std::int64_t size, std::int64_t start, std::int64_t end, std::int64_t step)
{
    const auto absolute = [size](std::int64_t at) { return at < 0 ? at + size : at; };
    if (step > 0) {
        const std::int64_t from = std::clamp<std::int64_t>(absolute(start), 0, size);
        const std::int64_t to = std::clamp<std::int64_t>(absolute(end), 0, size);
        return {from, std::max<std::int64_t>((to - from + step - 1) / step, 0), step};
    }
    const std::int64_t from = std::clamp<std::int64_t>(absolute(start), 0, size - 1);
    const std::int64_t to = std::clamp<std::int64_t>(absolute(end), -1, size - 1);
    const std::int64_t back = -step;
    return {from, std::max<std::int64_t>((from - to + back - 1) / back, 0), step};
}

/// The size of a piece of a dimension of which not all is known by number. Names stand for sizes that are
/// large enough for what the slice takes.
Dimension namedSize(const Dimension &size, const Piece &piece)
{
    if (!piece.step.is(1)) {
        return {};
    }
    const auto isNegative = [](const Dimension &at) { return at.isNumber() && *at.number() < 0; };
    const bool goesToEnd = piece.end.isNumber() && *piece.end.number() >= toTheEnd;
    const Dimension start = isNegative(piece.start) ? size + piece.start : piece.start;
    const Dimension end = goesToEnd || piece.end.equals(size) ? size
                          : isNegative(piece.end)             ? size + piece.end
                                                              : piece.end;
    // Of a named size it is not known whether a number lies within.
    const bool isOpen = !size.isNumber() && end.isNumber();
    return isOpen ? Dimension() : end - start;
}

Dimension pieceSize(const Dimension &size, const Piece &piece)
{
    const auto number = size.number();
    const auto start = piece.start.number();
    const auto end = piece.end.number();
    const auto step = piece.step.number();
    if (number && start && end && step && *step != 0) {
        return clamped(*number, *start, *end, *step).count;
    }
    return namedSize(size, piece);
}

/// The pieces by dimension; nothing where it is not known which dimensions are cut.
struct Cuts {
    std::vector<std::size_t> axes;
    std::vector<Piece> pieces;
};

Result<std::optional<Cuts>> cutsOf(const ValueCall &call, std::size_t rank)
{
    const auto list = [&call](std::size_t input, std::string_view name) {
        const auto *whole = call.whole(input);
        const auto &attribute = call.attrs.integers(name);
        return whole             ? std::optional(*whole)
               : call.has(input) ? std::nullopt
               : call.attrs.has(name)
                   ? std::optional(Dimensions(attribute.begin(), attribute.end()))
                   : std::optional(Dimensions());
    };
    const auto starts = list(1, "starts");
    const auto ends = list(2, "ends");
    const auto steps = list(4, "steps");
    const bool hasAxes = call.has(3) || call.attrs.has("axes");
    std::optional<std::vector<std::int64_t>> axes =
        call.has(3) ? call.numbers(3) : std::optional(call.attrs.integers("axes"));
    const auto length = lengthOf(call.shape(1));
    const std::size_t count = starts ? starts->size() : ends ? ends->size() : length.value_or(0);
    if (!axes || (!starts && !ends && !length)) {
        return std::optional<Cuts>();
    }
    if (!hasAxes) {
        axes->resize(count);
        std::iota(axes->begin(), axes->end(), 0);
    }
    if ((starts && starts->size() != count) || (ends && ends->size() != count)
        || axes->size() != count) {
        return makeError("infer-shape", "starts, ends and axes differ in length, expected {} each",
                         count);
    }
    Cuts cuts;
    ASSIGN_OR_RETURN(cuts.axes, axesOf(*axes, rank));
    for (std::size_t i = 0; i < count; ++i) {
        const bool hasStep = steps && i < steps->size();
        cuts.pieces.push_back({starts ? (*starts)[i] : Dimension(), ends ? (*ends)[i] : Dimension(),
                               hasStep ? (*steps)[i]
                               : steps ? Dimension(1)
                                       : Dimension()});
        if (cuts.pieces.back().step.is(0)) {
            return makeError("infer-shape", "a step is 0, expected any other number");
        }
    }
    return std::optional(std::move(cuts));
}

Status sliceShape(ValueCall &call)
{
    const MaybeShape &from = call.shape(0);
    if (!from) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::optional<Cuts> cuts, cutsOf(call, from->size()));
    if (!cuts) {
        call.setShape(0, unknownDimensions(from->size()));
        return {};
    }
    Dimensions shape = *from;
    for (std::size_t i = 0; i < cuts->axes.size(); ++i) {
        Dimension &size = shape[cuts->axes[i]];
        size = pieceSize(size, cuts->pieces[i]);
    }
    call.setShape(0, std::move(shape));
    std::vector<Steps> walks(from->size());
    for (std::size_t i = 0; i < cuts->axes.size(); ++i) {
        const Piece &piece = cuts->pieces[i];
        const auto size = (*from)[cuts->axes[i]].number();
        if (!size || !piece.start.isNumber() || !piece.end.isNumber() || !piece.step.isNumber()) {
            return {};
        }
        walks[cuts->axes[i]] =
            clamped(*size, *piece.start.number(), *piece.end.number(), *piece.step.number());
    }
    moveElements(call, 0, [&walks](std::span<const std::size_t> to, std::span<std::size_t> source) {
        for (std::size_t i = 0; i < to.size(); ++i) {
            source[i] = static_cast<std::size_t>(
                walks[i].first + static_cast<std::int64_t>(to[i]) * walks[i].step);
        }
    });
    return {};
}

/// Widths before and behind each dimension; unknown ones where data decides.
Result<std::optional<std::pair<Dimensions, Dimensions>>> padWidths(const ValueCall &call,
                                                                   std::size_t rank)
{
    using Widths = std::optional<std::pair<Dimensions, Dimensions>>;
    const std::string_view name = call.version == 1 ? "paddings" : "pads";
    const auto &attribute = call.attrs.integers(name);
    const auto *whole = call.whole(1);
    const std::optional<Dimensions> given =
        whole               ? std::optional(*whole)
        : call.version < 11 ? std::optional(Dimensions(attribute.begin(), attribute.end()))
                            : std::nullopt;
    std::vector<std::size_t> axes(rank);
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    if (call.has(3)) {
        const auto numbers = call.numbers(3);
        if (!numbers) {
            return Widths();
        }
        ASSIGN_OR_RETURN(axes, axesOf(*numbers, rank));
    }
    if (!given) {
        std::pair<Dimensions, Dimensions> widths{Dimensions(rank, 0), Dimensions(rank, 0)};
        for (const std::size_t axis : axes) {
            widths.first[axis] = widths.second[axis] = Dimension();
        }
        return Widths(std::move(widths));
    }
    if (given->size() != axes.size() * 2) {
        return makeError("infer-shape", "{} has {} items, expected {}", name, given->size(),
                         axes.size() * 2);
    }
    std::pair<Dimensions, Dimensions> widths{Dimensions(rank, 0), Dimensions(rank, 0)};
    for (std::size_t i = 0; i < axes.size(); ++i) {
        widths.first[axes[i]] = (*given)[i];
        widths.second[axes[i]] = (*given)[axes.size() + i];
    }
    return Widths(std::move(widths));
}

Status padShape(ValueCall &call)
{
    const MaybeShape &from = call.shape(0);
    if (!from) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto widths, padWidths(call, from->size()));
    Dimensions shape = unknownDimensions(from->size());
    for (std::size_t i = 0; widths && i < shape.size(); ++i) {
        shape[i] = (*from)[i] + widths->first[i] + widths->second[i];
        if (shape[i].isNumber() && *shape[i].number() < 0) {
            return makeError("infer-shape", "pads take more than there is of dimension {}", i);
        }
    }
    call.setShape(0, std::move(shape));
    return {};
}

Status centered(ValueCall &call)
{
    const MaybeShape &from = call.shape(0);
    const auto *sizes = call.whole(1);
    if (!from) {
        return {};
    }
    std::vector<std::size_t> axes(from->size());
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    if (call.attrs.has("axes")) {
        ASSIGN_OR_RETURN(axes, axesOf(call.attrs.integers("axes"), from->size()));
    }
    if (sizes && sizes->size() != axes.size()) {
        return makeError("infer-shape", "shape has {} items, expected {}", sizes->size(),
                         axes.size());
    }
    Dimensions shape = *from;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        shape[axes[i]] = sizes ? (*sizes)[i] : Dimension();
    }
    call.setShape(0, std::move(shape));
    return {};
}

void declarePad(OpRegistry &ops)
{
    const auto mode = [](std::vector<std::string> choices) {
        return text("mode", "constant", "what the new elements are").oneOf(std::move(choices));
    };
    const Attribute value = number("value", 0, "the new elements where mode is constant");
    const std::vector<std::string> first{"constant", "reflect", "edge"};
    const std::vector<std::string> later{"constant", "reflect", "edge", "wrap"};
    const auto widths = [](const char *name) {
        return integers(name, "elements added before each dimension, then behind each").required();
    };
    add(ops, OpCategory::Layout, "Pad", "elements added around the tensor",
        withSmallTypes(
            {{1, "data:T -> output:T", "T = float",
              std::vector{mode(first), widths("paddings"), value}, padShape},
             {2, {}, {}, std::vector{mode(first), widths("pads"), value}},
             {11, "data:T pads:i64 constant_value:T? -> output:T", "T += int uint",
              std::vector{mode(first)}},
             {13, {}, "T += bf16 bool c128 c64 str"},
             {18, "data:T pads:i64 constant_value:T? axes:Tind? -> output:T", "Tind = i32 i64"},
             {19, {}, {}, std::vector{mode(later)}, {}, "wraps around"}},
            "T", 21));
}

} // namespace

void registerOnnxSlice(OpRegistry &ops)
{
    const std::vector<Attribute> none;
    add(ops, OpCategory::Layout, "Slice",
        "a part of the tensor: from, to and by steps along dimensions",
        {{1, "data:T -> output:T", "T = any",
          std::vector{integers("axes", "dimensions that are cut; the first ones if there are none"),
                      integers("ends", "where each piece ends, not included").required(),
                      integers("starts", "where each piece starts").required()},
          sliceShape},
         {10, "data:T starts:Tind ends:Tind axes:Tind? steps:Tind? -> output:T", "Tind = i32 i64",
          none},
         {11, {}, {}, {}, {}, "negative axes count from the last"},
         {13, {}, "T += bf16"}});
    declarePad(ops);
    add(ops, OpCategory::Layout, "CenterCropPad",
        "the middle of the tensor, cut or padded to a size",
        {{18, "input_data:T shape:Tind -> output_data:T", "T = any bf16; Tind = i32 i64",
          std::vector{integers("axes", "dimensions that shape speaks of; all if there are none")},
          centered}});
    add(ops, OpCategory::Layout, "Trilu", "the upper or lower triangle, 0 elsewhere",
        {{14, "input:T k:i64? -> output:T", "T = any bf16",
          std::vector{flag("upper", true, "whether the upper triangle stays")}, sameShape}});
    add(ops, OpCategory::Layout, "ReverseSequence",
        "the first elements of each sequence in reverse order",
        {{10, "input:T sequence_lens:i64 -> Y:T", "T = any",
          std::vector{integer("batch_axis", 1, "the dimension of sequences, 0 or 1"),
                      integer("time_axis", 0, "the dimension of steps, 0 or 1")},
          sameShape},
         {28, {}, "T += bf16"}});
}

} // namespace nervure

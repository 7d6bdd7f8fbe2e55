// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/nnvm_shape.h"
#include "core/graph/op/attr_field.h"
#include "core/passes/option_values.h"
#include "core/support/text.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace nervure {

/// Sizes beyond this are refused, so that no rule can overflow.
inline constexpr std::int64_t largestDimension = std::int64_t{1} << 40;

[[nodiscard]] inline bool isUsable(const Shape &shape)
{
    return std::all_of(shape.begin(), shape.end(), [](std::int64_t size) {
        return size >= unknownSize && size <= largestDimension;
    });
}

/// Shapes from outside, in the convention of the semantics: those that no rule should see become unknown. Gives
/// an error for each.
[[nodiscard]] Diagnostics dropUnusable(const IndexedGraph &graph, Semantics semantics,
                                       Shapes &shapes);

/// The shape that a text from outside means in NNVM's convention; nothing where no rule should see it.
[[nodiscard]] inline std::optional<Shape> usableNnvmShape(const IntTuple &sizes)
{
    const bool hasNegative =
        std::any_of(sizes.begin(), sizes.end(), [](std::int64_t size) { return size < 0; });
    Shape shape = shapeOfNnvm(sizes);
    return !hasNegative && isUsable(shape) ? std::optional(std::move(shape)) : std::nullopt;
}

/// Shapes, for inference_inputs.h and attribute_inference.h.
struct ShapeTraits {
    using Value = Shape;
    static constexpr EntryKey<Shape> key = keys::shape;
    static constexpr SnapshotKey<Shapes> inputsKey = keys::shapeInputs;
    static constexpr Key<std::int64_t> unknownKey = keys::shapeUnknown;
    static constexpr const char *what = "shape";
    static constexpr const char *expected = "a shape such as (1, 3, 224, 224)";
    static constexpr const char *expectedHint = "NODE=1x3x224x224";
    static constexpr const char *attrKeyOption = "shape_attr_key";
    static constexpr const char *mxnetAttribute = "__shape__";
    static constexpr const char *hintsOption = "shape_hints";

    static Shape unknown() { return {}; }
    static std::string text(const Shape &shape) { return shapeText(shape); }
    static std::string label(const Shape &shape) { return shapeLabel(shape); }
    static std::optional<Shape> fromHint(std::string_view text)
    {
        IntTuple sizes;
        for (const std::string_view part : split(text, 'x')) {
            const auto size = parseInteger(trim(part));
            if (!size) {
                return std::nullopt;
            }
            sizes.push_back(*size);
        }
        return usableNnvmShape(sizes);
    }
    static bool isUnknown(const Shape &shape) { return nervure::isUnknown(shape); }
    static std::optional<Shape> fromText(std::string_view text)
    {
        const auto sizes = leadingTuple(text);
        return sizes ? usableNnvmShape(*sizes) : std::nullopt;
    }
    static Status infer(const IndexedNode &node, Semantics semantics, Shapes &in, Shapes &out)
    {
        return node.spec ? node.spec->inferShapes(node.rule(semantics), in, out) : Status();
    }
    /// Of an output of an operator that nobody knows. A size at the front that the file leaves open is the
    /// batch's, as the first input has it (Keras).
    static Shape declared(const ValueType &type, const Shapes &in)
    {
        Shape shape = type.numbers();
        if (shape.size() != 0 && isUnknownSize(shape[0]) && !in.empty() && in[0].size() != 0) {
            shape[0] = in[0][0];
        }
        return isUsable(shape) ? shape : Shape();
    }
};

} // namespace nervure

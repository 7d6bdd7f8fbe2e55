// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace nervure {

/// MXNet's whole numbers stand for a range of real ones, symmetric around 0: a value of one element for
/// its least and one for its largest number, float32 [1], go with each of them. The wider of the two is
/// what the type's largest number stands for.

/// Levels from 0 to the wider end of a range, as most of MXNet's operators count them: half a level more
/// than the type's largest number.
[[nodiscard]] double quantizationLevels(DType type);
/// max(|least|, |largest|), float32 [1].
[[nodiscard]] Entry widestOf(const Lowering &op, Entry least, Entry largest);
/// The same of a range that is known; an end of a range as a constant.
[[nodiscard]] Entry rangeEnd(const Lowering &op, double number);
/// What one level of numbers of that type stands for, and how many levels 1 is; float32 [1].
[[nodiscard]] Entry levelOf(const Lowering &op, DType type, Entry widest);
[[nodiscard]] Entry levelsPerUnit(const Lowering &op, DType type, Entry widest);
/// The wider end of the range of products of two numbers, of which one level of each is known: what 2^31
/// products of one level stand for.
[[nodiscard]] Entry widestOfProducts(const Lowering &op, Entry level, Entry otherLevel);
/// data * scale in float32, for a `scale` of one element.
[[nodiscard]] Entry scaledBy(const Lowering &op, Entry data, DType type, Entry scale);
/// float32 as the nearest whole numbers of that type, halves to the even one, cut to its limits.
[[nodiscard]] Entry roundedTo(const Lowering &op, Entry x, DType type);

/// The first inputs of a quantized operator have shapes and types of their own; those behind them are
/// ends of ranges, and so are outputs 1 and 2.
[[nodiscard]] Status assignRangeShapes(Shapes &in, std::size_t first, Shapes &out);
[[nodiscard]] Status assignRangeTypes(DTypes &in, std::size_t first, DTypes &out);

/// Which of the plain operator's inputs have ranges, and what these are called.
struct RangedInputs {
    std::size_t first = 0;
    std::size_t count = std::numeric_limits<std::size_t>::max();
    bool isSuffix = false; ///< data_min instead of min_data
};

/// One node of a quantized operator on its way to NNVM's graph.
struct QuantizedNode {
    const Lowering &op;
    const OpSpec &plain;
    std::size_t plainInputs = 0;

    [[nodiscard]] Entry least(std::size_t range) const { return op.in(plainInputs + 2 * range); }
    [[nodiscard]] Entry largest(std::size_t range) const
    {
        return op.in(plainInputs + 2 * range + 1);
    }
    [[nodiscard]] Entry widest(std::size_t range) const
    {
        return widestOf(op, least(range), largest(range));
    }
    /// The plain operator on numbers as they are.
    [[nodiscard]] Result<Entry> computed() const
    {
        DTypes types;
        for (std::size_t i = 0; i < plainInputs; ++i) {
            types.push_back(op.type(i));
        }
        const auto in = op.inputs();
        return computed({in.begin(), in.begin() + static_cast<std::ptrdiff_t>(plainInputs)}, types,
                        op.outType());
    }
    /// The plain operator on these numbers, all of one type.
    [[nodiscard]] Result<Entry> computed(std::vector<Entry> from, DType type) const
    {
        const DTypes types(from.size(), type);
        return computed(std::move(from), types, type);
    }
    [[nodiscard]] Result<Entry> computed(std::vector<Entry> from, DTypes types, DType type) const
    {
        Shapes shapes;
        for (std::size_t i = 0; i < from.size(); ++i) {
            shapes.push_back(op.shape(i));
        }
        return op.lowered({plain, op.rule(), std::move(from), std::move(shapes), std::move(types),
                           op.outShape(), type});
    }
    /// The plain operator's inputs in that type.
    [[nodiscard]] std::vector<Entry> converted(DType type) const
    {
        std::vector<Entry> from;
        for (std::size_t i = 0; i < plainInputs; ++i) {
            from.push_back(op.cast(op.in(i), op.type(i), type));
        }
        return from;
    }
};

using QuantizedRule = Result<std::vector<Entry>> (*)(const QuantizedNode &);

/// What a quantized operator has of its own.
struct QuantizedOp {
    const char *name;
    const char *plain;
    const char *summary;
    RangedInputs ranged;
    OpSpec::TypeRule type;
    QuantizedRule lower = nullptr; ///< null: not lowered
};

/// The operator on whole numbers of ranges: attributes, inputs and shapes are those of the one on plain
/// numbers, which is registered before it.
[[nodiscard]] OpSpec quantizedSpec(const OpRegistry &ops, const QuantizedOp &row);

} // namespace nervure

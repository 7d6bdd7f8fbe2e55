// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/keras/keras_layer.h"

#include <optional>
#include <string>
#include <vector>

namespace nervure::keras {

/// Starts the declaration of an operation of Keras 3 ("ops.Add") or of a function of TensorFlow ("tf.math.add").
/// Unlike a layer it has no keys that a run passes over: what it does not know it refuses.
template <typename A>
OpBuilder<A> kerasOperation(const std::string &name, const char *summary, OpCategory category)
{
    OpBuilder<A> operation(Dialect::Keras, name);
    operation.summary(summary).category(category).type(anyCountSameType());
    operation.with([](OpSpec &spec) { spec.attrs.acceptsAnyKey = false; });
    return operation;
}

/// A constant of a call: a number, or an array as nested tuples.
struct KerasConstant {
    std::vector<double> elements;
    Shape shape = Shape::scalar();
    bool isWhole = true;
};
/// Fails (code attr-invalid) where the text is something else.
[[nodiscard]] Result<KerasConstant> kerasConstant(const std::string &text);

/// The operands of a call: tensors, and constants in the place of some. `texts` are those of the constants, empty
/// where a tensor stands.
class KerasOperands {
public:
    explicit KerasOperands(std::vector<std::string> texts) : m_texts(std::move(texts)) {}

    /// The shape that all are broadcast to, as NumPy does; unknown where a tensor's rank is.
    [[nodiscard]] Result<Shape> shape(const Shapes &in) const;
    /// The type that all are computed in; unknown where one of a tensor's is. A number does not change that of a
    /// tensor unless it has a fraction and those are whole.
    [[nodiscard]] Result<DType> type(const DTypes &in) const;
    /// The operand in that type.
    [[nodiscard]] Result<Entry> lowered(const Lowering &op, std::size_t operand, DType type) const;
    /// The same in the shape of the result.
    [[nodiscard]] Result<Entry> widened(const Lowering &op, std::size_t operand, DType type) const;
    /// The constant, if it is a single number.
    [[nodiscard]] std::optional<double> number(std::size_t operand) const;
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }
    /// The names of those that are tensors.
    [[nodiscard]] std::vector<std::string> names(const std::vector<std::string> &all) const;

private:
    /// Which of the operator's inputs stands there.
    [[nodiscard]] std::size_t inputOf(std::size_t operand) const;

    std::vector<std::string> m_texts;
};

/// The dimensions of a text such as "1" or "(1, -1)", counted from the first, in order. Fails (code infer-shape)
/// without one: over all elements, also those of other values of the batch.
[[nodiscard]] Result<std::vector<std::size_t>> operationAxes(const std::string &text,
                                                             const Shape &shape);

/// The tensor that is added to scores so that no query looks at keys behind it: [1, queries, keys].
[[nodiscard]] Result<Entry> causalMask(const Lowering &op, std::int64_t queries, std::int64_t keys);

} // namespace nervure::keras

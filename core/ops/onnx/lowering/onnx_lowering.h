// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/onnx_attrs.h"
#include "core/graph/value/value_type.h"
#include "core/ops/onnx/lowering/lowered_operand.h"
#include "core/ops/rules/lowering.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// How ONNX's operators are lowered to NNVM's and our own: a rule each, of the values at the node and of their
/// shapes, which are all numbers.
namespace nervure::onnx {

/// What an operator becomes: its outputs; those that nobody reads may be left out at the end.
using Lowered = Result<std::vector<Operand>>;

/// One operator on its way, and what rules are made of.
class OnnxLowering {
public:
    /// The node: its attributes with defaults, the version of its declaration, its inputs by place (nothing:
    /// left out, or read as numbers alone), and what is known of all its values.
    struct Call {
        const Lowering &graph; ///< makes nodes
        std::string_view ours; ///< LoweringRule::ours
        const OnnxAttrs &attrs;
        std::uint16_t version = 0;
        std::vector<std::optional<Operand>> inputs;
        std::vector<bool> given; ///< by place: it is not left out
        std::vector<ValueType> in;
        std::span<const ValueType> out;
    };
    explicit OnnxLowering(const Call &call) : m_call(call) {}

    [[nodiscard]] const OnnxAttrs &attrs() const { return m_call.attrs; }
    [[nodiscard]] int version() const { return m_call.version; }
    /// The operator that the rule's row names.
    [[nodiscard]] std::string_view ours() const { return m_call.ours; }

    // Inputs, by place in the node's list.
    [[nodiscard]] std::size_t inputCount() const { return m_call.given.size(); }
    [[nodiscard]] bool has(std::size_t i) const { return i < inputCount() && m_call.given[i]; }
    /// The input must be there, and have elements.
    [[nodiscard]] const Operand &in(std::size_t i) const { return *m_call.inputs[i]; }
    [[nodiscard]] std::vector<Operand> allInputs() const;
    [[nodiscard]] bool isBool(std::size_t i) const;
    /// It has no elements.
    [[nodiscard]] bool isEmpty(std::size_t i) const { return m_call.in[i].elementCount() == 0; }
    /// The type of its elements in the file: also of those that are not computed with.
    [[nodiscard]] ElementType elementOf(std::size_t i) const { return m_call.in[i].element; }
    /// What is known of all of them.
    [[nodiscard]] std::span<const ValueType> inValues() const { return m_call.in; }
    /// The elements of an input where they are known before the model runs.
    [[nodiscard]] std::optional<Numbers> known(std::size_t i) const;
    [[nodiscard]] std::optional<std::vector<double>> knownReals(std::size_t i) const;
    /// The same; fails where the input's elements are not known.
    [[nodiscard]] Result<Numbers> numbers(std::size_t i, std::string_view name) const;
    [[nodiscard]] Result<std::vector<double>> reals(std::size_t i, std::string_view name) const;
    /// The first of them; fails where there is none, too.
    [[nodiscard]] Result<std::int64_t> number(std::size_t i, std::string_view name) const;
    [[nodiscard]] Result<double> real(std::size_t i, std::string_view name) const;
    /// Numbers of an attribute that became input `i` in a later version; empty where neither is there.
    [[nodiscard]] Result<Numbers> attrOrInput(std::string_view name, std::size_t i) const;

    // Outputs.
    [[nodiscard]] std::size_t outputCount() const { return m_call.out.size(); }
    /// Whether somebody may read it: it is given and has elements.
    [[nodiscard]] bool gives(std::size_t i) const;
    [[nodiscard]] OperandDims outDims(std::size_t i = 0) const;
    [[nodiscard]] DType outType(std::size_t i = 0) const;
    [[nodiscard]] ElementType outElement(std::size_t i = 0) const { return m_call.out[i].element; }

    // What is made.
    Operand make(std::string_view op, const std::vector<Operand> &from, AttrDict attrs, Shape dims,
                 DType type) const;
    /// Of one operand, which keeps its shape and type.
    Operand unary(std::string_view op, const Operand &x) const;
    /// With a number: "add", "sub", "rsub", "mul", "div", "rdiv", "pow", "rpow".
    Operand scalar(std::string_view op, const Operand &x, double number) const;
    /// Of two, stretched to each other: "add", "sub", "mul", "div", "mod", "pow", "max", "min".
    Operand binary(std::string_view op, const Operand &a, const Operand &b) const;
    /// A truth value for each element: "greater", "less", "equal", "not_equal", "greater_equal",
    /// "less_equal".
    Operand compare(std::string_view op, const Operand &a, const Operand &b) const;
    Operand compare(std::string_view op, const Operand &a, double number) const;
    Operand logicalNot(const Operand &x) const;
    Operand cast(const Operand &x, DType type) const;
    Operand where(const Operand &condition, const Operand &x, const Operand &y) const;
    /// Sums and their like: "sum", "mean", "max", "min", "prod". The axes count from the first.
    Operand reduce(std::string_view op, const Operand &x, const Numbers &axes,
                   bool keepsDims = true) const;
    /// Of types that axis allows: "argmax", "argmin", as int64.
    Operand argReduce(std::string_view op, const Operand &x, std::size_t axis) const;
    Operand reshape(const Operand &x, Shape dims) const;
    Operand transpose(const Operand &x, const Numbers &axes) const;
    /// With the last two dimensions exchanged.
    Operand transposeLast(const Operand &x) const;
    Operand broadcastTo(const Operand &x, const Shape &dims) const;
    /// From `first` to below `last` by `step` along one axis.
    Operand slice(const Operand &x, std::size_t axis, std::int64_t first, std::int64_t last,
                  std::int64_t step = 1) const;
    Operand concatenate(const std::vector<Operand> &parts, std::size_t axis) const;
    /// A number in front of and behind each dimension.
    Operand pad(const Operand &x, const Numbers &before, const Numbers &after,
                double number = 0) const;
    Operand flip(const Operand &x, std::size_t axis) const;
    /// The slices along the axis that the indices name, none of them negative.
    Operand take(const Operand &x, const Operand &indices, std::size_t axis) const;
    /// As NumPy multiplies: matrix products of the last two dimensions, the others stretched to each other;
    /// a vector is a row on the left, a column on the right, whose other dimension goes away again.
    Operand matmul(const Operand &a, const Operand &b) const;
    Operand softmax(const Operand &x, std::size_t axis) const;
    Operand full(double number, const Shape &dims, DType type) const;
    Operand arange(double start, double step, std::int64_t count, DType type) const;
    /// Fails where a rule would have to work out more elements one by one than a constant may hold.
    [[nodiscard]] static Status checkListed(std::int64_t elements);
    /// Elements in row-major order.
    Operand constant(const std::vector<double> &elements, const Shape &dims, DType type) const;
    /// One element, to the bit.
    Operand constant(const ConstTensorView &element) const;

    /// The only output, in the type that it has.
    [[nodiscard]] Lowered result(const Operand &value) const;

    /// What the newest version of one of ONNX's operators makes of some of the inputs, by place, with these
    /// attributes: of operators of other frameworks that compute the same.
    [[nodiscard]] Lowered as(std::string_view onnx, const OnnxAttrs &attrs,
                             const std::vector<std::size_t> &inputs) const;
    /// An input that a rule made: an operand, numbers that are known before the model runs, or neither (left out).
    struct Input {
        std::optional<Operand> operand{};
        std::optional<Numbers> numbers{};
    };
    /// The same of such inputs, with outputs of these shapes and of the type of the first operand.
    [[nodiscard]] Lowered as(std::string_view onnx, const OnnxAttrs &attrs,
                             const std::vector<Input> &inputs,
                             const std::vector<Shape> &outputs) const;

private:
    /// Of two dimensions or more.
    [[nodiscard]] Operand matrixProduct(const Operand &a, const Operand &b) const;

    const Call &m_call;
};

using LoweringFunction = Lowered (*)(const OnnxLowering &);

/// A rule of one operator.
struct LoweringRule {
    std::string_view op;
    LoweringFunction lower;
    std::string_view ours{}; ///< an operator that the function makes, where several share it
    /// A bit for each input that the rule takes as numbers alone, which need not be computed.
    std::uint32_t numberInputs = 0;
    /// A bit for each input that may have no elements; it then has no operand.
    std::uint32_t emptyInputs = 0;
};

/// The bits of these inputs.
template <typename... Places>
[[nodiscard]] constexpr std::uint32_t inputBits(Places... places)
{
    return ((1U << static_cast<unsigned>(places)) | ... | 0U);
}

/// How passes rewrite an operator whose inputs and attributes are as ONNX's are held; `version` is that of its
/// declaration.
[[nodiscard]] std::shared_ptr<const RewriteRules> rewritesOf(
    std::function<Lowered(const OnnxLowering &)> lower, const LoweringRule &inputs,
    std::uint16_t version);
/// The rule of an operator of ONNX's; null where it has none.
[[nodiscard]] const LoweringRule *ruleOf(std::string_view onnx);

// The families, a file each.
[[nodiscard]] std::span<const LoweringRule> functionRules();
[[nodiscard]] std::span<const LoweringRule> elementwiseRules();
[[nodiscard]] std::span<const LoweringRule> activationRules();
[[nodiscard]] std::span<const LoweringRule> reductionRules();
[[nodiscard]] std::span<const LoweringRule> layoutRules();
[[nodiscard]] std::span<const LoweringRule> indexingRules();
[[nodiscard]] std::span<const LoweringRule> creationRules();
[[nodiscard]] std::span<const LoweringRule> productRules();
[[nodiscard]] std::span<const LoweringRule> convolutionRules();
[[nodiscard]] std::span<const LoweringRule> poolingRules();
[[nodiscard]] std::span<const LoweringRule> normalizationRules();
[[nodiscard]] std::span<const LoweringRule> attentionRules();
[[nodiscard]] std::span<const LoweringRule> quantizationRules();
[[nodiscard]] std::span<const LoweringRule> resizeRules();
[[nodiscard]] std::span<const LoweringRule> recurrenceRules();
[[nodiscard]] std::span<const LoweringRule> lossRules();
[[nodiscard]] std::span<const LoweringRule> samplingRules();
[[nodiscard]] std::span<const LoweringRule> regionRules();
[[nodiscard]] std::span<const LoweringRule> deformRules();
[[nodiscard]] std::span<const LoweringRule> signalRules();
[[nodiscard]] std::span<const LoweringRule> choiceRules();
[[nodiscard]] std::span<const LoweringRule> textRules();

} // namespace nervure::onnx

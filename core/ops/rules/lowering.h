// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "core/graph/op/rewrite_rules.h"
#include "core/support/text.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// Another operator of the same framework, where one is computed by means of it.
struct OtherOperator {
    const OpSpec &op;
    const RuleContext &rule; ///< its node and attributes
    std::vector<Entry> in;
    Shapes shapes; ///< of the inputs
    DTypes types;
    Shape outShape; ///< of the first output
    DType outType = DType::Float32;
};

/// One operator of another framework on its way to NNVM's graph: what a RewriteRules::LowerRule
/// works with. New nodes are named after the operator: NAME_OP; the pass that asked gives the node of
/// the first output the name itself.
class Lowering {
public:
    explicit Lowering(const RewriteCall &call) : m_call(call) {}

    [[nodiscard]] const RuleContext &rule() const { return m_call.rule; }
    [[nodiscard]] std::size_t inputCount() const { return m_call.inputs.size(); }
    [[nodiscard]] Entry in(std::size_t i) const { return m_call.inputs[i]; }
    [[nodiscard]] std::vector<Entry> inputs() const
    {
        return {m_call.inputs.begin(), m_call.inputs.end()};
    }
    [[nodiscard]] const Shape &shape(std::size_t i) const { return m_call.inShapes[i]; }
    [[nodiscard]] DType type(std::size_t i) const { return m_call.inTypes[i]; }
    [[nodiscard]] const Shape &outShape(std::size_t i = 0) const { return m_call.outShapes[i]; }
    [[nodiscard]] DType outType(std::size_t i = 0) const { return m_call.outTypes[i]; }
    template <typename A>
    [[nodiscard]] const A &attrs() const
    {
        return m_call.rule.attrs.as<A>();
    }

    /// Adds an operator of NNVM's dialect, or of ours if NNVM has none of that name; its first output.
    Entry make(std::string_view op, std::vector<Entry> from, AttrDict attrs = {}) const;
    /// A scalar operator such as __mul_scalar__.
    Entry makeScalar(std::string_view op, Entry from, double scalar) const;
    /// The value in the given type: the entry itself when it has it.
    Entry cast(Entry from, DType has, DType wanted) const;
    /// The value in the given shape, of as many elements.
    Entry reshape(Entry from, const Shape &shape) const;
    /// A constant: `value` everywhere.
    Entry full(double value, const Shape &shape, DType type) const;
    /// A tensor of these elements, row by row, rounded to the type. They never become text: whoever lowers the graph
    /// keeps them, as elements of a variable.
    Entry constant(const std::vector<double> &elements, const Shape &shape, DType type) const;
    /// The same to the bit.
    Entry constant(const ConstTensorView &elements) const;
    /// What another operator becomes; its first output.
    [[nodiscard]] Result<Entry> lowered(const OtherOperator &other) const;
    /// The same with all outputs.
    [[nodiscard]] Result<std::vector<Entry>> allLowered(const OtherOperator &other) const;

private:
    const RewriteCall &m_call;
};

/// Attributes as NNVM writes them: attrsOf({{"axis", attrText(1)}, {"kernel_size", attrText(shape)}}).
/// Numbers are the shortest texts that read back the same, where NNVM's have six digits.
template <typename T>
[[nodiscard]] std::string attrText(const T &value)
{
    return NnvmAttrText::print(value);
}
[[nodiscard]] inline std::string attrText(double value)
{
    return formatNumber(value);
}
[[nodiscard]] std::string attrText(float value);
[[nodiscard]] std::string attrText(const NumberTuple &values);
[[nodiscard]] inline std::string attrText(std::size_t value)
{
    return NnvmAttrText::print(static_cast<std::int64_t>(value));
}
[[nodiscard]] AttrDict attrsOf(std::vector<std::pair<std::string, std::string>> items);

/// Wraps a function that lowers to one entry. It is asked only when all shapes and types are known.
[[nodiscard]] RewriteRules::LowerRule lowerTo(Result<Entry> (*rule)(const Lowering &));
/// Wraps a function that gives an entry for each output.
[[nodiscard]] RewriteRules::LowerRule lowerTo(Result<std::vector<Entry>> (*rule)(const Lowering &));
[[nodiscard]] RewriteRules::LowerRule lowerTo(
    std::function<Result<std::vector<Entry>>(const Lowering &)> rule);
/// Our own operator that is declared alike: the same inputs, attributes and outputs.
[[nodiscard]] RewriteRules::LowerRule lowerToOurs(std::string name);
/// The operator of that name with the same inputs and these attributes.
[[nodiscard]] RewriteRules::LowerRule lowerToOperator(
    std::string name, std::vector<std::pair<std::string, std::string>> attrs = {});

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_declaration.h"
#include "core/graph/op/op_registry.h"

#include <cassert>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace nervure {

/// For operators without attributes of their own.
struct NoAttrs {};

/// Fluent declaration of one operator whose attributes are the struct `Attrs`. Rules receive
/// `const Attrs &` where they need it:
///
///     ops.add(OpBuilder<DenseAttrs>(Dialect::Nnvm, "dense")
///         .summary("fully connected layer, Y = X * W^T + b")
///         .category(OpCategory::Convolution)
///         .attr(field("units", &DenseAttrs::units, "output features").required().atLeast(1))
///         .inputs(denseInputs).parameters({1, 2})
///         .shape(denseShape).pattern(OpPattern::OutElementwiseFusable)
///         .reference(denseReference).kernel(denseKernel)
///         .build());
template <typename Attrs = NoAttrs>
class OpBuilder : public OpDeclaration {
public:
    OpBuilder(Dialect dialect, std::string name)
        : OpDeclaration(dialect, std::move(name),
                        []() -> std::shared_ptr<void> { return std::make_shared<Attrs>(); })
    {}

    OpBuilder &alias(std::string name)
    {
        addAlias(std::move(name));
        return *this;
    }
    OpBuilder &summary(std::string text)
    {
        m_spec.summary = std::move(text);
        return *this;
    }
    OpBuilder &category(OpCategory category)
    {
        m_spec.category = category;
        return *this;
    }
    OpBuilder &attr(AttrField &&field)
    {
        assert(field.defaults() == &defaultAttrs<Attrs>()
               && "a field of the operator's attributes");
        addField(std::move(field));
        return *this;
    }
    /// NNVM's operators without a parser.
    OpBuilder &acceptsAnyKey()
    {
        m_spec.attrs.acceptsAnyKey = true;
        return *this;
    }
    OpBuilder &inputs(std::vector<std::string> names)
    {
        setInputNames(std::move(names));
        return *this;
    }
    OpBuilder &inputs(std::vector<std::string> (*names)(const Attrs &))
    {
        m_spec.inputNames = [names](const RuleContext &c) { return names(c.attrs.as<Attrs>()); };
        return *this;
    }
    /// Named by more than the attributes' struct.
    OpBuilder &inputsNamedBy(OpSpec::NamesRule rule)
    {
        m_spec.inputNames = std::move(rule);
        return *this;
    }
    OpBuilder &outputs(std::vector<std::string> names)
    {
        setOutputNames(std::move(names));
        return *this;
    }
    OpBuilder &outputs(std::vector<std::string> (*names)(const Attrs &))
    {
        m_spec.outputNames = [names](const RuleContext &c) { return names(c.attrs.as<Attrs>()); };
        return *this;
    }
    OpBuilder &visibleOutputs(std::uint32_t count)
    {
        m_spec.visibleOutputs = count;
        return *this;
    }
    OpBuilder &parameters(std::vector<std::uint32_t> inputs)
    {
        m_spec.parameterInputs = std::move(inputs);
        return *this;
    }
    OpBuilder &mutates(std::vector<std::uint32_t> inputs)
    {
        m_spec.mutatedInputs = std::move(inputs);
        return *this;
    }
    OpBuilder &shape(Status (*rule)(const Attrs &, Shapes &in, Shapes &out))
    {
        m_spec.inferShape = [rule](const RuleContext &c, Shapes &in, Shapes &out) {
            return rule(c.attrs.as<Attrs>(), in, out);
        };
        return *this;
    }
    OpBuilder &shape(OpSpec::ShapeRule rule)
    {
        m_spec.inferShape = std::move(rule);
        return *this;
    }
    OpBuilder &type(OpSpec::TypeRule rule)
    {
        m_spec.inferType = std::move(rule);
        return *this;
    }
    OpBuilder &pattern(OpPattern pattern)
    {
        m_spec.pattern = pattern;
        return *this;
    }
    OpBuilder &inplace(OpSpec::InplacePairs pairs)
    {
        setInplace(std::move(pairs));
        return *this;
    }
    OpBuilder &view()
    {
        m_spec.isView = true;
        return *this;
    }
    /// NNVM's FCorrectLayout.
    OpBuilder &layout(RewriteRules::LayoutRule rule)
    {
        m_rewrites.layout = std::move(rule);
        return *this;
    }
    /// The same for a rule that says the truth for blocks too (RewriteRules::followsLayouts).
    OpBuilder &layoutFollowed(RewriteRules::LayoutRule rule)
    {
        m_rewrites.followsLayouts = true;
        return layout(std::move(rule));
    }
    /// NNVM's FTVMAlterOpLayout.
    OpBuilder &alter(RewriteRules::AlterRule rule)
    {
        m_rewrites.alter = std::move(rule);
        return *this;
    }
    /// NNVM's FGradient.
    OpBuilder &gradient(RewriteRules::GradientRule rule)
    {
        m_rewrites.gradient = std::move(rule);
        return *this;
    }
    /// What SimplifyInference puts in the operator's place.
    OpBuilder &simplify(RewriteRules::SimplifyRule rule)
    {
        m_rewrites.simplify = std::move(rule);
        return *this;
    }
    /// What an importer puts in the place of another framework's operator.
    OpBuilder &lower(RewriteRules::LowerRule rule)
    {
        m_rewrites.lower = std::move(rule);
        return *this;
    }
    /// How FoldScaleAxis may move a scale through the operator or into its weights.
    OpBuilder &scaleAxis(RewriteRules::ScaleBackwardRule backward,
                         RewriteRules::ScaleForwardRule forward)
    {
        m_rewrites.scaleBackward = std::move(backward);
        m_rewrites.scaleForward = std::move(forward);
        return *this;
    }
    OpBuilder &macs(std::optional<std::int64_t> (*rule)(const Attrs &, std::span<const Shape> in,
                                                        std::span<const Shape> out))
    {
        m_spec.macs = [rule](const RuleContext &c, std::span<const Shape> in,
                             std::span<const Shape> out) {
            return rule(c.attrs.as<Attrs>(), in, out);
        };
        return *this;
    }
    OpBuilder &reference(Status (*rule)(const Attrs &, const ReferenceCall &))
    {
        m_spec.reference = [rule](const ReferenceCall &call) {
            return rule(call.rule.attrs.as<Attrs>(), call);
        };
        return *this;
    }
    OpBuilder &kernel(Result<KernelSpec> (*rule)(const Attrs &, const KernelContext &))
    {
        m_spec.kernel = [rule](const RuleContext &c, const KernelContext &k) {
            return rule(c.attrs.as<Attrs>(), k);
        };
        return *this;
    }
    OpBuilder &element(std::string (*rule)(const Attrs &, const KernelContext &,
                                           std::span<const ElementOperand>))
    {
        m_spec.element = [rule](const RuleContext &c, const KernelContext &k,
                                std::span<const ElementOperand> operands) {
            return rule(c.attrs.as<Attrs>(), k, operands);
        };
        return *this;
    }
    OpBuilder &kernel(OpSpec::KernelRule rule)
    {
        m_spec.kernel = std::move(rule);
        return *this;
    }
    OpBuilder &element(OpSpec::ElementRule rule)
    {
        m_spec.element = std::move(rule);
        return *this;
    }
    OpBuilder &elementTakesVectors()
    {
        m_spec.elementTakesVectors = true;
        return *this;
    }
    /// For the rare members without a method of their own.
    OpBuilder &with(void (*change)(OpSpec &))
    {
        change(m_spec);
        return *this;
    }
};

} // namespace nervure

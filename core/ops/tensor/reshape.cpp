// SPDX-License-Identifier: Apache-2.0
#include "core/ops/tensor/reshape.h"

#include "core/graph/nnvm_shape.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

/// Reads the target shape number by number against the source shape. Exact semantics puts the
/// inferred size where -1 stands in the target, which after -2 or -4 is another dimension of the
/// result or none, and passes over numbers below -4: NNVM does.
class Reshaper {
public:
    Reshaper(const Shape &source, const IntTuple &target, Semantics semantics)
        : m_source(source),
          m_target(target),
          m_isExact(semantics == Semantics::Exact)
    {}

    Result<Shape> run()
    {
        for (m_at = 0; m_at < m_target.size(); ++m_at) {
            RETURN_IF_FAILED(step(m_target[m_at]));
        }
        if (m_inferred && *m_inferred < m_out.size()) {
            RETURN_IF_FAILED(fillInferred(m_out[*m_inferred]));
        }
        const bool waits = !m_isExact && (isUnknown(m_out) || isUnknown(m_source));
        const auto count = elementCount(m_out);
        if (!waits && (!count || count != elementCount(m_source))) {
            return makeError("infer-shape", "target shape {} has another size than the source {}",
                             shapeText(m_out), shapeText(m_source));
        }
        return std::move(m_out);
    }

private:
    Status step(std::int64_t number)
    {
        switch (number) {
        case 0: return keep();
        case -1: return infer();
        case -2: return keepRest();
        case -3: return mergeTwo();
        case -4: return splitOne();
        default: break;
        }
        if (number < 0 && m_isExact) {
            return {};
        }
        if (number < 0) {
            return makeError("infer-shape", "the target shape holds {}, expected -4 or more",
                             number);
        }
        m_out.push_back(number);
        ++m_next;
        return {};
    }

    Status missing() const
    {
        return makeError("infer-shape",
                         "the target shape asks for more dimensions than source {} has",
                         shapeText(m_source));
    }

    Status keep()
    {
        if (m_next >= m_source.size()) {
            return missing();
        }
        m_out.push_back(m_source[m_next++]);
        return {};
    }

    Status infer()
    {
        if (m_inferred) {
            return makeError("infer-shape", "the target shape holds -1 twice, expected it once");
        }
        m_inferred = m_isExact ? m_at : m_out.size();
        m_out.push_back(1);
        ++m_next;
        return {};
    }

    /// The size that was left open, for which 1 stands so far.
    Status fillInferred(std::int64_t &size) const
    {
        const std::int64_t known = sizeOf(m_out);
        const std::int64_t all = sizeOf(m_source);
        if (!m_isExact && (isUnknownSize(known) || isUnknownSize(all))) {
            size = unknownSize;
        } else if (!m_isExact && known == 0) {
            return makeError("infer-shape",
                             "-1 stands beside a size of 0, expected sizes that decide on it");
        } else {
            size = all > 0 && known > 0 ? all / known : 0;
        }
        return {};
    }

    Status keepRest()
    {
        while (m_next < m_source.size()) {
            m_out.push_back(m_source[m_next++]);
        }
        return {};
    }

    Status mergeTwo()
    {
        if (m_next + 1 >= m_source.size()) {
            return missing();
        }
        const std::int64_t first = m_source[m_next++];
        const std::int64_t second = m_source[m_next++];
        const bool isOpen = isUnknownSize(first) || isUnknownSize(second);
        const auto merged = isOpen ? unknownSize : checkedMultiply(first, second);
        if (!merged) {
            return makeError("infer-shape", "the merged dimensions are too large");
        }
        m_out.push_back(*merged);
        return {};
    }

    Status splitOne()
    {
        if (m_at + 2 >= m_target.size() || m_next >= m_source.size()) {
            return missing();
        }
        const std::int64_t whole = m_source[m_next++];
        std::int64_t first = m_target[++m_at];
        std::int64_t second = m_target[++m_at];
        const bool isOpen = isUnknownSize(whole);
        const bool bothOpen = first == -1 && second == -1;
        if (!isOpen && !bothOpen && first == -1 && second > 0) {
            first = whole / second;
        } else if (!isOpen && !bothOpen && second == -1 && first > 0) {
            second = whole / first;
        }
        const bool fits =
            isOpen ? !bothOpen && std::min(first, second) >= -1
                   : first >= 0 && second >= 0 && checkedMultiply(first, second) == whole;
        if (!fits) {
            return makeError("infer-shape", "dimension {} cannot be split into {} and {}", whole,
                             first, second);
        }
        m_out.push_back(first);
        m_out.push_back(second);
        return {};
    }

    const Shape &m_source;
    const IntTuple &m_target;
    bool m_isExact;
    Shape m_out = Shape::scalar();
    std::size_t m_at = 0;   ///< in the target
    std::size_t m_next = 0; ///< in the source
    std::optional<std::size_t> m_inferred;
};

Status inferReshapeShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    const auto &attrs = context.attrs.as<ReshapeAttrs>();
    if (attrs.shape.empty() && context.semantics == Semantics::Exact) {
        return makeError("infer-shape", "shape is empty, expected at least one number");
    }
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    const Shape source = computedShape(in[0], context.semantics);
    ASSIGN_OR_RETURN(const auto reshaped, Reshaper(source, attrs.shape, context.semantics).run());
    return assignComputed(out, 0, reshaped, context.semantics);
}

std::vector<Entry> reshapeGradient(const GradientNodes &nodes)
{
    return {nodes.make("reshape_like", "_grad", {nodes.outGrad(), nodes.input()})};
}

Status reshapeReference(const ReshapeAttrs &, const ReferenceCall &call)
{
    return copyReference(call);
}

/// NNVM compares the sizes even of shapes that it does not know.
Status likeShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkLeastInputs(in.size(), 2));
    const bool isExact = context.semantics == Semantics::Exact;
    const bool waits = !isExact && (isUnknown(in[0]) || isUnknown(in[1]));
    const auto size = isExact ? nnvmElementCount(in[1]) : elementCount(in[1]);
    if (!waits && (!size || size != (isExact ? nnvmElementCount(in[0]) : elementCount(in[0])))) {
        return makeError(
            "infer-shape",
            "input 0 (data) has shape {}, expected as many elements as input 1 (shape_like) {}",
            shapeText(in[0]), shapeText(in[1]));
    }
    return assignOutput(out, 0, in[1]);
}

Status likeType(const RuleContext &, DTypes &in, DTypes &out)
{
    const Status counts = checkCounts(in.size(), out.size(), 2, 1);
    return counts ? assignOutputType(out, 0, in[0]) : counts;
}

std::vector<Entry> likeGradient(const GradientNodes &nodes)
{
    return {nodes.make("reshape_like", "_grad", {nodes.outGrad(), nodes.input(0)}),
            nodes.make("zeros_like", "_zero_grad", {nodes.input(1)})};
}

Status likeReference(const NoAttrs &, const ReferenceCall &call)
{
    return copyReference(call);
}

} // namespace

void registerReshape(OpRegistry &ops)
{
    ops.add(
        OpBuilder<ReshapeAttrs>(Dialect::Nnvm, "reshape")
            .summary("the same elements in another shape")
            .category(OpCategory::Layout)
            .attr(field("shape", &ReshapeAttrs::shape,
                        "target shape; 0 keeps, -1 infers, -2 keeps the rest, -3 merges, -4 splits")
                      .required())
            .inputs({"data"})
            .shape(OpSpec::ShapeRule(inferReshapeShape))
            .type(elementwiseType(1))
            .pattern(OpPattern::Injective)
            .layout(keptInputLayout())
            .gradient(gradientRule(1, reshapeGradient))
            .view()
            .reference(reshapeReference)
            .build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "reshape_like")
                .summary("the same elements in the shape of another tensor")
                .category(OpCategory::Layout)
                .acceptsAnyKey()
                .inputs({"data", "shape_like"})
                .shape(OpSpec::ShapeRule(likeShape))
                .type(likeType)
                .pattern(OpPattern::Injective)
                .layout(keptInputLayout())
                .gradient(gradientRule(2, likeGradient))
                .view()
                .reference(likeReference)
                .build());
}

} // namespace nervure

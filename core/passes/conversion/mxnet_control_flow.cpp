// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/mxnet_control_flow.h"

#include "core/graph/op/attr_field.h"
#include "core/passes/inference/control_flow_inference.h"
#include "core/passes/inference/shape_inference.h"
#include "core/passes/inference/type_inference.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

/// So many operators may stand for one operator of control flow.
constexpr std::int64_t mostUnrolled = 200'000;

/// A value of the new graph, with what is known of it.
struct KnownEntry {
    Entry entry;
    Shape shape;
    DType type = DType::Unknown;
};

/// Writes the bodies of one operator of control flow out, step by step.
class Unrolling {
public:
    Unrolling(MXNetLowering &lowering, const ControlFlow &flow, const RewriteCall &call,
              const LoweredPart &part)
        : m_lowering(lowering),
          m_flow(flow),
          m_call(call),
          m_part(part)
    {
        for (std::size_t i = 0; i < call.inputs.size(); ++i) {
            m_current.push_back({call.inputs[i], call.inShapes[i], call.inTypes[i]});
        }
    }

    Result<std::vector<Entry>> run()
    {
        for (std::size_t which = 0; which < m_flow.bodies.size(); ++which) {
            RETURN_IF_FAILED(infer(which));
        }
        RETURN_IF_FAILED(checkSize());
        switch (m_flow.kind) {
        case ControlFlow::Kind::Foreach: return runForeach();
        case ControlFlow::Kind::While: return runWhile();
        case ControlFlow::Kind::Cond: return runCond();
        case ControlFlow::Kind::Once: break;
        }
        return runOnce();
    }

private:
    struct Inferred {
        Shapes shapes;
        DTypes types;
    };

    /// Every step has the same shapes.
    Status infer(std::size_t which)
    {
        const PassContext &pass = m_lowering.context();
        const BodyInference context{pass.ops, pass.semantics, m_part.depth};
        const IndexedGraph &body = *m_flow.bodies[which];
        Inferred known;
        known.shapes = valuesOfBody<ShapeTraits>(m_flow, which, inShapes(), outShapes());
        known.types = valuesOfBody<TypeTraits>(m_flow, which, inTypes(), outTypes());
        RETURN_IF_FAILED(inferBody<ShapeTraits>(context, body, known.shapes));
        RETURN_IF_FAILED(inferBody<TypeTraits>(context, body, known.types));
        for (std::uint32_t id = 0; id < body.nodeCount(); ++id) {
            const IndexedNode &node = body.node(id);
            if (!node.isVariable() && !node.spec) {
                return makeError("op-unknown", "operator {} of its subgraph {} is unknown",
                                 quoted(node.node->op), which);
            }
            const std::uint32_t entry = body.entryId(id, 0);
            if (isUnknown(known.shapes[entry]) || known.types[entry] == DType::Unknown) {
                return makeError("shape-unknown",
                                 "the shape or type of {} in its subgraph {} is "
                                 "not known",
                                 quoted(node.node->name), which);
            }
        }
        m_inferred.push_back(std::move(known));
        return {};
    }
    [[nodiscard]] Shapes inShapes() const
    {
        return {m_call.inShapes.begin(), m_call.inShapes.end()};
    }
    [[nodiscard]] Shapes outShapes() const
    {
        return {m_call.outShapes.begin(), m_call.outShapes.end()};
    }
    [[nodiscard]] DTypes inTypes() const { return {m_call.inTypes.begin(), m_call.inTypes.end()}; }
    [[nodiscard]] DTypes outTypes() const
    {
        return {m_call.outTypes.begin(), m_call.outTypes.end()};
    }

    [[nodiscard]] std::int64_t stepCount() const
    {
        if (m_flow.kind == ControlFlow::Kind::Cond || m_flow.kind == ControlFlow::Kind::Once) {
            return 1;
        }
        for (std::size_t i = 0; i < m_current.size(); ++i) {
            if (m_flow.isSliced[i]) {
                return m_call.inShapes[i][0];
            }
        }
        return m_flow.maxIterations;
    }

    [[nodiscard]] Status checkSize() const
    {
        std::int64_t each = static_cast<std::int64_t>(m_call.outShapes.size()) * 4;
        for (const auto &body : m_flow.bodies) {
            each += body->nodeCount();
        }
        if (stepCount() < 1 || stepCount() > mostUnrolled / each) {
            return makeError(
                "loop-size",
                "{} steps of {} operators would be written out, expected 1 to {} in all",
                stepCount(), each, mostUnrolled);
        }
        for (std::size_t i = 0; i < m_current.size(); ++i) {
            if (m_flow.isSliced[i]
                && (m_call.inShapes[i].size() < 2 || m_call.inShapes[i][0] != stepCount())) {
                return makeError("loop-size", "input {} has shape {}, expected {} slices", i,
                                 shapeText(m_call.inShapes[i]), stepCount());
            }
        }
        return {};
    }

    Entry make(std::string_view op, std::string_view what, std::vector<Entry> from,
               AttrDict attrs = {})
    {
        std::string name = fmt::format("{}_{}_{}", m_call.rule.node.name, what, m_made++);
        return m_call.make(op, std::move(name), std::move(from), std::move(attrs));
    }
    Entry reshaped(const Entry &from, const Shape &shape)
    {
        return make("reshape", "reshape", {from}, {{"shape", NnvmAttrText::print(shape)}});
    }

    /// One run of a body; what its variables read is in m_current, slices in m_slices.
    Result<std::vector<KnownEntry>> runBody(std::size_t which, std::int64_t step)
    {
        const IndexedGraph &body = *m_flow.bodies[which];
        const Inferred &known = m_inferred[which];
        LoweredPart part{body, known.shapes, known.types, std::vector<Entry>(body.entryCount())};
        part.prefix = fmt::format("{}_{}_{}_", m_call.rule.node.name, step, which);
        part.owner = m_part.owner == NodeId{} ? m_call.node : m_part.owner;
        part.depth = m_part.depth + 1;
        for (std::size_t i = 0; i < body.inputNodes().size(); ++i) {
            const std::uint32_t input = m_flow.inputs[which][i];
            part.entries[body.entryId(body.inputNodes()[i], 0)] =
                m_flow.isSliced[input] ? m_slices[input] : m_current[input].entry;
        }
        RETURN_IF_FAILED(m_lowering.lowerOperators(part));
        std::vector<KnownEntry> results;
        for (const IndexedEntry &head : body.heads()) {
            const std::uint32_t entry = body.entryId(head);
            results.push_back({part.entries[entry], known.shapes[entry], known.types[entry]});
        }
        return results;
    }

    void cutSlices(std::int64_t step)
    {
        m_slices.resize(m_current.size());
        for (std::size_t i = 0; i < m_current.size(); ++i) {
            if (!m_flow.isSliced[i]) {
                continue;
            }
            const Shape &whole = m_current[i].shape;
            Shape begin(whole.size(), 0);
            Shape end = whole;
            begin[0] = step;
            end[0] = step + 1;
            const Entry row =
                make("strided_slice", "slice", {m_current[i].entry},
                     {{"begin", NnvmAttrText::print(begin)}, {"end", NnvmAttrText::print(end)}});
            m_slices[i] = reshaped(row, {whole.begin() + 1, whole.end()});
        }
    }

    Entry stacked(const std::vector<KnownEntry> &rows)
    {
        std::vector<Entry> parts;
        for (const KnownEntry &row : rows) {
            Shape shape{1};
            shape.insert(shape.end(), row.shape.begin(), row.shape.end());
            parts.push_back(reshaped(row.entry, shape));
        }
        return parts.size() == 1 ? parts[0] : make("concatenate", "rows", parts, {{"axis", "0"}});
    }

    /// The outputs: the rows that the steps gave, and the states.
    std::vector<Entry> gathered(const std::vector<std::vector<KnownEntry>> &rows)
    {
        std::vector<Entry> outputs;
        for (std::uint32_t i = 0; i < m_flow.outData; ++i) {
            outputs.push_back(stacked(rows[i]));
        }
        for (const std::uint32_t state : m_flow.states) {
            outputs.push_back(m_current[state].entry);
        }
        return outputs;
    }

    Result<std::vector<Entry>> runForeach()
    {
        std::vector<std::vector<KnownEntry>> rows(m_flow.outData);
        for (std::int64_t step = 0; step < stepCount(); ++step) {
            cutSlices(step);
            ASSIGN_OR_RETURN(const auto results, runBody(0, step));
            for (std::size_t i = 0; i < results.size(); ++i) {
                if (i < m_flow.outData) {
                    rows[i].push_back(results[i]);
                } else {
                    m_current[m_flow.states[i - m_flow.outData]] = results[i];
                }
            }
        }
        return gathered(rows);
    }

    /// Where a condition of one element holds: `yes`, else `no`.
    Entry chosen(const KnownEntry &condition, const KnownEntry &yes, const Entry &no)
    {
        Entry flag = condition.entry;
        if (condition.type != yes.type) {
            flag = make("cast", "cast", {flag}, {{"dtype", std::string(dtypeName(yes.type))}});
        }
        if (yes.shape[0] != 1) {
            flag = make("broadcast_to", "flag", {flag},
                        {{"shape", NnvmAttrText::print(Shape{yes.shape[0]})}});
        }
        return make("where", "choice", {flag, yes.entry, no});
    }
    Entry likeThat(std::string_view op, const KnownEntry &value)
    {
        return make(op, "constant", {value.entry});
    }

    /// 1 where the body's only result is not 0, of shape (1).
    Result<KnownEntry> condition(std::int64_t step)
    {
        ASSIGN_OR_RETURN(auto results, runBody(0, step));
        KnownEntry &result = results.front();
        if (std::any_of(result.shape.begin(), result.shape.end(),
                        [](std::int64_t size) { return size != 1; })) {
            return makeError("condition-shape", "the condition has shape {}, expected one element",
                             shapeText(result.shape));
        }
        if (result.shape.size() != 1) {
            result = {reshaped(result.entry, {1}), {1}, result.type};
        }
        KnownEntry ones = result;
        ones.entry = likeThat("ones_like", result);
        result.entry = chosen(result, ones, likeThat("zeros_like", result));
        return result;
    }

    Result<std::vector<Entry>> runWhile()
    {
        std::vector<std::vector<KnownEntry>> rows(m_flow.outData);
        KnownEntry goesOn;
        for (std::int64_t step = 0; step < stepCount(); ++step) {
            ASSIGN_OR_RETURN(const KnownEntry holds, condition(step));
            if (step > 0) {
                goesOn.entry = chosen(holds, goesOn, likeThat("zeros_like", goesOn));
            } else {
                goesOn = holds;
            }
            ASSIGN_OR_RETURN(auto results, runBody(1, step));
            for (std::size_t i = 0; i < results.size(); ++i) {
                if (i < m_flow.outData) {
                    results[i].entry =
                        chosen(goesOn, results[i], likeThat("zeros_like", results[i]));
                    rows[i].push_back(results[i]);
                } else {
                    KnownEntry &state = m_current[m_flow.states[i - m_flow.outData]];
                    results[i].entry = chosen(goesOn, results[i], state.entry);
                }
            }
            for (std::size_t i = m_flow.outData; i < results.size(); ++i) {
                m_current[m_flow.states[i - m_flow.outData]] = results[i];
            }
        }
        return gathered(rows);
    }

    Result<std::vector<Entry>> runOnce()
    {
        ASSIGN_OR_RETURN(const auto results, runBody(0, 0));
        return std::vector{results.front().entry};
    }

    Result<std::vector<Entry>> runCond()
    {
        ASSIGN_OR_RETURN(const KnownEntry holds, condition(0));
        ASSIGN_OR_RETURN(const auto yes, runBody(1, 0));
        ASSIGN_OR_RETURN(const auto no, runBody(2, 0));
        std::vector<Entry> outputs;
        for (std::size_t i = 0; i < yes.size(); ++i) {
            if (yes[i].type != no[i].type || yes[i].shape != no[i].shape) {
                return makeError(
                    "branches-differ",
                    "output {} is {} {} in one branch and {} {} in the other, expected "
                    "the same",
                    i, dtypeName(yes[i].type), shapeText(yes[i].shape), dtypeName(no[i].type),
                    shapeText(no[i].shape));
            }
            outputs.push_back(chosen(holds, yes[i], no[i].entry));
        }
        return outputs;
    }

    MXNetLowering &m_lowering;
    const ControlFlow &m_flow;
    const RewriteCall &m_call;
    const LoweredPart &m_part;
    std::vector<KnownEntry> m_current; ///< by input of the operator: states as they are now
    std::vector<Entry> m_slices;       ///< by input of the operator, where it is sliced
    std::vector<Inferred> m_inferred;  ///< by body
    std::size_t m_made = 0;
};

} // namespace

Result<std::vector<Entry>> lowerControlFlow(MXNetLowering &lowering, const IndexedNode &node,
                                            const RewriteCall &call, const LoweredPart &part)
{
    ASSIGN_OR_RETURN(const ControlFlow flow, ControlFlow::of(node, lowering.context().ops));
    return Unrolling(lowering, flow, call, part).run();
}

} // namespace nervure

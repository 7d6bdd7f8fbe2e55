// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan_request.h"

#include "core/graph/indexed/control_flow.h"
#include "core/passes/inference/control_flow_inference.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace nervure {

namespace {

template <typename T>
T valuesOf(const PassRun &run, EntryKey<typename T::value_type> key)
{
    const T *value = run.analyses.find(key, run.index);
    return value ? *value : T();
}

/// Compiles the bodies of one operator of control flow.
class FlowCompiler {
public:
    FlowCompiler(const PlanRequest &around, std::uint32_t id, const BodyCompilation &how)
        : m_around(around),
          m_node(around.graph->node(id)),
          m_how(how),
          m_mutated(around.graph->mutatedInputNodes())
    {}

    Result<std::shared_ptr<const FlowRequest>> run()
    {
        auto request = std::make_shared<FlowRequest>();
        auto flow = ControlFlow::of(m_node, m_how.builtins.ops);
        if (!flow) {
            return located({}, m_node, flow.error());
        }
        request->flow = std::move(flow).value();
        for (std::size_t which = 0; which < request->flow.bodies.size(); ++which) {
            ASSIGN_OR_RETURN(PlanRequest body, compile(request->flow, which));
            request->bodies.push_back(std::move(body));
        }
        return std::shared_ptr<const FlowRequest>(std::move(request));
    }

private:
    /// It never changes, and its value is known before anything runs.
    [[nodiscard]] bool isParameter(const ControlFlow &flow, std::uint32_t input) const
    {
        const auto holds = [](const auto &list, std::uint32_t item) {
            return std::find(list.begin(), list.end(), item) != list.end();
        };
        const std::uint32_t source = m_node.inputs[input].nodeId;
        const IndexedNode &node = m_around.graph->node(source);
        return node.isVariable() && m_around.parameters.count(node.node->name) != 0
               && !flow.isSliced[input] && !holds(flow.states, input) && !holds(m_mutated, source);
    }

    Result<PlanRequest> compile(const ControlFlow &flow, std::size_t which) const
    {
        const IndexedGraph &body = *flow.bodies[which];
        InputFacts facts;
        std::set<std::string> parameters;
        for (std::size_t i = 0; i < body.inputNodes().size(); ++i) {
            const std::string &name = body.node(body.inputNodes()[i]).node->name;
            const std::uint32_t input = flow.inputs[which][i];
            const std::uint32_t entry = m_around.graph->entryId(m_node.inputs[input]);
            const Shape &shape = m_around.shapes[entry];
            facts.shapes[name] = flow.isSliced[input] ? slicedValue(shape) : shape;
            facts.dtypes[name] = m_around.types[entry];
            if (isParameter(flow, input)) {
                parameters.insert(name);
            }
        }
        facts.parameters.emplace(parameters.begin(), parameters.end());
        const PassRun run = runPasses(body.graph(), m_how.passes,
                                      {.passes = m_how.builtins.passes,
                                       .ops = m_how.builtins.ops,
                                       .inputs = facts,
                                       .semantics = m_how.semantics,
                                       .targets = m_how.targets,
                                       .changesExpansion = m_how.change});
        if (!run.ok || !run.index) {
            return failureOf(run);
        }
        m_how.diagnostics.insert(m_how.diagnostics.end(), run.diagnostics.begin(),
                                 run.diagnostics.end());
        return planRequestOf(run, parameters, m_how);
    }

    const PlanRequest &m_around;
    const IndexedNode &m_node;
    const BodyCompilation &m_how;
    const std::vector<std::uint32_t> m_mutated;
};

} // namespace

Result<PlanRequest> planRequestOf(const PassRun &run, const std::set<std::string> &parameters,
                                  const BodyCompilation &how)
{
    PlanRequest plan;
    plan.graph = run.index;
    plan.semantics = how.semantics;
    plan.shapes = valuesOf<Shapes>(run, keys::shape);
    plan.types = valuesOf<DTypes>(run, keys::dtype);
    if (const auto *groups = run.analyses.find(keys::groupRoot, run.index)) {
        plan.groups = *groups;
    }
    plan.parameters = parameters;
    for (std::uint32_t id = 0; id < plan.graph->nodeCount(); ++id) {
        const IndexedNode &node = plan.graph->node(id);
        // Others' operators of control flow do not run, which the plan says.
        if (node.node->dialect == Dialect::Nervure && ControlFlow::isOne(*node.node)) {
            ASSIGN_OR_RETURN(plan.flows[id], FlowCompiler(plan, id, how).run());
        }
    }
    return plan;
}

Diagnostic failureOf(const PassRun &run)
{
    for (auto it = run.diagnostics.rbegin(); it != run.diagnostics.rend(); ++it) {
        if (it->severity == Severity::Error) {
            return *it;
        }
    }
    return makeError("compile", "the model could not be compiled");
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/proof/cut_model.h"

#include "core/passes/steps/carried_values.h"

#include <algorithm>

namespace nervure {

namespace {

class CutModelMaker {
public:
    CutModelMaker(const ExecutionRequest &request, const CutNaming &naming,
                  const Builtins &builtins, const JobControl &control)
        : m_request(request),
          m_naming(naming),
          m_builtins(builtins),
          m_control(control)
    {}

    /// Lowered models: known operators without a lowering are found one by one, by the errors that name them.
    Result<CutModel> lowered()
    {
        Result<RunnableModel> whole = makeRunnable(m_request, m_builtins);
        if (whole || m_request.semantics == Semantics::Exact) {
            RETURN_IF_FAILED(whole);
            return CutModel{m_request.graph, {}, {}, std::move(*whole)};
        }
        Diagnostic why = whole.error();
        std::vector<NodeId> unknown = unknownOperators(m_request.graph, m_builtins.ops);
        while (true) {
            const auto named =
                operatorWithoutLowering(m_request.graph, m_builtins.ops, why.where.node);
            const bool isNew =
                named && std::find(unknown.begin(), unknown.end(), *named) == unknown.end();
            if (isNew) {
                unknown.push_back(*named);
            }
            if (unknown.empty() || (m_hasTried && !isNew)) {
                return why;
            }
            m_hasTried = true;
            Result<CutModel> made = cut(unknown, true);
            if (made) {
                return made;
            }
            why = made.error();
        }
    }

    Result<CutModel> asItStands(bool runs)
    {
        return cut(unknownOperators(m_request.graph, m_builtins.ops), runs);
    }

private:
    Result<CutModel> cut(const std::vector<NodeId> &unknown, bool runs) const
    {
        CutModel result;
        if (unknown.empty()) { // the usual case: values are not copied
            if (runs) {
                ASSIGN_OR_RETURN(result.model, makeRunnable(m_request, m_builtins));
            }
            result.graph = m_request.graph;
            return result;
        }
        result.keys = m_naming(unknown);
        PassEnvironment environment{m_builtins.passes, m_builtins.ops, m_request.facts,
                                    m_request.semantics};
        environment.control = m_control;
        const GraphValues values = valuesOf(m_request.graph, environment);
        ASSIGN_OR_RETURN(
            CutGraph graph,
            cutOperators({m_request.graph, values.index.get(), &values.analyses}, result.keys));
        ExecutionRequest left = m_request;
        left.graph = std::move(graph.graph);
        result.cuts = std::move(graph.cuts);
        for (const CutOperator &one : result.cuts) {
            for (const CutValue &output : one.outputs) {
                left.facts.shapes[output.name] = output.shape;
                left.facts.dtypes[output.name] = output.type;
            }
        }
        if (runs) {
            ASSIGN_OR_RETURN(result.model, makeRunnable(left, m_builtins));
        }
        result.graph = std::move(left.graph);
        return result;
    }

    const ExecutionRequest &m_request;
    const CutNaming &m_naming;
    const Builtins &m_builtins;
    const JobControl &m_control;
    bool m_hasTried = false;
};

} // namespace

Result<CutModel> makeCutModel(const ExecutionRequest &request, const CutNaming &naming, bool runs,
                              const Builtins &builtins, const JobControl &control)
{
    const bool isLowered = !loweredBeforehandBy(request.graph, builtins.ops).empty();
    CutModelMaker maker(request, naming, builtins, control);
    return isLowered ? maker.lowered() : maker.asItStands(runs);
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/query/model_facts.h"

#include "core/graph/analysis/parameters.h"

#include <utility>

namespace nervure {

ModelFacts::ModelFacts(NodeFacts outer, const std::vector<ShownBody> &bodies, const OpRegistry &ops)
{
    const Semantics semantics = outer.source().semantics;
    m_parts.push_back({{}, {}, std::move(outer)});
    for (const ShownBody &body : bodies) {
        QuerySource source;
        source.graph = body.graph;
        source.index = body.index;
        source.analyses = body.analyses;
        source.semantics = semantics;
        source.parameters = findParameters(*body.graph, ops);
        m_parts.push_back({body.place, body.path, NodeFacts(std::move(source), ops)});
    }
}

std::size_t ModelFacts::nodeCount() const
{
    std::size_t count = 0;
    for (const Part &part : m_parts) {
        count += part.facts.graph().nodeCount();
    }
    return count;
}

std::vector<FoundNode> findInModel(const Query &query, const ModelFacts &model,
                                   const CancelToken &cancel)
{
    std::vector<FoundNode> found;
    for (std::size_t part = 0; part < model.parts().size(); ++part) {
        for (const NodeId node : query.find(model.parts()[part].facts, cancel)) {
            found.push_back({part, node});
        }
    }
    return found;
}

} // namespace nervure

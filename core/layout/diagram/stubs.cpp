// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/stubs.h"

#include "core/layout/engine/place_stubs.h"

namespace nervure {

const std::string &stubSource(const DrawnGraph &graph, const DrawnEdge &edge)
{
    const DrawnNode &source = graph.nodes[edge.from];
    return source.name.empty() ? source.title : source.name;
}

std::string stubText(const DrawnGraph &graph, const DrawnEdge &edge, const TextMeasure &measure)
{
    return elideMiddle(stubSource(graph, edge), TextStyle::Label,
                       stub::widestTag - 2 * stub::padding, measure);
}

} // namespace nervure

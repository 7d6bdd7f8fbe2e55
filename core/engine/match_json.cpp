// SPDX-License-Identifier: Apache-2.0
#include "core/engine/match_json.h"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

std::string nameOfMatched(const Graph &graph, NodeId id)
{
    const Node *node = graph.find(id);
    return node ? node->name : std::string();
}

Json unmatchedJson(const KnownGraph &known, const std::vector<UnmatchedNode> &nodes)
{
    Json list = Json::array();
    for (const UnmatchedNode &one : nodes) {
        list.push_back({{"node", nameOfMatched(known.graph, one.node)}, {"alike", one.alike}});
    }
    return list;
}

} // namespace

Json matchJson(const KnownGraph &before, const KnownGraph &after, const GraphMatch &match)
{
    Json matches = Json::array();
    for (const NodeMatch &one : match.matches) {
        matches.push_back({{"before", nameOfMatched(before.graph, one.before)},
                           {"after", nameOfMatched(after.graph, one.after)},
                           {"by", matchName(one.kind)},
                           {"certainty", certaintyName(one.certainty)}});
    }
    return {{"certain", match.countOf(Certainty::Certain)},
            {"likely", match.countOf(Certainty::Likely)},
            {"guess", match.countOf(Certainty::Guess)},
            {"double_names", match.doubleNames},
            {"matches", std::move(matches)},
            {"only_before", unmatchedJson(before, match.onlyBefore)},
            {"only_after", unmatchedJson(after, match.onlyAfter)}};
}

} // namespace nervure

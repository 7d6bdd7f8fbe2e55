// SPDX-License-Identifier: Apache-2.0
#include "app/cli/edit_findings.h"

#include "app/cli/pipeline.h"
#include "core/graph/check/finding_list.h"
#include "core/graph/check/graph_check.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>
#include <string>

namespace nervure::cli {

namespace {

/// Which finding it is, in a graph in which nodes may have other names.
class FindingKeys {
public:
    explicit FindingKeys(const Graph &graph)
    {
        for (const NodeId id : graph.nodes()) {
            m_ids.emplace(graph.node(id).name, id.value);
        }
    }

    /// By the node's id and by its name, which several may have.
    [[nodiscard]] std::array<std::string, 2> of(const Diagnostic &finding) const
    {
        const auto id = m_ids.find(finding.where.node);
        const std::string byName =
            fmt::format("{} '{} {}", finding.code, finding.where.node, finding.where.attribute);
        return {id == m_ids.end()
                    ? byName
                    : fmt::format("{} {} {}", finding.code, id->second, finding.where.attribute),
                byName};
    }

private:
    std::map<std::string, std::uint32_t> m_ids;
};

bool isSame(const Diagnostic &a, const Diagnostic &b)
{
    return a.code == b.code && a.where.node == b.where.node
           && a.where.attribute == b.where.attribute;
}

} // namespace

Diagnostics findingsOf(const CliModel &model, const Builtins &builtins)
{
    const Graph &graph = model.opened.graph;
    Diagnostics all = eachFinding(checkWithSubgraphs(graph, builtins.ops, model.semantics), graph);
    const std::size_t checked = all.size();
    for (Diagnostic &found : infer(model, builtins).diagnostics) {
        const auto end = all.begin() + static_cast<std::ptrdiff_t>(checked);
        const bool isKnown = std::any_of(
            all.begin(), end, [&found](const auto &known) { return isSame(known, found); });
        if (found.code != "input-missing" && !isKnown) {
            all.push_back(std::move(found));
        }
    }
    return all;
}

Diagnostics broughtFindings(const Diagnostics &before, const Graph &graphBefore,
                            const Diagnostics &after, const Graph &graphAfter)
{
    const FindingKeys keysBefore(graphBefore);
    const FindingKeys keysAfter(graphAfter);
    std::set<std::string> known;
    for (const Diagnostic &finding : before) {
        for (const std::string &key : keysBefore.of(finding)) {
            known.insert(key);
        }
    }
    Diagnostics brought;
    std::copy_if(after.begin(), after.end(), std::back_inserter(brought),
                 [&](const Diagnostic &finding) {
                     const auto keys = keysAfter.of(finding);
                     return std::none_of(keys.begin(), keys.end(),
                                         [&known](const auto &key) { return known.contains(key); });
                 });
    return brought;
}

} // namespace nervure::cli

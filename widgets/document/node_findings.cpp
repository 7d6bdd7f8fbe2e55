// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/node_findings.h"

#include "core/graph/check/finding_list.h"
#include "core/support/finding_groups.h"

#include <algorithm>

namespace nervure {

Diagnostics findingsByName(const PassStep &step, bool sharesIds)
{
    if (sharesIds || !step.graph) {
        return step.diagnostics;
    }
    Diagnostics findings = eachFinding(step.diagnostics, *step.graph);
    for (Diagnostic &finding : findings) {
        finding.trails = nullptr;
    }
    return findings;
}

Diagnostics findingsAbout(const Diagnostics &all, const Graph &graph,
                          const std::function<bool(NodeId node)> &isMeant)
{
    Diagnostics found;
    for (const Diagnostic &finding : all) {
        if (finding.places) {
            if (std::any_of(finding.places->begin(), finding.places->end(),
                            [&](const FindingPlace &place) { return isMeant(place.node); })) {
                found.push_back(finding);
                found.back().message = commonMessage(finding);
            }
            continue;
        }
        const std::string &name = finding.where.outermostNode();
        const auto node = name.empty() ? std::nullopt : graph.findByName(name);
        if (node && isMeant(*node)) {
            found.push_back(finding);
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const Diagnostic &a, const Diagnostic &b) {
        return a.severity > b.severity;
    });
    return found;
}

} // namespace nervure

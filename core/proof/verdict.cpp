// SPDX-License-Identifier: Apache-2.0
#include "core/proof/verdict.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

constexpr std::array<std::string_view, 7> verdictNames{
    "identical", "equal", "joined", "different", "broken", "not run", "not asked"};

} // namespace

std::string_view verdictName(ProofVerdict verdict)
{
    return verdictNames[static_cast<std::size_t>(verdict)];
}

std::optional<ProofVerdict> verdictOfName(std::string_view name)
{
    const auto found = std::find(verdictNames.begin(), verdictNames.end(), name);
    return found == verdictNames.end()
               ? std::nullopt
               : std::optional(static_cast<ProofVerdict>(found - verdictNames.begin()));
}

ProofVerdict verdictOf(const Evidence &evidence)
{
    const GraphDifference *difference = evidence.difference;
    if (evidence.values && evidence.values->resultsDiffer()) {
        return ProofVerdict::Different;
    }
    if (difference && difference->isIdentical()) {
        return ProofVerdict::Identical;
    }
    if (evidence.values) { // what was not compared is not equal
        return evidence.values->coversResults() ? ProofVerdict::Equal : ProofVerdict::NotRun;
    }
    const bool isDecided = difference && !difference->empty() && !evidence.asksForValues;
    return isDecided ? ProofVerdict::Different : ProofVerdict::NotRun;
}

std::string whyNotIdentical(const GraphDifference &difference, const Graph &after)
{
    if (!difference.empty() || difference.uncompared.empty()) {
        return {};
    }
    const UncomparedValue &first = difference.uncompared.front();
    const Node *node = after.find(first.node);
    const std::size_t more = difference.uncompared.size() - 1;
    return fmt::format("the stored values {}could not be compared: {}{}",
                       node ? "of " + quoted(node->name) + ' ' : std::string(), first.why,
                       more > 0 ? fmt::format(" (and {} more)", more) : std::string());
}

} // namespace nervure

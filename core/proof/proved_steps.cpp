// SPDX-License-Identifier: Apache-2.0
#include "core/proof/proved_steps.h"

#include <algorithm>

namespace nervure {

std::size_t Bisection::countOf(ProofVerdict verdict) const
{
    return static_cast<std::size_t>(
        std::count_if(steps.begin(), steps.end(),
                      [verdict](const auto &step) { return step.verdict == verdict; }));
}

ProofVerdict Bisection::verdict() const
{
    if (found) {
        return ProofVerdict::Different;
    }
    if (countOf(ProofVerdict::NotRun) > 0 || asked() == 0) {
        return ProofVerdict::NotRun;
    }
    const std::size_t ran = countOf(ProofVerdict::Equal) + countOf(ProofVerdict::Joined);
    return ran > 0 ? ProofVerdict::Equal : ProofVerdict::Identical;
}

bool Bisection::hasUnreadable() const
{
    return std::any_of(steps.begin(), steps.end(),
                       [](const ProvedStep &step) { return step.isUnreadable; });
}

std::size_t Bisection::asked() const
{
    return steps.size() - countOf(ProofVerdict::NotAsked);
}

std::vector<std::string> assumedIn(const Bisection &bisection)
{
    std::vector<std::string> assumed;
    for (const ProvedStep &step : bisection.steps) {
        for (const std::string &one : step.assumed) {
            if (std::find(assumed.begin(), assumed.end(), one) == assumed.end()) {
                assumed.push_back(one);
            }
        }
    }
    return assumed;
}

std::string_view proofWord(const Bisection &bisection)
{
    const ProofVerdict verdict = bisection.verdict();
    return verdict == ProofVerdict::NotRun ? incompleteWord : verdictName(verdict);
}

} // namespace nervure

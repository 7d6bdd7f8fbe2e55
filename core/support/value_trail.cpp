// SPDX-License-Identifier: Apache-2.0
#include "core/support/value_trail.h"

#include "core/support/text.h"

#include <algorithm>
#include <cstddef>

namespace nervure {

TellingSteps tellingSteps(const ValueTrail &trail)
{
    constexpr std::size_t mostBetween = 6;
    const std::vector<ValueTrail::Step> &all = trail.steps;
    std::vector<ValueTrail::Step> between;
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
        if (all[i].value != all[i - 1].value) {
            between.push_back(all[i]);
        }
    }
    TellingSteps telling;
    telling.leftOut = between.size() - std::min(between.size(), mostBetween);
    telling.steps.push_back(all.front());
    telling.steps.insert(telling.steps.end(),
                         between.begin() + static_cast<std::ptrdiff_t>(telling.leftOut),
                         between.end());
    if (all.size() > 1) {
        telling.steps.push_back(all.back());
    }
    return telling;
}

std::string trailText(const ValueTrail &trail)
{
    const auto [steps, leftOut] = tellingSteps(trail);
    std::string text = trail.what;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        text += (i == 0 ? ": " : ", ") + steps[i].value + (i == 0 ? " from " : " by ")
                + quoted(steps[i].name);
        if (i == 0 && leftOut > 0) {
            text += ", ...";
        }
    }
    return text;
}

} // namespace nervure

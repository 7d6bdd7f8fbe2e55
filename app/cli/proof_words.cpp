// SPDX-License-Identifier: Apache-2.0
#include "app/cli/proof_words.h"

#include "core/support/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace nervure::cli {

std::string errorText(double value)
{
    return fmt::format("{:.3g}", value);
}

std::string nonFiniteText(const NonFiniteSource &source)
{
    std::vector<std::string> what;
    if (source.count.nans > 0) {
        what.push_back(fmt::format("{} NaN", source.count.nans));
    }
    if (source.count.infinities > 0) {
        what.push_back(fmt::format("{} infinite", source.count.infinities));
    }
    return fmt::format("{} of numbers: {}", quoted(source.name), join(what, ", "));
}

std::string errorWords(const ComparedValue &value)
{
    if (!value.isCompared) {
        return value.remark;
    }
    return fmt::format("off by {} of its greatest element ({} absolute, {} ULP), expected at most "
                       "{}",
                       errorText(value.error.relative), errorText(value.error.absolute),
                       errorText(value.error.ulps), errorText(value.tolerance));
}

std::string otherOriginsLine(const std::vector<ComparedValue> &values, const std::string &first)
{
    constexpr std::size_t mostNames = 8;
    std::vector<std::string> names;
    for (const std::string &name : originNames(values)) {
        if (name != first) {
            names.push_back(quoted(name));
        }
    }
    const std::size_t count = names.size();
    if (count == 0) {
        return {};
    }
    names.resize(std::min(count, mostNames));
    return fmt::format("so do, none of whose inputs differ: {}{}\n", join(names, ", "),
                       count > mostNames ? fmt::format(" and {} more", count - mostNames)
                                         : std::string());
}

} // namespace nervure::cli

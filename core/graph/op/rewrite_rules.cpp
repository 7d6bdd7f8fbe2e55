// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/rewrite_rules.h"

#include <algorithm>
#include <iterator>

namespace nervure {

RewriteRules::RewriteRules() = default;
RewriteRules::RewriteRules(const RewriteRules &other) = default;
RewriteRules::RewriteRules(RewriteRules &&other) noexcept = default;
RewriteRules &RewriteRules::operator=(const RewriteRules &other) = default;
RewriteRules &RewriteRules::operator=(RewriteRules &&other) noexcept = default;
RewriteRules::~RewriteRules() = default;

Entry RewriteCall::make(std::string_view op, std::string name, std::vector<Entry> from,
                        AttrDict attrs) const
{
    Node made;
    made.op = op;
    made.name = std::move(name);
    made.attrs = std::move(attrs);
    made.inputs = std::move(from);
    return {graph.add(std::move(made)), 0, 0};
}

std::optional<BroadcastAxis> broadcastAxis(const Shape &shape, const Shape &factor)
{
    if (factor.size() > shape.size()) {
        return std::nullopt;
    }
    const std::size_t lead = shape.size() - factor.size();
    const auto isLong = [](std::int64_t size) { return size != 1; };
    const auto last = std::find_if(factor.rbegin(), factor.rend(), isLong);
    if (last == factor.rend()) {
        return BroadcastAxis{static_cast<int>(lead), 0};
    }
    const auto axis = static_cast<std::size_t>(std::distance(last, factor.rend())) - 1;
    const bool isOnly = std::none_of(last + 1, factor.rend(), isLong);
    if (!isOnly || shape[lead + axis] != factor[axis]) {
        return std::nullopt;
    }
    return BroadcastAxis{static_cast<int>(lead + axis), static_cast<int>(axis)};
}

} // namespace nervure

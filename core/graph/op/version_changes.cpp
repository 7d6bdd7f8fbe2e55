// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/version_changes.h"

#include "core/graph/op/value_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace nervure {

namespace {

void tellAttributes(const AttrSchema &before, const AttrSchema &after,
                    std::vector<std::string> &changes)
{
    for (const AttrDecl &attr : after.decls) {
        const AttrDecl *old = before.find(attr.name);
        if (!old) {
            changes.push_back(fmt::format("attribute {} is new", attr.name));
        } else if (old->required != attr.required) {
            changes.push_back(fmt::format("attribute {} is {}", attr.name,
                                          attr.required ? "required" : "not required any more"));
        } else if (old->defaultText != attr.defaultText) {
            changes.push_back(fmt::format("{} is {} unless given, not {}", attr.name,
                                          attr.defaultText.empty() ? "nothing" : attr.defaultText,
                                          old->defaultText.empty() ? "nothing" : old->defaultText));
        }
    }
    for (const AttrDecl &attr : before.decls) {
        if (!after.find(attr.name)) {
            changes.push_back(fmt::format("attribute {} is gone", attr.name));
        }
    }
}

TypeSet without(const TypeSet &all, const TypeSet &known)
{
    return {all.tensors & ~known.tensors, all.sequences & ~known.sequences,
            all.optionals & ~known.optionals, all.optionalSequences & ~known.optionalSequences,
            all.maps && !known.maps};
}

std::string namesOf(const std::vector<FormalValue> &values)
{
    std::vector<std::string> names;
    for (const FormalValue &value : values) {
        names.push_back(value.name + (value.isVariadic ? "…" : value.isOptional ? "?" : ""));
    }
    return names.empty() ? "none" : join(names, ", ");
}

/// Values of one side of the operator; `what` is "inputs" or "outputs". `told` are the types that were told
/// of others, which these follow.
void tellValues(const char *what, const std::vector<FormalValue> &before,
                const std::vector<FormalValue> &after, std::set<std::string> &told,
                std::vector<std::string> &changes)
{
    if (namesOf(before) != namesOf(after)) {
        changes.push_back(fmt::format("{} are {}, not {}", what, namesOf(after), namesOf(before)));
    }
    for (const FormalValue &value : after) {
        const auto old =
            std::find_if(before.begin(), before.end(),
                         [&value](const FormalValue &other) { return other.name == value.name; });
        const TypeSet more = old == before.end() ? TypeSet() : without(value.types, old->types);
        if (more != TypeSet() && told.insert(more.text()).second) {
            changes.push_back(fmt::format("{} may be {}", value.name, more.text()));
        }
    }
}

} // namespace

std::vector<const OpSpec *> versionsOf(const OpRegistry &ops, Dialect dialect,
                                       std::string_view name)
{
    std::vector<const OpSpec *> versions;
    for (const OpSpec *spec = ops.find(dialect, name); spec;) {
        versions.push_back(spec);
        const auto before = static_cast<std::uint16_t>(spec->sinceVersion - 1);
        spec = spec->sinceVersion > 1 ? ops.find(dialect, name, before) : nullptr;
    }
    std::reverse(versions.begin(), versions.end());
    return versions;
}

std::vector<std::string> changesBetween(const OpSpec &before, const OpSpec &after)
{
    std::vector<std::string> changes;
    if (before.values && after.values) {
        if (after.values->isDeprecated) {
            changes.emplace_back("models must not use it any more");
        }
        if (!after.values->change.empty() && after.values->change != before.values->change) {
            changes.push_back(after.values->change);
        }
        std::set<std::string> told;
        tellValues("inputs", before.values->signature.inputs, after.values->signature.inputs, told,
                   changes);
        tellValues("outputs", before.values->signature.outputs, after.values->signature.outputs,
                   told, changes);
    }
    tellAttributes(before.attrs, after.attrs, changes);
    return changes;
}

} // namespace nervure

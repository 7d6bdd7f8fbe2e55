// SPDX-License-Identifier: Apache-2.0
#include "core/passes/pass_arguments.h"

#include "core/graph/dialect_titles.h"
#include "core/passes/lowering_pass.h"
#include "core/passes/target_traits.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

Diagnostic unknownPass(const PassRegistry &passes, const std::string &name)
{
    std::string message = "pass " + quoted(name) + " is unknown";
    if (const auto suggestion = nearest(name, passes.names())) {
        message += ", did you mean " + quoted(*suggestion);
    }
    return makeError("pass-unknown", message);
}

Status checkDevices(const PassSpec &spec, const OptionValues &options, const TargetLookup &targets)
{
    for (const PassOption &option : spec.options) {
        if (!option.namesDevice) {
            continue;
        }
        RETURN_IF_FAILED(targetTraits(options.at(option.name), targets));
    }
    return {};
}

const PassSpec *providerOf(const PassRegistry &passes, const std::string &attribute)
{
    for (const PassSpec &spec : passes.all()) {
        if (std::find(spec.provides.begin(), spec.provides.end(), attribute)
            != spec.provides.end()) {
            return &spec;
        }
    }
    return nullptr;
}

Diagnostic missingNeed(const PassSpec &spec, const std::string &need, const PassSpec *provider)
{
    return makeError(
        "pass-needs", "pass {} needs the graph attribute {}, which {}", spec.name, quoted(need),
        (provider ? "pass " + provider->name + " provides" : std::string("no pass provides")));
}

std::vector<std::string> needsOf(const PassSpec &spec, Semantics semantics)
{
    std::vector<std::string> needs = spec.needs;
    if (semantics == Semantics::Fixed) {
        needs.insert(needs.end(), spec.needsInFixed.begin(), spec.needsInFixed.end());
    }
    return needs;
}

bool meetsNeed(const std::string &need, const OptionValues &options, const Analyses &analyses,
               const IndexedGraph &index)
{
    const auto option = options.find(need);
    const bool isGiven = option != options.end() && !option->second.empty();
    return isGiven || analyses.holds(need, index);
}

Status runFitting(const PassSpec &spec, PassContext &context)
{
    const Dialect dialect = context.graph.dialect();
    const std::uint64_t revision = context.graph.revision();
    RETURN_IF_FAILED(spec.run(context));
    if (!spec.fits(dialect) && context.graph.revision() == revision) {
        const std::string_view lowering = loweringPassOf(dialect);
        std::string message =
            fmt::format("{} knows no operators of {}", spec.name, dialectTitle(dialect));
        if (!lowering.empty()) {
            message += fmt::format(": run {} first", lowering);
        }
        context.diagnostics.emplace_back(Severity::Note, "pass-dialect", std::move(message));
    }
    return {};
}

} // namespace nervure

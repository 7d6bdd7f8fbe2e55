// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <string>
#include <vector>

namespace nervure {

/// That there is no such pass, with the name that was meant.
[[nodiscard]] Diagnostic unknownPass(const PassRegistry &passes, const std::string &name);

/// Fails where an option names a device that cannot be asked.
[[nodiscard]] Status checkDevices(const PassSpec &spec, const OptionValues &options,
                                  const TargetLookup &targets);

/// The graph attributes that a pass needs in those semantics.
[[nodiscard]] std::vector<std::string> needsOf(const PassSpec &spec, Semantics semantics);
/// Whether a pass has what it needs: as an option, or over the graph that it is run on.
[[nodiscard]] bool meetsNeed(const std::string &need, const OptionValues &options,
                             const Analyses &analyses, const IndexedGraph &index);
/// The first pass that provides a graph attribute, or null.
[[nodiscard]] const PassSpec *providerOf(const PassRegistry &passes, const std::string &attribute);
/// That a need is not met; `provider` may be null.
[[nodiscard]] Diagnostic missingNeed(const PassSpec &spec, const std::string &need,
                                     const PassSpec *provider);

/// Runs it; where it changes nothing of a graph of a dialect that it does not know, it says so.
[[nodiscard]] Status runFitting(const PassSpec &spec, PassContext &context);

} // namespace nervure

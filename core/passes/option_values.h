// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

namespace nervure {

/// NNVM's passes take their arguments from graph attributes. Ours take them from the option of
/// that name when it is given, else from the graph attribute: these functions look at both.

/// A text; empty when neither is there.
[[nodiscard]] std::string textOption(const PassContext &context, const std::string &name);

/// A list of texts, "a;b" as an option; empty when neither is there.
[[nodiscard]] std::vector<std::string> listOption(const PassContext &context,
                                                  const std::string &name);

/// Names with numbers, "a:0;b:1" as an option; empty when neither is there.
[[nodiscard]] Result<IntDict> dictOption(const PassContext &context, const std::string &name);

/// An integer, or `fallback` when the option's text is none.
[[nodiscard]] std::int64_t integerOption(const PassContext &context, const std::string &name,
                                         std::int64_t fallback);

/// The entry that a text names: a node, "conv1", or one of its outputs, "split0:2".
[[nodiscard]] Result<Entry> namedEntry(const Graph &graph, const std::string &text);

/// The entries that an option lists, each as namedEntry() takes it.
[[nodiscard]] Result<std::vector<Entry>> entriesOption(const PassContext &context,
                                                       const std::string &name);

} // namespace nervure

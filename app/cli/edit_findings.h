// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/load_model.h"
#include "core/support/diagnostic.h"

namespace nervure::cli {

/// What is wrong with a model as it is, as the window shows it: what checks and inference find, node by node. An input
/// without a shape is no finding.
[[nodiscard]] Diagnostics findingsOf(const CliModel &model, const Builtins &builtins);

/// Those of `after` that an edit brought: of a node, known by its id or its name, that had none of that code
/// in `before`.
[[nodiscard]] Diagnostics broughtFindings(const Diagnostics &before, const Graph &graphBefore,
                                          const Diagnostics &after, const Graph &graphAfter);

} // namespace nervure::cli

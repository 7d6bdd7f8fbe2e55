// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/prepared_model.h"

#include <string>
#include <vector>

namespace nervure {

struct LayerPeek;
struct TuneReport;
struct WhatIf;
struct WhatIfReport;
enum class TuneKeeping;

/// What runModel(), profileModel(), peekLayer(), tuneModel() and measureWhatIf() do where the request's device is
/// another machine's: the model and its values go there, and all that comes back is what the worker there says. Its
/// times are those of that machine; what the way costs is told apart (WireTimes).
[[nodiscard]] Result<RunReport> runRemotely(const ExecutionRequest &request,
                                            ExecutionContext &context);
[[nodiscard]] Result<ProfileReport> profileRemotely(const ExecutionRequest &request,
                                                    ExecutionContext &context);

[[nodiscard]] Result<LayerPeek> peekRemotely(const ExecutionRequest &request,
                                             const std::string &layer, ExecutionContext &context);

/// The winners are kept there, too.
[[nodiscard]] Result<TuneReport> tuneRemotely(const ExecutionRequest &request, TuneKeeping keeping,
                                              ExecutionContext &context);

/// The values that are given, and the way to run but for the pipeline, are those of the changed model.
[[nodiscard]] Result<WhatIfReport> whatIfRemotely(const WhatIf &question,
                                                  ExecutionContext &context);

} // namespace nervure

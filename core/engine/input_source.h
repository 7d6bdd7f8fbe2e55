// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/execution_request.h"

#include <string>

namespace nervure {

/// Gives variables of the request their values, as people say them: "x=F.npy" (a file), "x=1.5" (all its
/// elements are that number), "F.npz" (a file for several variables). Fails with "usage" on a text that says
/// none of these, or as the file does.
[[nodiscard]] Status addInputSource(const std::string &text, ExecutionRequest &request);

} // namespace nervure

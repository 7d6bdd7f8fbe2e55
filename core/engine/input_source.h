// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/execution_request.h"

#include <string>

namespace nervure {

/// Gives variables of the request their values, as people say them: "x=F.npy" (a file), "x=1.5" (all its
/// elements are that number), "F.npz" (a file for several variables), "x=F.png{scale=255,mean=…}" (a picture, see
/// parseImageSource(), for the shape that the request's graph and facts say). Fails with "usage" on a text that says
/// none of these, or as the file does.
[[nodiscard]] Status addInputSource(const std::string &text, ExecutionRequest &request,
                                    const Builtins &builtins);

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/execution_request.h"

#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// A size that a model leaves open and that a run needs.
struct MissingSize {
    std::string name; ///< of a dimension, or of an input
    bool isInput =
        false; ///< the shape of an input: its dimensions have no names that could be asked for
    /// Of an input: its shape as far as it is known, 0 where it is not; empty where not even the rank is.
    Shape shape{};

    /// As --shape takes it: "batch=1", "data=1,3,224,224"; "data=DIMS" where the rank is unknown.
    [[nodiscard]] std::string option() const;
};

/// The sizes of inputs that neither the model nor the request's facts and values give, each once, in the order
/// of the inputs. Where inference finds the shape of an input from the others, it is not missing.
[[nodiscard]] std::vector<MissingSize> missingSizes(const ExecutionRequest &request,
                                                    const Builtins &builtins);

/// "give the size of batch: --shape batch=1", with the code "size-missing".
[[nodiscard]] Diagnostic missingSizesError(const std::vector<MissingSize> &missing);

/// `failure`, or the sizes that are missing where these explain it: a model without them cannot be compiled, and
/// its first operator says so in its own words.
[[nodiscard]] Diagnostic explainedBySizes(const Diagnostic &failure,
                                          const ExecutionRequest &request,
                                          const Builtins &builtins);

} // namespace nervure

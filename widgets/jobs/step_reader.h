// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/semantics.h"
#include "core/passes/pass_spec.h"
#include "core/support/cancellation.h"
#include "core/support/file_bytes.h"
#include "widgets/document/pass_step.h"

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace nervure {

struct Builtins;

/// What files are read with that a compiler wrote after its passes.
struct StepReading {
    const Builtins &builtins;
    InputFacts inputs;
    Semantics semantics = Semantics::Exact; ///< of the model that the first file holds
    /// What the first file holds beside its graph; null: it is none.
    std::shared_ptr<const FileBytes> original = nullptr;
    std::filesystem::path path{}; ///< of the first file
};

/// The files as steps of a model, each compared with the one before: what its file says of where nodes came
/// from, or what was found out. Files that hold no model are left out, and a finding of the next step, or
/// of the last one, says so. For any thread.
[[nodiscard]] std::vector<PassStep> readSteps(const Graph &start,
                                              std::span<const std::filesystem::path> files,
                                              const StepReading &reading,
                                              const JobControl &control);

} // namespace nervure

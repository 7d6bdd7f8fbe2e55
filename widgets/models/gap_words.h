// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/step_gap.h"

#include <QString>

namespace nervure {

struct ModelStage;

/// gapText() in the language of the window: "12 of 30 shapes are unknown: input data has no shape".
[[nodiscard]] QString gapWords(const StepGap &gap);

/// What the memory plan of a stage leaves open; nothing where there is no plan, or it is whole.
[[nodiscard]] std::optional<StepGap> planGap(const ModelStage &stage);

/// The bytes of a plan, and that they are a part where it leaves values open: "9.8 MB", "9.8 MB, 5 values
/// open"; "none of 30 values" where nothing was planned.
[[nodiscard]] QString planWords(std::int64_t bytes, const std::optional<StepGap> &gap);

} // namespace nervure

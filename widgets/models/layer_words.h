// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/profile.h"

#include <QString>

namespace nervure {

/// What keeps a layer from being faster, in a sentence with its numbers; empty where it is not known.
[[nodiscard]] QString verdictSentence(const LayerProfile &layer);

/// "256×1×1 in groups of 64×1×1": the work sizes of a kernel, without trailing ones.
[[nodiscard]] QString workSizes(const KernelProfile &kernel);

} // namespace nervure

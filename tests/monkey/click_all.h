// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nervure {
class Composition;
}

namespace nervure::tests {

struct MonkeyPlan;

/// Opens each model and clicks on its nodes, at most `mostNodes` of them, from the first to the last; the inspector
/// shows each until nothing is under way. False where not one model was shown.
[[nodiscard]] bool clickAll(Composition &program, const MonkeyPlan &plan, int mostNodes);

} // namespace nervure::tests

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/execution_request.h"
#include "core/execution/profile/statistics.h"
#include "core/execution/profile/tuning_database.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// One way to make a choice, with the time of all launches of a run that it is about.
struct TunedVariant {
    std::string name;
    Statistics ms;
    bool isCorrect = true; ///< the model's outputs are those of the untuned one
};

/// A choice of kernel rules and what came of measuring it.
struct TunedChoice {
    std::string key;
    std::size_t layers = 0; ///< that make this choice
    std::vector<TunedVariant> variants;
    std::string winner;  ///< the first variant unless another is faster, also when timed again
    double winnerMs = 0; ///< both of the second timing, or of the first where there was none
    double defaultMs = 0;
    bool isDecided = false; ///< the winner was timed again; else it is the fastest so far

    [[nodiscard]] bool isDefault() const { return winner == variants.front().name; }
};

/// What a choice came to in one layer: the time of its launches there, variant by variant.
struct TunedLayer {
    std::string node; ///< that the layer is called after
    std::string op;
    std::size_t choice = 0;     ///< of TuneReport::choices
    std::vector<Statistics> ms; ///< by variant; of those that were not run: nothing
    double defaultMs = 0;       ///< both as those of its choice
    double winnerMs = 0;
};

struct TuneReport {
    DeviceInfo device;
    std::vector<TunedChoice> choices;
    std::vector<TunedLayer> layers; ///< in the order they run
    TuningWinners winners; ///< also of choices whose default won: they need not be tried again
    double defaultMs =
        0; ///< sum of all layers, untuned and with what was chosen, by the second timing
    double tunedMs = 0;              ///< 0 where there was none
    bool isStopped = false;          ///< somebody stopped it: what was measured until then
    std::string file;                ///< where the winners are kept; empty: nowhere
    std::optional<WireTimes> wire{}; ///< of a device of another machine
    Diagnostics diagnostics;
};

/// The layers that have a choice, the slowest first.
[[nodiscard]] std::vector<const TunedLayer *> slowestFirst(const TuneReport &report);

/// The same without what says nothing new of a layer that makes several choices: the one that changed stands for it,
/// else its first.
[[nodiscard]] std::vector<const TunedLayer *> oneForEachLayer(const TuneReport &report);

/// What the choices make of the layers' time: what was timed and not chosen is not in it, and a layer with several
/// choices counts once.
[[nodiscard]] double changeByChoices(const TuneReport &report);

/// What kind of kernel a choice is about: "conv2d_tile".
[[nodiscard]] std::string kernelClassOf(const TunedChoice &choice);

} // namespace nervure

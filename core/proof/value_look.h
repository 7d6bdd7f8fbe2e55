// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/weight_report.h"
#include "core/proof/value_comparison.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace nervure {

/// Bytes of the values of a graph that are held while somebody looks at them, so that a second look runs nothing.
inline constexpr std::size_t lookedAtBytes = std::size_t{256} << 20;

/// Which value of a step is looked at.
enum class TensorSide : std::uint8_t {
    After,      ///< as the step's graph computes it, or the second of two models
    Before,     ///< as the graph that the step is compared with computes it, or the first model
    Difference, ///< After less Before
};

/// A value that a run computes on the way, and what is asked of it.
struct TensorRequest {
    std::size_t step =
        0; ///< how many passes have been; 0: what the model was lowered to, or itself
    TensorSide side = TensorSide::After;
    bool isOfModel =
        false; ///< of the model as it was read: `place` numbers its nodes in their order
    /// The value: its node's number in the indexed graph of the step.
    std::uint32_t place = 0;
    std::uint32_t output = 0;
    /// The node's name, which decides where the graph that runs numbers its nodes in another way; empty: the
    /// number does.
    std::string name{};
    /// The same in the graph that the step is compared with, for the other two sides.
    std::uint32_t beforePlace = 0;
    std::uint32_t beforeOutput = 0;
    WeightRequest view{};
};

/// That a graph has no such value.
[[nodiscard]] Diagnostic noSuchValue();
/// The entry of that node of an indexed graph. Fails with "no-such-value".
[[nodiscard]] Result<Entry> entryAt(const IndexedGraph &index, std::uint32_t place,
                                    std::uint32_t output);

/// What is asked of `value`, an entry of the graph after, or of what the request has beside it in the graph before.
/// Fails with "no-such-value", with what reportWeight() fails with, and where a graph cannot be run.
[[nodiscard]] Result<WeightReport> lookAt(const TensorRequest &request, const TracedGraph &before,
                                          const TracedGraph &after, const Entry &value,
                                          const OpRegistry &ops, const JobControl &control);

} // namespace nervure

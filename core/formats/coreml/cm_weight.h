// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/protobuf/wire_reader.h"
#include "core/graph/value/element_type.h"
#include "core/support/cancellation.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nervure::coreml {

/// WeightParams, its values left where they are.
struct WeightMessage {
    /// As the elements count: float32 also of those that are quantized.
    ElementType type = ElementType::Float32;
    std::uint64_t count = 0;       ///< of elements; of quantized ones, as many as there may be
    std::uint64_t storedBytes = 0; ///< in the file
    std::string_view
        packed; ///< little-endian elements as they stand; of quantized ones, their bits
    std::vector<WireField> listed; ///< elements in several fields
    unsigned bits = 0;             ///< of a quantized element; 0: they are not quantized
    bool isSigned = false;         ///< quantized elements are
    std::vector<float>
        scale; ///< of quantized ones: one, or one for each part of the first dimension
    std::vector<float> bias;  ///< likewise; may be empty
    std::vector<float> table; ///< the values that quantized elements are numbers of

    [[nodiscard]] bool isQuantized() const { return bits != 0; }
    /// "8 bits, linear"; empty where they are not quantized.
    [[nodiscard]] std::string note() const;
    /// Elements have to be made from what stands in the file.
    [[nodiscard]] bool needsDecoding() const { return isQuantized() || !listed.empty(); }
};

/// Fails with code "protobuf" or "coreml".
[[nodiscard]] Result<WeightMessage> readWeights(std::string_view message, std::string_view file);

/// `count` elements that have to be decoded, little-endian. Fails with code "weight" where there are not so many,
/// and with "cancelled".
[[nodiscard]] Result<std::string> decodedElements(const WeightMessage &weights, std::uint64_t count,
                                                  const CancelToken &cancel);

/// All values as text, where they are few and stand as they are; else none.
[[nodiscard]] std::vector<std::string> shownValues(const WeightMessage &weights);

} // namespace nervure::coreml

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nervure {

/// One field of a protobuf message, as its wire format says (protobuf.dev, "Encoding").
struct ProtobufField {
    enum class Kind : std::uint8_t { Varint, Fixed, Bytes };

    std::uint32_t number = 0;
    Kind kind = Kind::Varint;
    std::uint64_t value = 0; ///< of a varint
    std::string_view bytes;  ///< of a text, a message or a packed list
};

/// Whether bytes that may break off are of a message that is there to its end.
enum class MessageEnd : std::uint8_t { There, MayBeCut };

/// The fields of a message, the first ten thousand of them. Nothing for bytes that are no message, among
/// them an empty one; groups, which protobuf gave up long ago, are none either.
[[nodiscard]] std::optional<std::vector<ProtobufField>> protobufFields(std::string_view bytes,
                                                                       MessageEnd end);

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nervure {

/// How protobuf writes a field (protobuf.dev, "Encoding"). Its groups, which it gave up long ago, are not
/// read.
enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

/// One field of a message, where it stands.
struct WireField {
    std::uint32_t number = 0;
    WireType type = WireType::Varint;
    std::uint64_t value = 0; ///< of all but Bytes: the bits as they are
    std::string_view bytes;  ///< of Bytes: a text, a message, a packed list
    std::string_view whole;  ///< tag, length and content
};

/// Whether bytes that may break off are of a message that is there to its end.
enum class MessageEnd : std::uint8_t { There, MayBeCut };

/// Goes over the fields of one message, in the order of the file. Nothing is copied, and what is not
/// asked for is not read: a field of a gigabyte costs as much as an empty one.
class WireReader {
public:
    /// Of a part of `file`, for the places in messages.
    WireReader(std::string_view message, std::string_view file, MessageEnd end = MessageEnd::There);
    /// Of a message that is all there is.
    explicit WireReader(std::string_view message) : WireReader(message, message) {}

    /// The next field; nothing at the end and from the first fault on.
    std::optional<WireField> next();

    /// What next() stopped at: done at the end of the message, else what is wrong, "byte 12: found …,
    /// expected …" (code "protobuf").
    [[nodiscard]] const Status &status() const { return m_status; }

private:
    std::optional<std::uint64_t> takeVarint();
    bool takeValue(WireField &field);
    bool takeBytes(WireField &field);
    void fail(const char *at, const std::string &what);

    std::string_view m_left;
    std::string_view m_file;
    MessageEnd m_end;
    Status m_status;
};

/// The fields of a message, the first ten thousand of them. Nothing for bytes that are no message, among
/// them an empty one.
[[nodiscard]] std::optional<std::vector<WireField>> firstFields(std::string_view bytes,
                                                                MessageEnd end);

/// Adds the numbers of a repeated field to `values`: one, or a packed list of them (protobuf allows both).
/// False where they are no such list.
[[nodiscard]] bool addIntegers(const WireField &field, std::vector<std::int64_t> &values);
[[nodiscard]] bool addFloats(const WireField &field, std::vector<float> &values);

} // namespace nervure

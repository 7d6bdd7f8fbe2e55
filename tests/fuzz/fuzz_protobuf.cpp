// SPDX-License-Identifier: Apache-2.0
// Goes through any bytes as a protobuf message, and through the messages in it: the fields are the bytes,
// without gaps, up to the end or the place of the fault, and what the writer makes of them is read again.
#include "core/formats/protobuf/wire_reader.h"
#include "core/formats/protobuf/wire_writer.h"

#include <cstdlib>
#include <string>

using namespace nervure;

namespace {

constexpr int deepest = 8;

void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

std::string written(const WireField &field)
{
    std::string text;
    if (field.type == WireType::Bytes) {
        addBytes(text, field.number, field.bytes);
        return text;
    }
    addTag(text, field.number, field.type);
    if (field.type == WireType::Varint) {
        addVarint(text, field.value);
    } else { // little-endian, as the machine is
        text.append(reinterpret_cast<const char *>(&field.value), field.type == WireType::Fixed64
                                                                      ? sizeof(std::uint64_t)
                                                                      : sizeof(std::uint32_t));
    }
    return text;
}

void checkRewritten(const WireField &field)
{
    const std::string text = written(field);
    WireReader reader(text);
    const auto again = reader.next();
    require(again && again->number == field.number && again->type == field.type
            && again->value == field.value && again->bytes == field.bytes);
    require(!reader.next() && reader.status());
}

void walk(std::string_view message, std::string_view file, int depth)
{
    WireReader reader(message, file);
    std::size_t at = 0;
    while (const auto field = reader.next()) {
        require(field->whole.data() == message.data() + at && !field->whole.empty());
        at += field->whole.size();
        checkRewritten(*field);
        std::vector<std::int64_t> whole;
        std::vector<float> real;
        static_cast<void>(addIntegers(*field, whole));
        static_cast<void>(addFloats(*field, real));
        require(whole.size() <= field->whole.size() && real.size() <= field->whole.size());
        if (field->type == WireType::Bytes && depth < deepest) {
            walk(field->bytes, file, depth + 1);
        }
    }
    require(reader.status() ? at == message.size() : at < message.size());
    static_cast<void>(firstFields(message, MessageEnd::MayBeCut));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    walk(bytes, bytes, 0);
    return 0;
}

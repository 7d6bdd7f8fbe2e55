// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/weight.h"

#include <algorithm>

namespace nervure {

Result<WeightReader> WeightReader::open(const Weight &weight, const JobControl &control)
{
    if (!weight.problem.empty()) {
        return makeError("weight", "{}: {}", weight.name, weight.problem);
    }
    WeightReader reader(weight);
    if (weight.decode) {
        ASSIGN_OR_RETURN(reader.m_decoded, weight.decode(control));
    }
    return reader;
}

Status WeightReader::read(std::uint64_t first, std::uint64_t count,
                          const std::function<Status(std::string_view)> &take) const
{
    constexpr std::uint64_t mostBytes = std::uint64_t{1} << 20;
    const ElementType type = m_weight->type;
    const std::size_t bytes = unpackedBytes(type);
    if (bytes == 0) {
        return {};
    }
    const std::uint64_t inPiece = mostBytes / bytes;
    while (count > 0) {
        const std::uint64_t part = std::min(count, inPiece);
        if (m_decoded) {
            RETURN_IF_FAILED(
                take(std::string_view(*m_decoded).substr(first * bytes, part * bytes)));
        } else if (packedBytes(type, 2) == 2 * bytes) {
            RETURN_IF_FAILED(take(m_weight->packed.substr(first * bytes, part * bytes)));
        } else {
            RETURN_IF_FAILED(take(unpacked(type, m_weight->packed, first, part)));
        }
        first += part;
        count -= part;
    }
    return {};
}

std::string WeightReader::text(std::uint64_t i) const
{
    if (m_weight->type == ElementType::String) {
        return i < m_weight->texts.size() ? std::string(m_weight->texts[i]) : std::string();
    }
    std::string text;
    [[maybe_unused]] const Status status = read(i, 1, [&](std::string_view element) {
        text = elementText(m_weight->type, element);
        return Status();
    });
    return text;
}

} // namespace nervure

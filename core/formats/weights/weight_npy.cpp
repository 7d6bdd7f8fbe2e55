// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/weight_npy.h"

#include "core/formats/tensors/npy.h"
#include "core/support/stoppable_write.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

bool isWrittenAsFloat(StoredType type)
{
    switch (type) {
    case StoredType::BFloat16:
    case StoredType::Float8E4M3Fn:
    case StoredType::Float8E4M3Fnuz:
    case StoredType::Float8E5M2:
    case StoredType::Float8E5M2Fnuz:
    case StoredType::Float8E8M0:
    case StoredType::Float4E2M1: return true;
    default: return false;
    }
}

std::size_t longestText(const Weight &weight)
{
    std::size_t longest = 1;
    for (const std::string_view text : weight.texts) {
        longest = std::max(longest, text.size());
    }
    return longest;
}

/// Elements as the NumPy file has them.
std::string forNumPy(StoredType type, std::string_view elements)
{
    std::string out;
    std::vector<double> values;
    addValues(type, elements, values);
    for (const double value : values) {
        if (isWrittenAsFloat(type)) {
            const auto narrow = static_cast<float>(value);
            out.append(reinterpret_cast<const char *>(&narrow), sizeof narrow);
        } else {
            out += static_cast<char>(static_cast<int>(value));
        }
    }
    return out;
}

bool isNarrow(StoredType type)
{
    return storedBits(type) > 0 && storedBits(type) < 8;
}

class NpyWriter {
public:
    NpyWriter(const Weight &weight, const WeightReader &reader, const JobControl &control)
        : m_weight(weight),
          m_reader(reader),
          m_control(control)
    {}

    Status write(const WeightSlice &slice, const ByteSink &sink)
    {
        std::string shape;
        for (const std::int64_t size : slice.shape()) {
            shape += fmt::format("{},", size);
        }
        sink(npyHead(npyTypeOf(m_weight), shape));
        RETURN_IF_FAILED(
            eachRun(slice, m_weight.shape, [&](std::uint64_t first, std::uint64_t count) {
                return m_weight.type == StoredType::String ? putTexts(first, count)
                                                           : put(first, count, sink);
            }));
        sink(m_waiting);
        return {};
    }

private:
    Status put(std::uint64_t first, std::uint64_t count, const ByteSink &sink)
    {
        constexpr std::size_t enough = std::size_t{1} << 20;
        return m_reader.read(first, count, [&](std::string_view elements) {
            const StoredType type = m_weight.type;
            if (isWrittenAsFloat(type) || isNarrow(type)) {
                m_waiting += forNumPy(type, elements);
            } else {
                m_waiting += elements;
            }
            if (m_waiting.size() >= enough) {
                sink(m_waiting);
                m_waiting.clear();
            }
            return m_control.cancel.isCanceled()
                       ? Status(makeError("cancelled", "writing was stopped"))
                       : Status();
        });
    }

    Status putTexts(std::uint64_t first, std::uint64_t count)
    {
        const std::size_t width = longestText(m_weight);
        for (std::uint64_t i = first; i < first + count; ++i) {
            std::string text = m_reader.text(i);
            text.resize(width);
            m_waiting += text;
        }
        return {};
    }

    const Weight &m_weight;
    const WeightReader &m_reader;
    const JobControl &m_control;
    std::string m_waiting; ///< to be written
};

} // namespace

std::string npyTypeOf(const Weight &weight)
{
    const StoredType type = weight.type;
    if (isWrittenAsFloat(type)) {
        return "<f4";
    }
    switch (type) {
    case StoredType::Unknown: return {};
    case StoredType::String: return fmt::format("|S{}", longestText(weight));
    case StoredType::Bool: return "|b1";
    case StoredType::Int8:
    case StoredType::Int4:
    case StoredType::Int2: return "|i1";
    case StoredType::UInt8:
    case StoredType::UInt4:
    case StoredType::UInt2: return "|u1";
    case StoredType::Complex64:
    case StoredType::Complex128: return fmt::format("<c{}", unpackedBytes(type));
    case StoredType::Float16:
    case StoredType::Float32:
    case StoredType::Float64: return fmt::format("<f{}", unpackedBytes(type));
    case StoredType::UInt16:
    case StoredType::UInt32:
    case StoredType::UInt64: return fmt::format("<u{}", unpackedBytes(type));
    default: return fmt::format("<i{}", unpackedBytes(type));
    }
}

Status writeWeightNpy(const Weight &weight, const WeightSlice &slice,
                      const std::filesystem::path &file, const JobControl &control)
{
    if (weight.type == StoredType::Unknown) {
        return makeError("weight", "{}: elements of {} cannot be written", weight.name,
                         weight.typeName);
    }
    ASSIGN_OR_RETURN(const WeightReader reader, WeightReader::open(weight, control));
    NpyWriter writer(weight, reader, control);
    return writeFile(
        file, [&](const ByteSink &sink) { return writer.write(slice, sink); }, control);
}

} // namespace nervure

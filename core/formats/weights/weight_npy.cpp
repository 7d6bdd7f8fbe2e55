// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/weight_npy.h"

#include "core/formats/tensors/npy.h"
#include "core/support/stoppable_write.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

bool isWrittenAsFloat(ElementType type)
{
    switch (type) {
    case ElementType::BFloat16:
    case ElementType::Float8E4M3FN:
    case ElementType::Float8E4M3FNUZ:
    case ElementType::Float8E5M2:
    case ElementType::Float8E5M2FNUZ:
    case ElementType::Float8E8M0:
    case ElementType::Float4E2M1:
    case ElementType::Float6E2M3:
    case ElementType::Float6E3M2: return true;
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
std::string forNumPy(ElementType type, std::string_view elements)
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

bool isNarrow(ElementType type)
{
    return bitsOf(type) > 0 && bitsOf(type) < 8;
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
                return m_weight.type == ElementType::String ? putTexts(first, count)
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
            const ElementType type = m_weight.type;
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
    const ElementType type = weight.type;
    if (isWrittenAsFloat(type)) {
        return "<f4";
    }
    switch (type) {
    case ElementType::Undefined: return {};
    case ElementType::String: return fmt::format("|S{}", longestText(weight));
    case ElementType::Bool: return "|b1";
    case ElementType::Int8:
    case ElementType::Int4:
    case ElementType::Int2: return "|i1";
    case ElementType::UInt8:
    case ElementType::UInt4:
    case ElementType::UInt2: return "|u1";
    case ElementType::Complex64:
    case ElementType::Complex128: return fmt::format("<c{}", unpackedBytes(type));
    case ElementType::Float16:
    case ElementType::Float32:
    case ElementType::Float64: return fmt::format("<f{}", unpackedBytes(type));
    case ElementType::UInt16:
    case ElementType::UInt32:
    case ElementType::UInt64: return fmt::format("<u{}", unpackedBytes(type));
    default: return fmt::format("<i{}", unpackedBytes(type));
    }
}

Status writeWeightNpy(const Weight &weight, const WeightSlice &slice,
                      const std::filesystem::path &file, const JobControl &control)
{
    if (weight.type == ElementType::Undefined) {
        return makeError("weight", "{}: elements of {} cannot be written", weight.name,
                         weight.typeName);
    }
    ASSIGN_OR_RETURN(const WeightReader reader, WeightReader::open(weight, control));
    NpyWriter writer(weight, reader, control);
    return writeFile(
        file, [&](const ByteSink &sink) { return writer.write(slice, sink); }, control);
}

} // namespace nervure

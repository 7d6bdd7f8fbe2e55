// SPDX-License-Identifier: Apache-2.0
// The elements of arrays, of which nervure-hdf5 told the places.
#include "core/formats/hdf5/hdf5_file.h"
#include "core/formats/tensors/stored_elements.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace nervure {

namespace {

/// Bytes that an array of elements takes; nothing where the shape is none or they are too many.
std::optional<std::size_t> bytesOfArray(ElementType type, const std::vector<std::int64_t> &shape)
{
    const auto count = weightCount(shape);
    const std::size_t each = unpackedBytes(type);
    constexpr std::uint64_t most = std::uint64_t{1} << 40U;
    return count && each != 0 && *count <= most / each ? std::optional(*count * each)
                                                       : std::nullopt;
}

Diagnostic shortFile(const Hdf5Dataset &dataset)
{
    return makeError("hdf5", "{}: the file ends inside of its elements", dataset.path);
}

std::optional<std::string_view> pieceOf(std::string_view file, std::uint64_t offset,
                                        std::uint64_t bytes)
{
    return offset <= file.size() && bytes <= file.size() - offset
               ? std::optional(file.substr(offset, bytes))
               : std::nullopt;
}

std::optional<std::string> inflated(std::string_view packed, std::size_t bytes)
{
    std::string whole(bytes, '\0');
    auto size = static_cast<uLongf>(bytes);
    const int status = uncompress(reinterpret_cast<Bytef *>(whole.data()), &size,
                                  reinterpret_cast<const Bytef *>(packed.data()),
                                  static_cast<uLong>(packed.size()));
    return status == Z_OK && size == bytes ? std::optional(std::move(whole)) : std::nullopt;
}

/// First bytes of all elements, then their second ones, and so on: back to elements.
std::string unshuffled(std::string_view bytes, std::size_t each)
{
    std::string whole(bytes);
    const std::size_t count = bytes.size() / each;
    for (std::size_t i = 0; i < count * each; ++i) {
        whole[i % count * each + i / count] = bytes[i];
    }
    return whole;
}

/// Puts an array together from its chunks.
class ChunkedArray {
public:
    ChunkedArray(const Hdf5Dataset &dataset, std::string_view file)
        : m_dataset(dataset),
          m_file(file),
          m_each(unpackedBytes(dataset.type))
    {}

    Status add(const Hdf5Chunk &chunk, std::string &whole) const
    {
        const auto packed = pieceOf(m_file, chunk.offset, chunk.bytes);
        if (!packed) {
            return shortFile(m_dataset);
        }
        const auto bytes = bytesOfArray(m_dataset.type, m_dataset.chunkShape);
        auto elements = bytes ? filteredBack(*packed, chunk.skippedFilters, *bytes) : std::nullopt;
        if (!elements || chunk.first.size() != m_dataset.shape.size()
            || m_dataset.chunkShape.size() != m_dataset.shape.size()) {
            return makeError("hdf5", "{}: its compressed bytes are damaged", m_dataset.path);
        }
        place(chunk, *elements, 0, 0, 0, whole);
        return {};
    }

private:
    [[nodiscard]] std::optional<std::string> filteredBack(std::string_view packed,
                                                          std::uint32_t skipped,
                                                          std::size_t bytes) const
    {
        std::string elements(packed);
        for (std::size_t i = m_dataset.filters.size(); i > 0; --i) {
            if ((skipped >> (i - 1) & 1U) != 0) {
                continue;
            }
            if (m_dataset.filters[i - 1] == Hdf5Filter::Shuffle) {
                elements = unshuffled(elements, m_each);
                continue;
            }
            auto larger = inflated(elements, bytes);
            if (!larger) {
                return std::nullopt;
            }
            elements = std::move(*larger);
        }
        return elements.size() == bytes ? std::optional(std::move(elements)) : std::nullopt;
    }

    /// Copies what lies inside of the array, dimension by dimension; `from` and `to` count elements.
    void place(const Hdf5Chunk &chunk, const std::string &elements, std::size_t axis,
               std::size_t from, std::size_t to, std::string &whole) const
    {
        if (axis == m_dataset.shape.size()) {
            std::memcpy(whole.data() + to * m_each, elements.data() + from * m_each, m_each);
            return;
        }
        const std::int64_t first = chunk.first[axis];
        const std::int64_t size = m_dataset.shape[axis];
        const std::int64_t count = std::min(m_dataset.chunkShape[axis], size - first);
        if (first < 0 || count <= 0) {
            return;
        }
        const bool isLast = axis + 1 == m_dataset.shape.size();
        const std::size_t step = isLast ? static_cast<std::size_t>(count) : 1;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); i += step) {
            const std::size_t inside =
                from * static_cast<std::size_t>(m_dataset.chunkShape[axis]) + i;
            const std::size_t target =
                to * static_cast<std::size_t>(size) + static_cast<std::size_t>(first) + i;
            if (isLast) {
                std::memcpy(whole.data() + target * m_each, elements.data() + inside * m_each,
                            step * m_each);
            } else {
                place(chunk, elements, axis + 1, inside, target, whole);
            }
        }
    }

    const Hdf5Dataset &m_dataset;
    std::string_view m_file;
    std::size_t m_each;
};

} // namespace

std::optional<std::string_view> hdf5Elements(const Hdf5Dataset &dataset, std::string_view file)
{
    const auto bytes = bytesOfArray(dataset.type, dataset.shape);
    return dataset.offset && bytes ? pieceOf(file, *dataset.offset, *bytes) : std::nullopt;
}

namespace {

Result<std::string> unpackedElements(const Hdf5Dataset &dataset, std::string_view file,
                                     const CancelToken &cancel)
{
    if (dataset.offset) {
        const auto piece = hdf5Elements(dataset, file);
        return piece ? Result<std::string>(std::string(*piece)) : shortFile(dataset);
    }
    const auto bytes = bytesOfArray(dataset.type, dataset.shape);
    if (!bytes) {
        return makeError("hdf5", "{}: its elements cannot be read", dataset.path);
    }
    if (!dataset.inlined.empty()) {
        return dataset.inlined.size() == *bytes ? Result<std::string>(dataset.inlined)
                                                : shortFile(dataset);
    }
    std::string whole(*bytes, '\0');
    const ChunkedArray array(dataset, file);
    for (const Hdf5Chunk &chunk : dataset.chunks) {
        if (cancel.isCanceled()) {
            return makeError("cancelled", "cancelled");
        }
        RETURN_IF_FAILED(array.add(chunk, whole));
    }
    return whole;
}

} // namespace

Result<std::string> unpackedHdf5Elements(const Hdf5Dataset &dataset, std::string_view file,
                                         const CancelToken &cancel)
{
    try {
        return unpackedElements(dataset, file, cancel);
    } catch (const std::bad_alloc &) { // what is compressed may be much larger than the file
        return makeError("hdf5", "{}: there is no memory for its elements", dataset.path);
    }
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/mxnet_params.h"

#include "core/formats/byte_reader.h"
#include "core/support/text.h"

#include <array>
#include <cstring>
#include <fmt/format.h>
#include <vector>

namespace nervure {

namespace {

constexpr std::uint64_t mxnetListMagic = 0x112;
constexpr std::uint32_t magicV1 = 0xF993FAC8;
constexpr std::uint32_t magicV2 = 0xF993FAC9;
constexpr std::uint32_t magicV3 = 0xF993FACA;
constexpr std::int32_t maxArrayDimensions = 32;

/// MXNet's type numbers in order; 12 and beyond have no counterpart.
constexpr std::array types{DType::Float32, DType::Float64, DType::Float16, DType::UInt8,
                           DType::Int32,   DType::Int8,    DType::Int64,   DType::UInt8, // bool
                           DType::Int16,   DType::UInt16,  DType::UInt32,  DType::UInt64};

class MxnetReader {
public:
    explicit MxnetReader(std::string_view bytes) : m_in(bytes, "params-invalid") {}

    Result<TensorMap> read()
    {
        std::uint64_t magic = 0;
        std::uint64_t reserved = 0;
        if (!m_in.take(magic) || magic != mxnetListMagic || !m_in.take(reserved)) {
            return m_in.fault("no magic number of MXNet's parameter files");
        }
        ASSIGN_OR_RETURN(std::vector<Tensor> arrays, takeArrays());
        ASSIGN_OR_RETURN(const std::vector<std::string> names, takeNames(arrays.size()));
        TensorMap tensors;
        for (std::size_t i = 0; i < arrays.size(); ++i) {
            tensors.insert_or_assign(names[i], std::move(arrays[i]));
        }
        return tensors;
    }

private:
    Result<std::vector<Tensor>> takeArrays()
    {
        std::uint64_t count = 0;
        // Every array takes at least its number of dimensions.
        if (!m_in.take(count) || count > m_in.left() / sizeof(std::uint32_t)) {
            return m_in.fault("found a count of arrays that the file cannot hold");
        }
        std::vector<Tensor> arrays;
        for (std::uint64_t i = 0; i < count; ++i) {
            Result<Tensor> array = takeArray();
            if (!array) {
                Diagnostic error = array.error();
                error.message = fmt::format("array {}, {}", i, error.message);
                return error;
            }
            arrays.push_back(std::move(array).value());
        }
        return arrays;
    }

    Result<Tensor> takeArray()
    {
        std::uint32_t magic = 0;
        if (!m_in.take(magic)) {
            return m_in.fault("the file ends where an array should begin");
        }
        if (magic == magicV2 || magic == magicV3) {
            std::int32_t storage = 0;
            if (!m_in.take(storage)) {
                return m_in.fault("the file ends in an array's header");
            }
            if (storage != 0) {
                return m_in.fault(fmt::format(
                    "found an array of storage type {}, expected 0: sparse arrays cannot be read",
                    storage));
            }
        }
        const Result<Shape> shape = takeShape(magic);
        return shape ? takeElements(*shape) : Result<Tensor>(shape.error());
    }

    /// Before V1 the first word is the number of dimensions, and sizes have 32 bits.
    Result<Shape> takeShape(std::uint32_t magic)
    {
        const bool isOld = magic != magicV1 && magic != magicV2 && magic != magicV3;
        std::int32_t dimensions = static_cast<std::int32_t>(magic);
        if (!isOld && !m_in.take(dimensions)) {
            return m_in.fault("the file ends in an array's header");
        }
        const std::int32_t least = magic == magicV3 ? 0 : 1;
        if (dimensions == least - 1) {
            return m_in.fault("found an array that was never given elements");
        }
        if (dimensions < least || dimensions > maxArrayDimensions) {
            return m_in.fault(fmt::format("found {} dimensions, expected {} to {}", dimensions,
                                          least, maxArrayDimensions));
        }
        Shape shape;
        for (std::int32_t i = 0; i < dimensions; ++i) {
            std::uint32_t narrow = 0;
            std::int64_t size = 0;
            const bool isThere = isOld ? m_in.take(narrow) : m_in.take(size);
            size = isOld ? std::int64_t{narrow} : size;
            if (!isThere || size < 0) {
                return m_in.fault(fmt::format("no size of dimension {}", i));
            }
            shape.push_back(size);
        }
        return shape;
    }

    Result<Tensor> takeElements(const Shape &shape)
    {
        std::int32_t deviceType = 0;
        std::int32_t deviceId = 0;
        std::int32_t type = 0;
        if (!m_in.take(deviceType) || !m_in.take(deviceId) || !m_in.take(type)) {
            return m_in.fault("the file ends in an array's header");
        }
        if (type < 0 || static_cast<std::size_t>(type) >= types.size()) {
            return m_in.fault(
                fmt::format("found element type {}, expected 0 to {}", type, types.size() - 1));
        }
        const DType element = types[static_cast<std::size_t>(type)];
        const auto size = byteCount(shape, element);
        if (!size || static_cast<std::uint64_t>(*size) > m_in.left()) {
            return m_in.fault("the file ends inside the elements of an array of shape "
                              + shapeText(shape));
        }
        Result<Tensor> tensor = Tensor::zeros(element, shape);
        const std::string_view bytes = m_in.bytes(static_cast<std::size_t>(*size));
        if (tensor && !bytes.empty()) {
            std::memcpy(tensor->data(), bytes.data(), bytes.size());
        }
        return tensor;
    }

    Result<std::vector<std::string>> takeNames(std::size_t arrays)
    {
        std::uint64_t count = 0;
        if (!m_in.take(count) || (count != 0 && count != arrays)) {
            return m_in.fault(
                fmt::format("found {} names, expected {}, one an array", count, arrays));
        }
        std::vector<std::string> names;
        for (std::uint64_t i = 0; i < count; ++i) {
            std::uint64_t length = 0;
            if (!m_in.take(length) || length > m_in.left()) {
                return m_in.fault("found a name longer than the file");
            }
            std::string_view name = m_in.bytes(static_cast<std::size_t>(length));
            if (name.starts_with("arg:") || name.starts_with("aux:")) {
                name.remove_prefix(4);
            }
            names.emplace_back(name);
        }
        for (std::size_t i = count; i < arrays; ++i) {
            names.push_back(std::to_string(i));
        }
        return names;
    }

    ByteReader m_in;
};

} // namespace

bool isMxnetParams(std::string_view bytes)
{
    std::uint64_t magic = 0;
    return ByteReader(bytes, {}).take(magic) && magic == mxnetListMagic;
}

Result<TensorMap> readMxnetParams(std::string_view bytes)
{
    return MxnetReader(bytes).read();
}

} // namespace nervure

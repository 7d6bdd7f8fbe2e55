// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/params.h"

#include "core/formats/byte_reader.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <vector>

namespace nervure {

namespace {

constexpr std::uint64_t listMagic = 0xF7E58D4F05049CB7;
constexpr std::uint64_t arrayMagic = 0xDD5E40F096B4A13F;
constexpr std::int32_t maxParamDimensions = 32;
constexpr std::int32_t cpuDevice = 1; ///< DLPack's kDLCPU

/// DLPack's type codes.
enum class ParamTypeCode : std::uint8_t { Int = 0, UInt = 1, Float = 2 };

struct TypeRow {
    ParamTypeCode code;
    std::uint8_t bits;
    DType type;
};
constexpr std::array typeRows{
    TypeRow{ParamTypeCode::Int, 8, DType::Int8},
    TypeRow{ParamTypeCode::Int, 16, DType::Int16},
    TypeRow{ParamTypeCode::Int, 32, DType::Int32},
    TypeRow{ParamTypeCode::Int, 64, DType::Int64},
    TypeRow{ParamTypeCode::UInt, 8, DType::UInt8},
    TypeRow{ParamTypeCode::UInt, 16, DType::UInt16},
    TypeRow{ParamTypeCode::UInt, 32, DType::UInt32},
    TypeRow{ParamTypeCode::UInt, 64, DType::UInt64},
    TypeRow{ParamTypeCode::Float, 16, DType::Float16},
    TypeRow{ParamTypeCode::Float, 32, DType::Float32},
    TypeRow{ParamTypeCode::Float, 64, DType::Float64},
};

/// Walks over the file; every step says what it expected when the bytes do not give it.
class ParamsReader {
public:
    explicit ParamsReader(std::string_view bytes) : m_in(bytes, "params-invalid") {}

    Result<std::vector<StoredArray>> read();

private:
    Status takeMagic(std::uint64_t expected, const char *what);
    Result<std::vector<std::string>> takeNames();
    Result<DType> takeType();
    Result<Shape> takeShape(std::int32_t dimensions);
    Result<StoredArray> takeArray();

    ByteReader m_in;
};

Status ParamsReader::takeMagic(std::uint64_t expected, const char *what)
{
    std::uint64_t magic = 0;
    std::uint64_t reserved = 0;
    if (!m_in.take(magic) || magic != expected) {
        return m_in.fault(std::string("no magic number of ") + what);
    }
    return m_in.take(reserved) ? Status() : m_in.fault("the file ends in a header");
}

Result<std::vector<std::string>> ParamsReader::takeNames()
{
    std::uint64_t count = 0;
    // Every name takes at least the eight bytes of its length.
    if (!m_in.take(count) || count > (m_in.left()) / sizeof(std::uint64_t)) {
        return m_in.fault("found a count of names that the file cannot hold");
    }
    std::vector<std::string> names;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t length = 0;
        if (!m_in.take(length) || length > m_in.left()) {
            return m_in.fault("found a name longer than the file");
        }
        names.emplace_back(m_in.bytes(length));
    }
    std::uint64_t arrays = 0;
    if (!m_in.take(arrays) || arrays != count) {
        return m_in.fault(fmt::format("found {} arrays, expected {}, one a name", arrays, count));
    }
    return names;
}

Result<DType> ParamsReader::takeType()
{
    std::uint8_t code = 0;
    std::uint8_t bits = 0;
    std::uint16_t lanes = 0;
    if (!m_in.take(code) || !m_in.take(bits) || !m_in.take(lanes)) {
        return m_in.fault("the file ends in an array's header");
    }
    for (const TypeRow &row : typeRows) {
        if (static_cast<std::uint8_t>(row.code) == code && row.bits == bits && lanes == 1) {
            return row.type;
        }
    }
    return m_in.fault(fmt::format("found element type code {} with {} bits and {} lanes, expected "
                                  "an integer or float of 8 to 64 bits",
                                  code, bits, lanes));
}

Result<Shape> ParamsReader::takeShape(std::int32_t dimensions)
{
    Shape shape = Shape::scalar();
    for (std::int32_t i = 0; i < dimensions; ++i) {
        std::int64_t size = 0;
        if (!m_in.take(size) || size < 0) {
            return m_in.fault(fmt::format("no size of dimension {}", i));
        }
        shape.push_back(size);
    }
    return shape;
}

Result<StoredArray> ParamsReader::takeArray()
{
    RETURN_IF_FAILED(takeMagic(arrayMagic, "an array"));
    std::int32_t deviceType = 0;
    std::int32_t deviceId = 0;
    std::int32_t dimensions = 0;
    if (!m_in.take(deviceType) || !m_in.take(deviceId) || !m_in.take(dimensions)) {
        return m_in.fault("the file ends in an array's header");
    }
    if (deviceType != cpuDevice || dimensions < 0 || dimensions > maxParamDimensions) {
        return m_in.fault(
            fmt::format("found device {} and {} dimensions, expected device 1 and 0 to {}",
                        deviceType, dimensions, maxParamDimensions));
    }
    ASSIGN_OR_RETURN(const DType type, takeType());
    ASSIGN_OR_RETURN(const Shape shape, takeShape(dimensions));
    std::int64_t bytes = 0;
    const auto expected = byteCount(shape, type);
    if (!m_in.take(bytes) || bytes != expected) {
        return m_in.fault(fmt::format("found {} bytes of data for {} {}", bytes, dtypeName(type),
                                      shapeText(shape)));
    }
    if (static_cast<std::uint64_t>(bytes) > m_in.left()) {
        return m_in.fault("the file ends inside the data of an array");
    }
    return StoredArray{{}, type, shape, m_in.bytes(static_cast<std::size_t>(bytes))};
}

Result<std::vector<StoredArray>> ParamsReader::read()
{
    RETURN_IF_FAILED(takeMagic(listMagic, "a parameter file"));
    ASSIGN_OR_RETURN(std::vector<std::string> names, takeNames());
    std::vector<StoredArray> arrays;
    for (std::string &name : names) {
        Result<StoredArray> array = takeArray();
        if (!array) {
            Diagnostic error = array.error();
            error.message = "array " + quoted(name) + ", " + error.message;
            return error;
        }
        arrays.push_back(*std::move(array));
        arrays.back().name = std::move(name);
    }
    return arrays;
}

} // namespace

bool isParams(std::string_view bytes)
{
    std::uint64_t magic = 0;
    return ByteReader(bytes, {}).take(magic) && magic == listMagic;
}

Result<std::vector<StoredArray>> findParams(std::string_view bytes)
{
    return ParamsReader(bytes).read();
}

Result<Tensor> tensorOf(const StoredArray &array)
{
    ASSIGN_OR_RETURN(Tensor tensor, Tensor::zeros(array.type, array.shape));
    if (!array.elements.empty()) {
        std::memcpy(tensor.data(), array.elements.data(), array.elements.size());
    }
    return tensor;
}

Result<TensorMap> readParams(std::string_view bytes)
{
    ASSIGN_OR_RETURN(const std::vector<StoredArray> arrays, findParams(bytes));
    TensorMap tensors;
    for (const StoredArray &array : arrays) {
        ASSIGN_OR_RETURN(Tensor tensor, tensorOf(array));
        tensors.insert_or_assign(array.name, std::move(tensor));
    }
    return tensors;
}

namespace {

template <typename T>
void put(std::string &bytes, T value)
{
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
}

void putArray(std::string &bytes, const TypeRow &type, const Tensor &tensor)
{
    put(bytes, arrayMagic);
    put(bytes, std::uint64_t{0});
    put(bytes, cpuDevice);
    put(bytes, std::int32_t{0});
    put(bytes, static_cast<std::int32_t>(tensor.shape().size()));
    put(bytes, type.code);
    put(bytes, type.bits);
    put(bytes, std::uint16_t{1});
    for (const std::int64_t size : tensor.shape()) {
        put(bytes, size);
    }
    put(bytes, static_cast<std::int64_t>(tensor.byteSize()));
    bytes.append(reinterpret_cast<const char *>(tensor.data()), tensor.byteSize());
}

} // namespace

Result<std::string> writeParams(const TensorMap &tensors)
{
    std::string bytes;
    put(bytes, listMagic);
    put(bytes, std::uint64_t{0});
    put(bytes, std::uint64_t{tensors.size()});
    for (const auto &[name, tensor] : tensors) {
        put(bytes, std::uint64_t{name.size()});
        bytes += name;
    }
    put(bytes, std::uint64_t{tensors.size()});
    for (const auto &[name, tensor] : tensors) {
        const auto row = std::find_if(
            typeRows.begin(), typeRows.end(),
            [&tensor = tensor](const TypeRow &known) { return known.type == tensor.type(); });
        if (row == typeRows.end()) {
            return makeError("params-type", "parameter {} has type {}, which the file cannot hold",
                             quoted(name), dtypeName(tensor.type()));
        }
        putArray(bytes, *row, tensor);
    }
    return bytes;
}

} // namespace nervure

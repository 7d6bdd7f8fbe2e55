// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/mxnet_params.h"

#include "core/formats/byte_reader.h"
#include "core/support/text.h"

#include <array>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <utility>

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

/// Of a sparse array made dense.
constexpr std::int64_t mostDenseBytes = std::int64_t{1} << 30;

class MxnetReader {
public:
    explicit MxnetReader(std::string_view bytes) : m_in(bytes, "params-invalid") {}

    Result<std::vector<MXNetStored>> read()
    {
        std::uint64_t magic = 0;
        std::uint64_t reserved = 0;
        if (!m_in.take(magic) || magic != mxnetListMagic || !m_in.take(reserved)) {
            return m_in.fault("no magic number of MXNet's parameter files");
        }
        ASSIGN_OR_RETURN(auto arrays, takeArrays());
        ASSIGN_OR_RETURN(std::vector<std::string> names, takeNames(arrays.size()));
        std::vector<MXNetStored> read;
        for (std::size_t i = 0; i < arrays.size(); ++i) {
            if (arrays[i]) {
                read.push_back(*std::move(arrays[i]));
                read.back().array.name = std::move(names[i]);
            }
        }
        return read;
    }

private:
    /// Nothing for an array that was never given elements.
    using MaybeArray = std::optional<MXNetStored>;

    Result<std::vector<MaybeArray>> takeArrays()
    {
        std::uint64_t count = 0;
        // Every array takes at least its number of dimensions.
        if (!m_in.take(count) || count > m_in.left() / sizeof(std::uint32_t)) {
            return m_in.fault("found a count of arrays that the file cannot hold");
        }
        std::vector<MaybeArray> arrays;
        for (std::uint64_t i = 0; i < count; ++i) {
            Result<MaybeArray> array = takeArray();
            if (!array) {
                Diagnostic error = array.error();
                error.message = fmt::format("array {}, {}", i, error.message);
                return error;
            }
            arrays.push_back(std::move(array).value());
        }
        return arrays;
    }

    Result<MaybeArray> takeArray()
    {
        std::uint32_t magic = 0;
        if (!m_in.take(magic)) {
            return m_in.fault("the file ends where an array should begin");
        }
        MXNetStored array;
        if (magic == magicV2 || magic == magicV3) {
            ASSIGN_OR_RETURN(array.storage, takeStorage());
        }
        Shape stored;
        if (array.storage != MXNetStorage::Dense) {
            ASSIGN_OR_RETURN(const auto shape, takeShape(magic));
            stored = shape.value_or(Shape::scalar());
        }
        ASSIGN_OR_RETURN(const auto shape, takeShape(magic));
        if (!shape) {
            return MaybeArray();
        }
        ASSIGN_OR_RETURN(const DType type, takeContext());
        if (array.storage == MXNetStorage::Dense) {
            ASSIGN_OR_RETURN(array.array, takeElements(type, *shape));
        } else {
            ASSIGN_OR_RETURN(Tensor dense, takeSparse(array.storage, type, stored, *shape));
            array.array = {{}, type, *shape, {}};
            array.dense = std::make_shared<const Tensor>(std::move(dense));
        }
        return MaybeArray(std::move(array));
    }

    Result<MXNetStorage> takeStorage()
    {
        std::int32_t storage = 0;
        if (!m_in.take(storage)) {
            return m_in.fault("the file ends in an array's header");
        }
        if (storage < 0 || storage > 2) {
            return m_in.fault(fmt::format("found an array of storage type {}, expected 0 (dense), "
                                          "1 (row-sparse) or 2 (compressed rows)",
                                          storage));
        }
        return static_cast<MXNetStorage>(storage);
    }

    /// Before V1 the first word is the number of dimensions, and sizes have 32 bits.
    /// Nothing where there is no array.
    Result<std::optional<Shape>> takeShape(std::uint32_t magic)
    {
        const bool isOld = magic != magicV1 && magic != magicV2 && magic != magicV3;
        std::int32_t dimensions = static_cast<std::int32_t>(magic);
        if (!isOld && !m_in.take(dimensions)) {
            return m_in.fault("the file ends in an array's header");
        }
        const std::int32_t least = magic == magicV3 ? 0 : 1;
        if (dimensions == least - 1) {
            return std::optional<Shape>();
        }
        if (dimensions < least || dimensions > maxArrayDimensions) {
            return m_in.fault(fmt::format("found {} dimensions, expected {} to {}", dimensions,
                                          least, maxArrayDimensions));
        }
        Shape shape = Shape::scalar();
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
        return std::optional(shape);
    }

    Result<DType> takeType()
    {
        std::int32_t type = 0;
        if (!m_in.take(type)) {
            return m_in.fault("the file ends in an array's header");
        }
        if (type < 0 || static_cast<std::size_t>(type) >= types.size()) {
            return m_in.fault(
                fmt::format("found element type {}, expected 0 to {}", type, types.size() - 1));
        }
        return types[static_cast<std::size_t>(type)];
    }

    /// The device, which does not matter here, and the type of the elements.
    Result<DType> takeContext()
    {
        std::int32_t deviceType = 0;
        std::int32_t deviceId = 0;
        if (!m_in.take(deviceType) || !m_in.take(deviceId)) {
            return m_in.fault("the file ends in an array's header");
        }
        return takeType();
    }

    Result<StoredArray> takeElements(DType type, const Shape &shape)
    {
        const auto size = byteCount(shape, type);
        if (!size || static_cast<std::uint64_t>(*size) > m_in.left()) {
            return m_in.fault("the file ends inside the elements of an array of shape "
                              + shapeText(shape));
        }
        return StoredArray{{}, type, shape, m_in.bytes(static_cast<std::size_t>(*size))};
    }

    Result<Tensor> takeTensor(DType type, const Shape &shape)
    {
        ASSIGN_OR_RETURN(const StoredArray array, takeElements(type, shape));
        return tensorOf(array);
    }

    /// The stored elements come first, then the lists of indices, whose types and shapes came before.
    Result<Tensor> takeSparse(MXNetStorage storage, DType type, const Shape &stored,
                              const Shape &shape)
    {
        std::vector<std::pair<DType, Shape>> lists;
        for (int i = 0; i < (storage == MXNetStorage::Csr ? 2 : 1); ++i) {
            ASSIGN_OR_RETURN(const DType indexType, takeType());
            ASSIGN_OR_RETURN(const auto indexShape, takeShape(magicV2));
            lists.emplace_back(indexType, indexShape.value_or(Shape{0}));
        }
        ASSIGN_OR_RETURN(const Tensor elements, takeTensor(type, stored));
        std::vector<Tensor> indices;
        for (const auto &[indexType, indexShape] : lists) {
            ASSIGN_OR_RETURN(Tensor list, takeTensor(indexType, indexShape));
            indices.push_back(std::move(list));
        }
        const auto size = byteCount(shape, type);
        if (!size || *size > mostDenseBytes) {
            return m_in.fault(fmt::format("a sparse array of shape {} is too large to be read",
                                          shapeText(shape)));
        }
        ASSIGN_OR_RETURN(Tensor dense, Tensor::zeros(type, shape));
        const bool isRight = storage == MXNetStorage::Csr
                                 ? spreadCells(elements, indices[0], indices[1], dense)
                                 : spreadRows(elements, indices[0], dense);
        if (!isRight) {
            return m_in.fault(fmt::format("the indices of a sparse array do not fit its shape {}",
                                          shapeText(shape)));
        }
        return dense;
    }

    /// -1 for what is no index: lists of floats hold anything.
    static std::int64_t indexAt(const Tensor &list, std::int64_t i)
    {
        constexpr double limit = 1LL << 53;
        const double index = elementAsDouble(list.view(), i);
        return index >= 0 && index < limit ? static_cast<std::int64_t>(index) : -1;
    }

    /// Row `indices[i]` of the array is row i of the stored ones.
    static bool spreadRows(const Tensor &rows, const Tensor &indices, Tensor &dense)
    {
        const std::int64_t height = dense.shape().isScalar() ? 0 : dense.shape()[0];
        const std::int64_t rowBytes =
            height == 0 ? 0 : static_cast<std::int64_t>(dense.byteSize()) / height;
        if (static_cast<std::int64_t>(rows.byteSize()) != indices.count() * rowBytes) {
            return false;
        }
        for (std::int64_t i = 0; i < indices.count(); ++i) {
            const std::int64_t row = indexAt(indices, i);
            if (row < 0 || row >= height) {
                return false;
            }
            std::memcpy(dense.data() + row * rowBytes, rows.data() + i * rowBytes,
                        static_cast<std::size_t>(rowBytes));
        }
        return true;
    }

    /// The elements from starts[r] to starts[r + 1] stand in row r, in the columns that are listed.
    static bool spreadCells(const Tensor &elements, const Tensor &starts, const Tensor &columns,
                            Tensor &dense)
    {
        const Shape &shape = dense.shape();
        if (shape.size() != 2 || starts.count() != shape[0] + 1
            || columns.count() != elements.count()) {
            return false;
        }
        const std::size_t bytes = dtypeBytes(dense.type());
        for (std::int64_t row = 0; row < shape[0]; ++row) {
            const std::int64_t end = indexAt(starts, row + 1);
            const std::int64_t begin = indexAt(starts, row);
            if (begin < 0 || end > elements.count()) {
                return false;
            }
            for (std::int64_t i = begin; i < end; ++i) {
                const std::int64_t column = indexAt(columns, i);
                if (column < 0 || column >= shape[1]) {
                    return false;
                }
                const auto to = static_cast<std::size_t>(row * shape[1] + column);
                std::memcpy(dense.data() + to * bytes,
                            elements.data() + static_cast<std::size_t>(i) * bytes, bytes);
            }
        }
        return true;
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
            names.emplace_back(m_in.bytes(static_cast<std::size_t>(length)));
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

std::string_view storageName(MXNetStorage storage)
{
    switch (storage) {
    case MXNetStorage::RowSparse: return "row_sparse";
    case MXNetStorage::Csr: return "csr";
    case MXNetStorage::Dense: break;
    }
    return "default";
}

Result<std::vector<MXNetStored>> findMxnetArrays(std::string_view bytes)
{
    return MxnetReader(bytes).read();
}

Result<std::vector<MXNetArray>> readMxnetArrays(std::string_view bytes)
{
    ASSIGN_OR_RETURN(const std::vector<MXNetStored> found, findMxnetArrays(bytes));
    std::vector<MXNetArray> arrays;
    for (const MXNetStored &one : found) {
        ASSIGN_OR_RETURN(Tensor tensor,
                         one.dense ? Result<Tensor>(*one.dense) : tensorOf(one.array));
        arrays.push_back({one.array.name, one.storage, std::move(tensor)});
    }
    return arrays;
}

Result<TensorMap> readMxnetParams(std::string_view bytes)
{
    ASSIGN_OR_RETURN(std::vector<MXNetArray> arrays, readMxnetArrays(bytes));
    TensorMap tensors;
    for (MXNetArray &array : arrays) {
        const bool isPrefixed = array.name.starts_with("arg:") || array.name.starts_with("aux:");
        tensors.insert_or_assign(array.name.substr(isPrefixed ? 4 : 0), std::move(array.tensor));
    }
    return tensors;
}

} // namespace nervure

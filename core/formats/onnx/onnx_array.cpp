// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_array.h"

#include "core/formats/onnx/onnx_types.h"
#include "core/formats/tensors/npy.h"
#include "core/formats/tensors/stored_elements.h"
#include "core/support/fingerprint.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>

namespace nervure::onnx {

namespace {

struct ArrayType {
    std::string_view numPy;
    std::string_view onnx;
};
constexpr std::array arrayTypes{
    ArrayType{"<f4", "float32"},   ArrayType{"<f8", "float64"},     ArrayType{"<f2", "float16"},
    ArrayType{"|i1", "int8"},      ArrayType{"<i2", "int16"},       ArrayType{"<i4", "int32"},
    ArrayType{"<i8", "int64"},     ArrayType{"|u1", "uint8"},       ArrayType{"<u2", "uint16"},
    ArrayType{"<u4", "uint32"},    ArrayType{"<u8", "uint64"},      ArrayType{"|b1", "bool"},
    ArrayType{"<c8", "complex64"}, ArrayType{"<c16", "complex128"},
};

Result<ArrayFile> readArray(const std::filesystem::path &path)
{
    ArrayFile file;
    ASSIGN_OR_RETURN(file.bytes, FileBytes::map(path));
    ASSIGN_OR_RETURN(const NpyArray array, findNpy(file.bytes->view()));
    const auto type = std::find_if(arrayTypes.begin(), arrayTypes.end(),
                                   [&](const ArrayType &one) { return one.numPy == array.type; });
    if (type == arrayTypes.end() || array.isFortran) {
        return makeError("onnx-values",
                         "found an array of {}{}, expected little-endian numbers in "
                         "C order",
                         array.type, (array.isFortran ? " in Fortran order" : ""));
    }
    file.dims.assign(array.shape.begin(), array.shape.end());
    file.dataType = elementTypeCode(type->onnx).value_or(0);
    const auto count = weightCount(file.dims);
    const std::uint64_t size = count ? packedBytes(storedTypeOf(file.dataType), *count) : 0;
    if (!count || size > array.elements.size()) {
        return makeError("onnx-values", "found {} bytes of elements, expected {}",
                         array.elements.size(), size);
    }
    file.elements = array.elements.substr(0, size);
    return file;
}

} // namespace

Result<NewValues> readNewValues(const std::filesystem::path &path)
{
    ASSIGN_OR_RETURN(const ArrayFile file, readArray(path));
    std::error_code error;
    NewValues values;
    values.array =
        std::filesystem::absolute(path, error).string() + '#' + fileChecksumOf(file.bytes->view());
    values.elemType = elementTypeName(file.dataType);
    for (const std::int64_t size : file.dims) {
        values.shape.push_back(size);
    }
    return values;
}

Result<ArrayFile> openArray(std::string_view reference)
{
    const std::size_t mark = reference.rfind('#');
    const std::string path(reference.substr(0, mark));
    auto file = readArray(path);
    if (!file) {
        return makeError("onnx-values", "the array {}: {}", quoted(path), file.error().message);
    }
    if (mark == std::string_view::npos
        || reference.substr(mark + 1) != fileChecksumOf(file->bytes->view())) {
        return makeError("onnx-values", "the array {} has changed since it was chosen",
                         quoted(path));
    }
    return file;
}

} // namespace nervure::onnx

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_array.h"

#include "core/execution/tensor.h"
#include "core/formats/onnx/carried_values.h"
#include "core/formats/onnx/onnx_attribute.h"
#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_tensor.h"
#include "core/formats/onnx/onnx_tensor_attrs.h"
#include "core/formats/onnx/onnx_types.h"
#include "core/formats/tensors/npy.h"
#include "core/formats/tensors/stored_elements.h"
#include "core/graph/onnx_variable.h"
#include "core/support/fingerprint.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

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

/// Numbers are converted by way of this type.
constexpr double mostExactInteger = 9007199254740992.0;

bool isFloating(ElementType type)
{
    return isFloat(toDType(type));
}

Diagnostic notOfType(double value, std::int64_t dataType)
{
    return makeError("onnx-values", "found the value {}, expected a number of type {}", value,
                     elementTypeName(dataType));
}

/// Converts a stretch of elements, one after the other.
Status convertStretch(std::string_view elements, ElementType from, std::int64_t dataType,
                      std::string &out, std::uint64_t &rounded)
{
    std::vector<double> values;
    addValues(from, elements, values);
    const ElementType to = storedTypeOf(dataType);
    ASSIGN_OR_RETURN(Tensor tensor,
                     Tensor::zeros(toDType(to), {static_cast<std::int64_t>(values.size())}));
    for (std::size_t i = 0; i < values.size(); ++i) {
        storeElement(tensor.view(), static_cast<std::int64_t>(i), values[i]);
    }
    const std::string_view bytes(reinterpret_cast<const char *>(tensor.data()), tensor.byteSize());
    std::vector<double> stored;
    addValues(to, bytes, stored);
    const bool mayRound = isFloating(from) && isFloating(to);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool isExact = values[i] == stored[i] || (values[i] != values[i] && mayRound);
        const bool isTooLarge = !isFloating(from) && std::abs(values[i]) > mostExactInteger;
        if ((!isExact && !(mayRound && std::isfinite(stored[i]))) || isTooLarge) {
            return notOfType(values[i], dataType);
        }
        rounded += isExact ? 0 : 1;
    }
    out += bytes;
    return {};
}

/// The elements as the attribute onnx_variable::value has them; empty where they are not few.
std::string fewValues(const std::vector<std::int64_t> &dims, std::int64_t dataType,
                      std::string_view elements)
{
    TensorMessage tensor;
    tensor.dims = dims;
    tensor.dataType = dataType;
    tensor.raw = elements;
    return join(allValues(tensor), ", ");
}

/// A text such as an attribute has it.
Result<ChosenValues> typedValues(const std::string &text)
{
    ASSIGN_OR_RETURN(const std::string fields, attributeValue(AttributeType::Tensor, text));
    std::string_view message;
    WireReader reader(fields);
    while (const auto field = reader.next()) {
        message = field->number == attribute::t ? field->bytes : message;
    }
    ASSIGN_OR_RETURN(const TensorMessage tensor, readTensor(message, fields));
    AttrDict attrs;
    TensorDescriptions().describe(tensor, attrs);
    ChosenValues chosen;
    chosen.values.elemType = elementTypeName(tensor.dataType);
    for (const std::int64_t size : tensor.dims) {
        chosen.values.shape.push_back(size);
    }
    const std::string *value = attrs.find(onnx_variable::value);
    chosen.values.value = value ? *value : "";
    const std::filesystem::path noFile;
    ASSIGN_OR_RETURN(chosen.values.carried, carriedText(tensor, {fields, noFile}));
    return chosen;
}

/// True if a file's elements can become such of that type.
bool areConvertible(ElementType from, ElementType to)
{
    const auto isNumber = [](ElementType type) {
        const DType known = toDType(type);
        return known != DType::Unknown && known != DType::Bool && storedTypeOf(known) == type;
    };
    return isNumber(from) && isNumber(to);
}

} // namespace

Result<BytePieces> elementsAs(const ArrayFile &file, std::int64_t dataType, std::uint64_t &rounded)
{
    BytePieces pieces;
    if (dataType == file.dataType) {
        pieces.keep(file.elements);
        pieces.hold(file.bytes);
        return pieces;
    }
    const ElementType from = storedTypeOf(file.dataType);
    if (!areConvertible(from, storedTypeOf(dataType))) {
        return makeError("onnx-values", "found an array of {}, expected one of {}",
                         elementTypeName(file.dataType), elementTypeName(dataType));
    }
    constexpr std::size_t atOnce = 65536;
    const std::size_t stretch = atOnce * unpackedBytes(from);
    std::string converted;
    for (std::size_t at = 0; at < file.elements.size(); at += stretch) {
        RETURN_IF_FAILED(
            convertStretch(file.elements.substr(at, stretch), from, dataType, converted, rounded));
    }
    pieces.add(std::move(converted));
    return pieces;
}

Result<ChosenValues> newValuesFor(const AttrDict &variable, const std::string &source)
{
    if (guessAttributeType(source) == AttributeType::Tensor) {
        return typedValues(source);
    }
    ChosenValues chosen;
    ASSIGN_OR_RETURN(chosen.values, readNewValues(source));
    const std::string *wanted = variable.find(onnx_variable::elemType);
    const auto type = wanted ? elementTypeCode(*wanted) : std::nullopt;
    if (!type || *wanted == chosen.values.elemType) {
        return chosen;
    }
    ASSIGN_OR_RETURN(const ArrayFile file, openArray(chosen.values.array));
    std::uint64_t rounded = 0;
    ASSIGN_OR_RETURN(const BytePieces converted, elementsAs(file, *type, rounded));
    if (!chosen.values.value.empty()) {
        chosen.values.value = fewValues(file.dims, *type, converted.text());
    }
    Diagnostic note;
    note.severity = Severity::Note;
    note.code = "onnx-values";
    note.message = fmt::format("the values of {} are {} and become {}, as the model has it{}",
                               quoted(source), chosen.values.elemType, *wanted,
                               rounded == 0 ? std::string()
                                            : fmt::format(": {} of {} are rounded", rounded,
                                                          weightCount(file.dims).value_or(0)));
    chosen.values.elemType = *wanted;
    chosen.note = std::move(note);
    return chosen;
}

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
    values.value = fewValues(file.dims, file.dataType, file.elements);
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

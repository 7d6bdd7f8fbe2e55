// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_initializer_writer.h"

#include "core/formats/onnx/carried_values.h"
#include "core/formats/onnx/external_data.h"
#include "core/formats/onnx/onnx_array.h"
#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_given_values.h"
#include "core/formats/onnx/onnx_tensor.h"
#include "core/formats/onnx/onnx_types.h"
#include "core/formats/protobuf/wire_writer.h"
#include "core/formats/tensors/stored_elements.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/value/value_type.h"
#include "core/support/text.h"

namespace nervure::onnx {

namespace {

std::string_view valueOf(const AttrDict &attrs, std::string_view key)
{
    const std::string *text = attrs.find(key);
    return text ? std::string_view(*text) : std::string_view();
}

/// Whether a field of a TensorProto says what its values are or where.
bool holdsValues(std::uint32_t number)
{
    switch (number) {
    case tensor::floatData:
    case tensor::int32Data:
    case tensor::stringData:
    case tensor::int64Data:
    case tensor::doubleData:
    case tensor::uint64Data:
    case tensor::rawData:
    case tensor::externalData:
    case tensor::dataLocation: return true;
    default: return false;
    }
}

bool saysType(std::uint32_t number)
{
    return number == tensor::dims || number == tensor::dataType || number == tensor::name;
}

/// The elements of a file, in the type that the variable is of.
Result<GivenValues> ofArray(std::string_view array, const AttrDict &attrs)
{
    ASSIGN_OR_RETURN(const ArrayFile file, openArray(array));
    const std::int64_t type =
        elementTypeCode(valueOf(attrs, onnx_variable::elemType)).value_or(file.dataType);
    GivenValues values{file.dims, type, {}};
    std::uint64_t rounded = 0; // which was told when the file was chosen
    ASSIGN_OR_RETURN(values.bytes, elementsAs(file, type, rounded));
    return values;
}

Result<BytePieces> externalBytes(const ExternalData &external, std::uint64_t size,
                                 const std::filesystem::path &model)
{
    ASSIGN_OR_RETURN(const auto path, externalFile(external.location, model, {}));
    ASSIGN_OR_RETURN(auto file, FileBytes::map(path));
    const std::string_view all = file->view();
    if (external.offset > all.size() || size > all.size() - external.offset) {
        return makeError("onnx-values", "{} has {} bytes, expected {} from byte {} on",
                         quoted(external.location), all.size(), size, external.offset);
    }
    BytePieces bytes;
    bytes.keep(all.substr(external.offset, size));
    bytes.hold(std::move(file));
    return bytes;
}

/// The values that the message has, or another file for it.
Result<GivenValues> ofMessage(const InitializerRewrite &rewrite)
{
    ASSIGN_OR_RETURN(TensorMessage tensor, readTensor(rewrite.message, rewrite.file));
    const ElementType type = storedTypeOf(tensor.dataType);
    const auto count = weightCount(tensor.dims);
    if (!count || (!tensor.raw && !tensor.external && tensor.typed.empty())) {
        return makeError("onnx-values", "the file has no values for it");
    }
    GivenValues values{std::move(tensor.dims), tensor.dataType, {}};
    if (tensor.external) {
        ASSIGN_OR_RETURN(values.bytes, externalBytes(*tensor.external, packedBytes(type, *count),
                                                     rewrite.files.model));
    } else if (tensor.raw) {
        values.bytes.keep(*tensor.raw);
    } else if (areLooseInLists(type)) {
        return makeError("onnx-values", "lists of 6-bit numbers stay in the model");
    } else {
        ASSIGN_OR_RETURN(std::string listed, listedElements(tensor.typed, type, *count, {}));
        values.bytes.add(std::move(listed));
    }
    return values;
}

void addExternal(std::string &fields, const char *key, std::string_view value)
{
    std::string pair;
    addBytes(pair, string_pair::key, key);
    addBytes(pair, string_pair::value, value);
    addBytes(fields, tensor::externalData, pair);
}

/// The fields of the message that say what its values are and where, in `place`.
Result<WirePieces> fieldsOf(GivenValues &&values, const std::string &name, const std::string &place,
                            DataFiles &files)
{
    constexpr std::int64_t isExternal = 1;
    std::string fields;
    for (const std::int64_t size : values.dims) {
        addInteger(fields, tensor::dims, size);
    }
    addInteger(fields, tensor::dataType, values.dataType);
    addBytes(fields, tensor::name, name);
    WirePieces pieces;
    if (place == onnx_variable::inside) {
        addBytesHead(fields, tensor::rawData, values.bytes.size());
        pieces.add(std::move(fields));
        pieces.append(std::move(values.bytes));
        return pieces;
    }
    ASSIGN_OR_RETURN(const DataPlace lies, files.add(place, std::move(values.bytes)));
    addExternal(fields, "location", place);
    addExternal(fields, "offset", std::to_string(lies.offset));
    addExternal(fields, "length", std::to_string(lies.length));
    addInteger(fields, tensor::dataLocation, isExternal);
    pieces.add(std::move(fields));
    return pieces;
}

/// What of the old message stays.
void addRest(const InitializerRewrite &rewrite, WirePieces &pieces)
{
    WireReader reader(rewrite.message, rewrite.file);
    while (const auto field = reader.next()) {
        if (!holdsValues(field->number) && !saysType(field->number)) {
            pieces.keep(field->whole);
        }
    }
}

Result<GivenValues> valuesFor(const InitializerRewrite &rewrite)
{
    const std::string_view array = valueOf(rewrite.now.attrs, onnx_variable::array);
    if (!array.empty()) {
        return ofArray(array, rewrite.now.attrs);
    }
    if (rewrite.now.attrs.find(onnx_variable::carried)) {
        return carriedValues(rewrite.now.attrs);
    }
    if (rewrite.message.empty()) {
        ASSIGN_OR_RETURN(auto given, givenValues(rewrite.now, rewrite.files.given));
        if (given) {
            return std::move(*given);
        }
    }
    return ofMessage(rewrite);
}

Result<WirePieces> rewritten(const InitializerRewrite &rewrite)
{
    ASSIGN_OR_RETURN(GivenValues values, valuesFor(rewrite));
    const std::string place(valueOf(rewrite.now.attrs, onnx_variable::data));
    ASSIGN_OR_RETURN(WirePieces pieces,
                     fieldsOf(std::move(values), rewrite.now.name, place, rewrite.files.moved));
    addRest(rewrite, pieces);
    return pieces;
}

} // namespace

bool saysOtherValues(const AttrDict &before, const AttrDict &now)
{
    return valueOf(before, onnx_variable::data) != valueOf(now, onnx_variable::data)
           || valueOf(before, onnx_variable::array) != valueOf(now, onnx_variable::array)
           || valueOf(before, onnx_variable::carried) != valueOf(now, onnx_variable::carried);
}

Result<WirePieces> rewriteInitializer(const InitializerRewrite &rewrite)
{
    auto pieces = rewritten(rewrite);
    if (!pieces) {
        Diagnostic error = pieces.error();
        error.message = rewrite.now.name + ": " + error.message;
        error.where.node = rewrite.now.name;
        return error;
    }
    return pieces;
}

} // namespace nervure::onnx

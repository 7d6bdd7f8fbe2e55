// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_initializer_writer.h"

#include "core/formats/onnx/external_data.h"
#include "core/formats/onnx/onnx_array.h"
#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_tensor.h"
#include "core/formats/onnx/onnx_types.h"
#include "core/formats/protobuf/wire_writer.h"
#include "core/formats/tensors/stored_elements.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

namespace nervure::onnx {

namespace {

constexpr std::string_view inside = "inside";

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

/// What of the old message stays, behind new fields for the rest.
WirePieces withFields(const InitializerRewrite &rewrite, std::string fields)
{
    WirePieces pieces;
    pieces.add(std::move(fields));
    WireReader reader(rewrite.message, rewrite.file);
    while (const auto field = reader.next()) {
        if (!holdsValues(field->number) && !saysType(field->number)) {
            pieces.keep(field->whole);
        }
    }
    return pieces;
}

std::string typeFields(const std::vector<std::int64_t> &dims, std::int64_t type,
                       const std::string &name)
{
    std::string fields;
    for (const std::int64_t size : dims) {
        addInteger(fields, tensor::dims, size);
    }
    addInteger(fields, tensor::dataType, type);
    addBytes(fields, tensor::name, name);
    return fields;
}

void addRaw(WirePieces &pieces, std::string_view bytes, std::shared_ptr<const FileBytes> file)
{
    std::string head;
    addBytesHead(head, tensor::rawData, bytes.size());
    pieces.add(std::move(head));
    pieces.keep(bytes);
    pieces.hold(std::move(file));
}

/// The values of the array.
Result<WirePieces> fromArray(const InitializerRewrite &rewrite, std::string_view array)
{
    ASSIGN_OR_RETURN(const ArrayFile file, openArray(array));
    WirePieces pieces = withFields(rewrite, typeFields(file.dims, file.dataType, rewrite.now.name));
    addRaw(pieces, file.elements, file.bytes);
    return pieces;
}

/// The values of the other file that the message names, inside.
Result<WirePieces> fromOutside(const InitializerRewrite &rewrite)
{
    ASSIGN_OR_RETURN(const TensorMessage tensor, readTensor(rewrite.message, rewrite.file));
    if (!tensor.external) {
        return makeError("onnx-values", "the file has no values for it");
    }
    ASSIGN_OR_RETURN(const auto path, externalFile(tensor.external->location, rewrite.model, {}));
    ASSIGN_OR_RETURN(auto bytes, FileBytes::map(path));
    const ElementType type = storedTypeOf(tensor.dataType);
    const auto count = weightCount(tensor.dims);
    const std::uint64_t size = count ? packedBytes(type, *count) : 0;
    const std::string_view all = bytes->view();
    if (!count || tensor.external->offset > all.size()
        || size > all.size() - tensor.external->offset) {
        return makeError("onnx-values", "{} has {} bytes, expected {} from byte {} on",
                         quoted(tensor.external->location), all.size(), size,
                         tensor.external->offset);
    }
    WirePieces pieces =
        withFields(rewrite, typeFields(tensor.dims, tensor.dataType, rewrite.now.name));
    addRaw(pieces, all.substr(tensor.external->offset, size), std::move(bytes));
    return pieces;
}

} // namespace

bool saysOtherValues(const AttrDict &before, const AttrDict &now)
{
    return valueOf(before, onnx_variable::data) != valueOf(now, onnx_variable::data)
           || valueOf(before, onnx_variable::array) != valueOf(now, onnx_variable::array);
}

Result<WirePieces> rewriteInitializer(const InitializerRewrite &rewrite)
{
    const std::string_view array = valueOf(rewrite.now.attrs, onnx_variable::array);
    const std::string_view data = valueOf(rewrite.now.attrs, onnx_variable::data);
    Result<WirePieces> pieces = makeError(
        "onnx-values", "found data {}, expected \"inside\" or no such attribute", quoted(data));
    if (!array.empty()) {
        pieces = fromArray(rewrite, array);
    } else if (data == inside) {
        pieces = fromOutside(rewrite);
    }
    if (!pieces) {
        Diagnostic error = pieces.error();
        error.message = rewrite.now.name + ": " + error.message;
        error.where.node = rewrite.now.name;
        return error;
    }
    return pieces;
}

} // namespace nervure::onnx

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensorflow/tf_types.h"

#include "core/formats/protobuf/wire_reader.h"
#include "core/formats/tensorflow/tf_fields.h"
#include "core/support/text.h"

#include <array>
#include <fmt/format.h>

namespace nervure::tensorflow {

namespace {

struct TypeRow {
    std::string_view name;
    ElementType type;
};

/// By the number of types.proto.
constexpr std::array<TypeRow, 24> typeRows{{
    {"undefined", ElementType::Undefined},
    {"float32", ElementType::Float32},
    {"float64", ElementType::Float64},
    {"int32", ElementType::Int32},
    {"uint8", ElementType::UInt8},
    {"int16", ElementType::Int16},
    {"int8", ElementType::Int8},
    {"string", ElementType::String},
    {"complex64", ElementType::Complex64},
    {"int64", ElementType::Int64},
    {"bool", ElementType::Bool},
    {"qint8", ElementType::Undefined},
    {"quint8", ElementType::Undefined},
    {"qint32", ElementType::Undefined},
    {"bfloat16", ElementType::BFloat16},
    {"qint16", ElementType::Undefined},
    {"quint16", ElementType::Undefined},
    {"uint16", ElementType::UInt16},
    {"complex128", ElementType::Complex128},
    {"float16", ElementType::Float16},
    {"resource", ElementType::Undefined},
    {"variant", ElementType::Undefined},
    {"uint32", ElementType::UInt32},
    {"uint64", ElementType::UInt64},
}};

/// Numbers of types of references are those of their values and this.
constexpr std::uint64_t firstReference = 100;

} // namespace

std::string typeName(std::uint64_t number)
{
    if (number > firstReference && number - firstReference < typeRows.size()) {
        return typeName(number - firstReference) + "_ref";
    }
    return number < typeRows.size() ? std::string(typeRows[number].name)
                                    : fmt::format("type {}", number);
}

ElementType elementTypeOf(std::uint64_t number)
{
    const std::uint64_t value = number > firstReference ? number - firstReference : number;
    return value < typeRows.size() ? typeRows[value].type : ElementType::Undefined;
}

Result<ShapeMessage> readShape(std::string_view message, std::string_view file)
{
    constexpr std::size_t mostDimensions = 254; // TensorFlow's own limit
    std::vector<std::int64_t> sizes;
    bool hasRank = true;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (field->number == shape_proto::unknownRank) {
            hasRank = field->value == 0;
        } else if (field->number == shape_proto::dim && field->type == WireType::Bytes) {
            std::int64_t size = 0; // what is 0 is left out
            WireReader dimension(field->bytes, file);
            while (const auto part = dimension.next()) {
                size = part->number == shape_proto::size ? static_cast<std::int64_t>(part->value)
                                                         : size;
            }
            RETURN_IF_FAILED(dimension.status());
            sizes.push_back(size);
            if (sizes.size() > mostDimensions) {
                return makeError("tensorflow", "found a shape of more than {} dimensions",
                                 mostDimensions);
            }
        }
    }
    RETURN_IF_FAILED(reader.status());
    return hasRank ? ShapeMessage(std::move(sizes)) : ShapeMessage();
}

std::string sizesText(const ShapeMessage &shape)
{
    if (!shape) {
        return "?";
    }
    std::vector<std::string> sizes;
    for (const std::int64_t size : *shape) {
        sizes.push_back(size < 0 ? std::string("?") : fmt::format("{}", size));
    }
    return '[' + join(sizes, ", ") + ']';
}

} // namespace nervure::tensorflow

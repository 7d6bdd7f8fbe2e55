// SPDX-License-Identifier: Apache-2.0
#include "core/formats/coreml/cm_feature.h"

#include "core/formats/coreml/cm_fields.h"
#include "core/formats/protobuf/wire_reader.h"
#include "core/support/text.h"

#include <array>
#include <fmt/format.h>

namespace nervure::coreml {

namespace {

/// More dimensions or sizes than a feature has.
constexpr std::size_t mostSizes = 64;

std::string_view dataTypeName(std::uint64_t number)
{
    switch (number) {
    case 65552: return "float16";
    case 65568: return "float32";
    case 65600: return "double";
    case 131080: return "int8";
    case 131104: return "int32";
    default: return "of an unknown type";
    }
}

std::string_view colorName(std::uint64_t number)
{
    switch (number) {
    case 10: return "GRAYSCALE";
    case 20: return "RGB";
    case 30: return "BGR";
    case 40: return "GRAYSCALE_FLOAT16";
    default: return "";
    }
}

std::string sizesText(const std::vector<std::int64_t> &sizes)
{
    std::vector<std::string> texts;
    for (const std::int64_t size : sizes) {
        texts.push_back(std::to_string(size));
    }
    return '[' + join(texts, ", ") + ']';
}

/// The numbers of the fields of one number.
Result<std::vector<std::int64_t>> readSizes(std::string_view message, std::string_view file,
                                            std::uint32_t number)
{
    std::vector<std::int64_t> sizes;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (field->number == number && !addIntegers(*field, sizes)) {
            return makeError("coreml", "found a shape that is no list of numbers");
        }
        if (sizes.size() > mostSizes) {
            return makeError("coreml", "found a shape of more than {} dimensions", mostSizes);
        }
    }
    RETURN_IF_FAILED(reader.status());
    return sizes;
}

/// "1…8", "1…" where there is no end.
Result<std::string> rangeText(std::string_view message, std::string_view file)
{
    ASSIGN_OR_RETURN(const auto lower, readSizes(message, file, 1));
    ASSIGN_OR_RETURN(const auto upper, readSizes(message, file, 2));
    const std::int64_t least = lower.empty() ? 0 : lower.front();
    return upper.empty() || upper.front() < 0 ? fmt::format("{}…", least)
                                              : fmt::format("{}…{}", least, upper.front());
}

/// The contents of the fields of one number, each as text.
template <typename Read>
Result<std::string> listed(std::string_view message, std::string_view file, std::uint32_t number,
                           Read read)
{
    std::vector<std::string> texts;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (field->number != number || texts.size() > mostSizes) {
            continue;
        }
        ASSIGN_OR_RETURN(std::string text, read(field->bytes));
        texts.push_back(texts.size() == mostSizes ? "…" : std::move(text));
    }
    RETURN_IF_FAILED(reader.status());
    return join(texts, ", ");
}

/// "; any of 224×224, 299×299".
Result<std::string> imageSizes(const WireField &field, std::string_view file)
{
    if (field.number == image_type::enumeratedSizes) {
        ASSIGN_OR_RETURN(
            const std::string all,
            listed(field.bytes, file, 1, [file](std::string_view size) -> Result<std::string> {
                ASSIGN_OR_RETURN(const auto width, readSizes(size, file, 1));
                ASSIGN_OR_RETURN(const auto height, readSizes(size, file, 2));
                return fmt::format("{}×{}", width.empty() ? 0 : width[0],
                                   height.empty() ? 0 : height[0]);
            }));
        return "; any of " + all;
    }
    const auto range = [file](std::string_view message) { return rangeText(message, file); };
    ASSIGN_OR_RETURN(const std::string width, listed(field.bytes, file, 1, range));
    ASSIGN_OR_RETURN(const std::string height, listed(field.bytes, file, 2, range));
    return fmt::format("; any of {}×{}", width, height);
}

Status readImage(std::string_view message, std::string_view file, Feature &feature)
{
    std::int64_t width = 0;
    std::int64_t height = 0;
    std::string flexible;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        switch (field->number) {
        case image_type::width: width = static_cast<std::int64_t>(field->value); break;
        case image_type::height: height = static_cast<std::int64_t>(field->value); break;
        case image_type::colorSpace: feature.colorSpace = colorName(field->value); break;
        case image_type::enumeratedSizes:
        case image_type::sizeRange: {
            ASSIGN_OR_RETURN(flexible, imageSizes(*field, file));
            break;
        }
        default: break;
        }
    }
    RETURN_IF_FAILED(reader.status());
    feature.isImage = true;
    feature.isFlexible = !flexible.empty();
    feature.type = fmt::format("image {} {}×{}{}", feature.colorSpace, width, height, flexible);
    const bool isColor = feature.colorSpace == "RGB" || feature.colorSpace == "BGR";
    feature.shape = {isColor ? 3 : 1, height, width};
    return {};
}

/// "; any of [1…, 3]".
Result<std::string> arraySizes(const WireField &field, std::string_view file)
{
    if (field.number == array_type::shapeRange) {
        ASSIGN_OR_RETURN(const std::string all,
                         listed(field.bytes, file, 1,
                                [file](std::string_view range) { return rangeText(range, file); }));
        return "; any of [" + all + ']';
    }
    ASSIGN_OR_RETURN(
        const std::string all,
        listed(field.bytes, file, 1, [file](std::string_view shape) -> Result<std::string> {
            ASSIGN_OR_RETURN(const auto sizes, readSizes(shape, file, 1));
            return sizesText(sizes);
        }));
    return "; any of " + all;
}

Status readArray(std::string_view message, std::string_view file, Feature &feature)
{
    ASSIGN_OR_RETURN(const auto shape, readSizes(message, file, array_type::shape));
    std::string_view type = dataTypeName(0);
    std::string flexible;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (field->number == array_type::dataType) {
            type = dataTypeName(field->value);
        } else if (field->number == array_type::enumeratedShapes
                   || field->number == array_type::shapeRange) {
            ASSIGN_OR_RETURN(flexible, arraySizes(*field, file));
        }
    }
    RETURN_IF_FAILED(reader.status());
    feature.type = fmt::format("multiArray {} {}{}", type, sizesText(shape), flexible);
    feature.isFlexible = !flexible.empty();
    if (!shape.empty()) {
        feature.shape = shape;
    }
    return {};
}

/// Keys of a dictionary, items of a sequence.
Result<std::string> innerType(std::string_view message, std::string_view file)
{
    WireReader reader(message, file);
    const auto field = reader.next();
    RETURN_IF_FAILED(reader.status());
    return std::string(field && field->number == 1 ? "int64" : "string");
}

Status readType(std::string_view message, std::string_view file, Feature &feature)
{
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        switch (field->number) {
        case feature_type::int64Type: feature.type = "int64"; break;
        case feature_type::doubleType: feature.type = "double"; break;
        case feature_type::stringType: feature.type = "string"; break;
        case feature_type::imageType:
            RETURN_IF_FAILED(readImage(field->bytes, file, feature));
            break;
        case feature_type::multiArrayType:
            RETURN_IF_FAILED(readArray(field->bytes, file, feature));
            break;
        case feature_type::dictionaryType: {
            ASSIGN_OR_RETURN(const std::string keys, innerType(field->bytes, file));
            feature.type = "dictionary of " + keys;
            break;
        }
        case feature_type::sequenceType: {
            ASSIGN_OR_RETURN(const std::string items, innerType(field->bytes, file));
            feature.type = "sequence of " + items;
            break;
        }
        case feature_type::stateType: feature.type = "state"; break;
        default: break;
        }
    }
    return reader.status();
}

} // namespace

Result<Feature> readFeature(std::string_view message, std::string_view file)
{
    Feature feature;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (field->number == feature_description::name) {
            feature.name = field->bytes;
        } else if (field->number == feature_description::type) {
            RETURN_IF_FAILED(readType(field->bytes, file, feature));
        }
    }
    RETURN_IF_FAILED(reader.status());
    return feature;
}

} // namespace nervure::coreml

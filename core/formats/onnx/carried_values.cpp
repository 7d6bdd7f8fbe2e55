// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/carried_values.h"

#include "core/formats/onnx/external_data.h"
#include "core/formats/onnx/onnx_types.h"
#include "core/formats/tensors/stored_elements.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/value/value_type.h"
#include "core/support/fingerprint.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <memory>
#include <optional>

namespace nervure::onnx {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view asHex = "hex ";
constexpr std::string_view asPlace = "at ";

std::string hexOf(std::string_view bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * bytes.size());
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        text += digits[value >> 4U];
        text += digits[value & 15U];
    }
    return text;
}

/// Nothing for what is not written so.
std::optional<std::string> bytesOfHex(std::string_view text)
{
    const auto digit = [](char c) {
        return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    };
    std::string bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        const int high = digit(text[i]);
        const int low = digit(text[i + 1]);
        if (high < 0 || low < 0) {
            return std::nullopt;
        }
        bytes += static_cast<char>(high * 16 + low);
    }
    return text.size() % 2 == 0 ? std::optional(std::move(bytes)) : std::nullopt;
}

/// A stretch of a file.
struct Place {
    std::string path;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::string checksum;

    [[nodiscard]] std::string text() const
    {
        return fmt::format("{}{}#{}+{}#{}", asPlace, path, offset, size, checksum);
    }
};

/// Paths may have any of the signs in them.
std::optional<Place> placeFromText(std::string_view text)
{
    const std::size_t sum = text.rfind('#');
    const std::size_t stretch = sum == text.npos || sum == 0 ? text.npos : text.rfind('#', sum - 1);
    const std::size_t plus = stretch == text.npos ? stretch : text.find('+', stretch);
    if (plus == text.npos || plus > sum) {
        return std::nullopt;
    }
    const auto offset = parseInteger(text.substr(stretch + 1, plus - stretch - 1));
    const auto size = parseInteger(text.substr(plus + 1, sum - plus - 1));
    if (!offset || !size || *offset < 0 || *size < 0) {
        return std::nullopt;
    }
    return Place{std::string(text.substr(0, stretch)), static_cast<std::uint64_t>(*offset),
                 static_cast<std::uint64_t>(*size), std::string(text.substr(sum + 1))};
}

Result<BytePieces> bytesAt(const Place &place)
{
    const auto fail = [&place](const std::string &what) {
        return makeError("onnx-values", "the values that were pasted of {}: {}", quoted(place.path),
                         what);
    };
    auto file = FileBytes::map(place.path);
    if (!file) {
        return fail(file.error().message);
    }
    const std::string_view all = (*file)->view();
    const bool isInside = place.offset <= all.size() && place.size <= all.size() - place.offset;
    const auto stretch = isInside ? all.substr(place.offset, place.size) : std::string_view();
    if (!isInside || fileChecksumOf(stretch) != place.checksum) {
        return fail("the file has changed since");
    }
    BytePieces bytes;
    bytes.keep(stretch);
    bytes.hold(std::move(*file));
    return bytes;
}

/// Where the values of an initializer are.
struct Found {
    std::string_view bytes;
    std::string own;                       ///< which they are views of, where they lie in no file
    std::shared_ptr<const FileBytes> file; ///< likewise, of external data
    fs::path path;                         ///< of the file that they lie in; empty: none
    std::uint64_t offset = 0;
};

Diagnostic valuesTooLarge(std::uint64_t bytes)
{
    return makeError("values-left", "{} bytes that lie in no file as they are, expected at most {}",
                     bytes, mostCarriedLists);
}

Status findOutside(const ExternalData &external, const fs::path &model, std::uint64_t size,
                   Found &found)
{
    ASSIGN_OR_RETURN(found.path, externalFile(external.location, model, {}));
    ASSIGN_OR_RETURN(found.file, FileBytes::map(found.path));
    const std::string_view all = found.file->view();
    if (external.offset > all.size() || size > all.size() - external.offset) {
        return makeError("values-left", "{} has {} bytes, expected {} from byte {} on",
                         quoted(external.location), all.size(), size, external.offset);
    }
    found.offset = external.offset;
    found.bytes = all.substr(external.offset, size);
    return {};
}

Status findValues(const TensorMessage &tensor, const SourceModel &model, Found &found)
{
    const ElementType type = storedTypeOf(tensor.dataType);
    const auto count = weightCount(tensor.dims);
    if (!count || type == ElementType::String || type == ElementType::Undefined) {
        return makeError("values-left", "they are texts or of a type that is not known");
    }
    const std::uint64_t size = packedBytes(type, *count);
    if (tensor.external) {
        return findOutside(*tensor.external, model.path, size, found);
    }
    if (tensor.raw) {
        found.bytes = *tensor.raw;
        found.path = model.path;
        found.offset = static_cast<std::uint64_t>(tensor.raw->data() - model.bytes.data());
        return found.bytes.size() == size
                   ? Status()
                   : makeError("values-left", "its file has {} bytes of them, expected {}",
                               found.bytes.size(), size);
    }
    if (areLooseInLists(type)) {
        return makeError("values-left", "lists of 6-bit numbers stay in the model");
    }
    if (size > mostCarriedLists) {
        return valuesTooLarge(size);
    }
    ASSIGN_OR_RETURN(found.own, listedElements(tensor.typed, type, *count, {}));
    found.bytes = found.own;
    return {};
}

} // namespace

Result<std::string> carriedText(const TensorMessage &tensor, const SourceModel &model)
{
    Found found;
    RETURN_IF_FAILED(findValues(tensor, model, found));
    if (found.bytes.size() > mostCarriedBytes && !found.path.empty()) {
        std::error_code error;
        const Place stretch{fs::absolute(found.path, error).string(), found.offset,
                            found.bytes.size(), fileChecksumOf(found.bytes)};
        // The file may be another one since it was opened.
        if (bytesAt(stretch)) {
            return stretch.text();
        }
    }
    return found.bytes.size() <= mostCarriedLists
               ? Result<std::string>(std::string(asHex) + hexOf(found.bytes))
               : valuesTooLarge(found.bytes.size());
}

std::string carriedText(std::string_view bytes, const SourceModel &model)
{
    if (bytes.size() > mostCarriedBytes && !model.path.empty()) {
        std::error_code error;
        const auto offset = static_cast<std::uint64_t>(bytes.data() - model.bytes.data());
        const Place stretch{std::filesystem::absolute(model.path, error).string(), offset,
                            bytes.size(), fileChecksumOf(bytes)};
        if (bytesAt(stretch)) {
            return stretch.text();
        }
    }
    return std::string(asHex) + hexOf(bytes);
}

Result<BytePieces> carriedBytes(std::string_view carried)
{
    BytePieces bytes;
    if (carried.starts_with(asHex)) {
        auto own = bytesOfHex(carried.substr(asHex.size()));
        if (!own) {
            return makeError("onnx-values", "found values that were pasted, expected hexadecimal "
                                            "digits in pairs");
        }
        bytes.add(std::move(*own));
    } else if (carried.starts_with(asPlace)) {
        const auto place = placeFromText(carried.substr(asPlace.size()));
        if (!place) {
            return makeError("onnx-values",
                             "found {} for values that were pasted, expected a place in a file",
                             quoted(carried.substr(asPlace.size())));
        }
        ASSIGN_OR_RETURN(bytes, bytesAt(*place));
    } else {
        return makeError("onnx-values", "found {} for values that were pasted, expected hex or at",
                         quoted(carried.substr(0, 40)));
    }
    return bytes;
}

Result<BytePieces> carriedElements(std::string_view carried, std::uint64_t size)
{
    ASSIGN_OR_RETURN(BytePieces bytes, carriedBytes(carried));
    return bytes.size() == size
               ? Result<BytePieces>(std::move(bytes))
               : makeError("onnx-values", "found {} bytes of values that were pasted, expected {}",
                           bytes.size(), size);
}

Result<GivenValues> carriedValues(const AttrDict &attrs)
{
    const auto textOf = [&attrs](std::string_view key) {
        const std::string *text = attrs.find(key);
        return text ? std::string_view(*text) : std::string_view();
    };
    GivenValues values;
    const auto shape = dimensionsFromText(textOf(onnx_variable::shape));
    for (const Dimension &size : shape.value_or(Dimensions())) {
        values.dims.push_back(size.number().value_or(-1));
    }
    values.dataType = elementTypeCode(textOf(onnx_variable::elemType)).value_or(0);
    const auto count = shape ? weightCount(values.dims) : std::nullopt;
    if (!count) {
        return makeError("onnx-values", "found values that were pasted, expected a shape for them");
    }
    ASSIGN_OR_RETURN(values.bytes,
                     carriedElements(textOf(onnx_variable::carried),
                                     packedBytes(storedTypeOf(values.dataType), *count)));
    return values;
}

} // namespace nervure::onnx

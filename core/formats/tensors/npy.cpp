// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/npy.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>

namespace nervure {

namespace {

constexpr std::string_view npyMagic("\x93NUMPY", 6);
/// As many as NumPy itself can have.
constexpr std::size_t maxNpyDimensions = 64;

struct NpyTypeCode {
    std::string_view code; ///< without the byte order
    DType type;
};

constexpr std::array<NpyTypeCode, 12> typeCodes{{{"f4", DType::Float32},
                                                 {"f8", DType::Float64},
                                                 {"f2", DType::Float16},
                                                 {"u1", DType::UInt8},
                                                 {"i4", DType::Int32},
                                                 {"i1", DType::Int8},
                                                 {"i8", DType::Int64},
                                                 {"i2", DType::Int16},
                                                 {"u2", DType::UInt16},
                                                 {"u4", DType::UInt32},
                                                 {"u8", DType::UInt64},
                                                 {"b1", DType::UInt8}}};

Diagnostic badNpy(const std::string &message)
{
    return makeError("npy-format", message);
}

/// What the header's dictionary says.
struct Header {
    std::string_view descr;
    bool isFortran = false;
    Shape shape;
};

/// The text after `'key':`, without leading blanks.
Result<std::string_view> valueOf(std::string_view dictionary, const std::string &key)
{
    const std::size_t at = dictionary.find("'" + key + "'");
    const std::size_t colon = at == std::string_view::npos ? at : dictionary.find(':', at);
    if (colon == std::string_view::npos) {
        return badNpy("the header has no " + quoted(key));
    }
    return trim(dictionary.substr(colon + 1));
}

Result<Shape> parseShape(std::string_view text)
{
    const std::size_t close = text.find(')');
    if (text.empty() || text[0] != '(' || close == std::string_view::npos) {
        return badNpy("the header's shape is no tuple");
    }
    Shape shape = Shape::scalar();
    for (const std::string_view part : split(text.substr(1, close - 1), ',')) {
        if (trim(part).empty()) {
            continue;
        }
        const auto size = parseInteger(trim(part));
        if (!size || *size < 0) {
            return badNpy("the header's shape has the dimension " + quoted(trim(part)));
        }
        if (shape.size() == maxNpyDimensions) {
            return badNpy(
                fmt::format("the header's shape has more than {} dimensions", maxNpyDimensions));
        }
        shape.push_back(*size);
    }
    return shape;
}

Result<Header> parseHeader(std::string_view dictionary)
{
    Header header;
    const auto descr = valueOf(dictionary, "descr");
    const auto order = valueOf(dictionary, "fortran_order");
    const auto shape = valueOf(dictionary, "shape");
    for (const auto *value : {&descr, &order, &shape}) {
        if (!*value) {
            return value->error();
        }
    }
    const std::size_t end = descr->find('\'', 1);
    if (descr->empty() || (*descr)[0] != '\'' || end == std::string_view::npos) {
        return badNpy("the header's descr is no text");
    }
    header.descr = descr->substr(1, end - 1);
    header.isFortran = order->starts_with("True");
    Result<Shape> parsed = parseShape(*shape);
    RETURN_IF_FAILED(parsed);
    header.shape = std::move(parsed).value();
    return header;
}

Result<DType> typeOf(std::string_view descr)
{
    const bool isLittle = !descr.empty() && (descr[0] == '<' || descr[0] == '|');
    for (const NpyTypeCode &known : typeCodes) {
        if (isLittle && descr.substr(1) == known.code) {
            return known.type;
        }
    }
    return badNpy("the element type is " + quoted(descr) + ", expected a little-endian number");
}

/// Copies column-major elements into row-major order.
void fromFortran(const std::byte *from, Tensor &to)
{
    const Shape &shape = to.shape();
    const std::size_t size = dtypeBytes(to.type());
    std::vector<std::int64_t> position(shape.size());
    for (std::int64_t i = 0; i < to.count(); ++i) {
        std::int64_t at = 0;
        for (std::size_t d = 0; d < shape.size(); ++d) {
            at = at * shape[d] + position[d];
        }
        std::memcpy(to.data() + static_cast<std::size_t>(at) * size,
                    from + static_cast<std::size_t>(i) * size, size);
        for (std::size_t d = 0; d < shape.size(); ++d) {
            if (++position[d] < shape[d]) {
                break;
            }
            position[d] = 0;
        }
    }
}

} // namespace

Result<NpyArray> findNpy(std::string_view bytes)
{
    if (bytes.size() < 10 || bytes.substr(0, npyMagic.size()) != npyMagic) {
        return badNpy("not a NumPy file: it does not begin with \\x93NUMPY");
    }
    const auto byteAt = [&](std::size_t i) {
        return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i]));
    };
    std::size_t start = 10;
    std::size_t length = byteAt(8) | byteAt(9) << 8;
    if (byteAt(6) > 1) {
        if (bytes.size() < 12) {
            return badNpy("the header is cut short");
        }
        start = 12;
        length |= byteAt(10) << 16 | byteAt(11) << 24;
    }
    if (length > bytes.size() - start) {
        return badNpy("the header is cut short");
    }
    ASSIGN_OR_RETURN(const Header header, parseHeader(bytes.substr(start, length)));
    return NpyArray{std::string(header.descr), header.isFortran, header.shape,
                    bytes.substr(start + length)};
}

Result<DType> npyDType(const NpyArray &array)
{
    return typeOf(array.type);
}

Result<Tensor> readNpy(std::string_view bytes)
{
    ASSIGN_OR_RETURN(const NpyArray header, findNpy(bytes));
    ASSIGN_OR_RETURN(const DType type, typeOf(header.type));
    const std::string_view data = header.elements;
    const auto size = byteCount(header.shape, type);
    if (!size || static_cast<std::uint64_t>(*size) > data.size()) {
        return badNpy(fmt::format("found {} bytes of elements, expected {}", data.size(),
                                  (size ? std::to_string(*size) : "more than can be counted")));
    }
    Result<Tensor> tensor = Tensor::zeros(type, header.shape);
    RETURN_IF_FAILED(tensor);
    const auto *elements = reinterpret_cast<const std::byte *>(data.data());
    if (header.isFortran) {
        fromFortran(elements, *tensor);
    } else {
        std::memcpy(tensor->data(), elements, tensor->byteSize());
    }
    return tensor;
}

std::string npyHead(std::string_view type, std::string_view shape)
{
    std::string header =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
    // Magic, version and length are 10 bytes; NumPy wants the elements at a multiple of 64.
    header.append(63 - (10 + header.size()) % 64, ' ');
    header += '\n';
    std::string bytes(npyMagic);
    bytes += '\1';
    bytes += '\0';
    bytes += static_cast<char>(header.size() & 0xff);
    bytes += static_cast<char>(header.size() >> 8);
    return bytes + header;
}

std::string writeNpy(const ConstTensorView &tensor, bool isTruth)
{
    const auto code =
        std::find_if(typeCodes.begin(), typeCodes.end(), [&](const NpyTypeCode &known) {
            return known.type == (tensor.type == DType::Bool ? DType::Int32 : tensor.type);
        });
    std::string type(1, dtypeBytes(tensor.type) == 1 ? '|' : '<');
    type += isTruth ? "b1" : code == typeCodes.end() ? "u1" : code->code;
    std::string shape;
    for (const std::int64_t dimension : tensor.shape) {
        shape += fmt::format("{},", dimension);
    }
    std::string bytes = npyHead(type, shape);
    const auto size = static_cast<std::size_t>(tensor.count()) * dtypeBytes(tensor.type);
    bytes.append(reinterpret_cast<const char *>(tensor.data), size);
    return bytes;
}

} // namespace nervure

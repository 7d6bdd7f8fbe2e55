// SPDX-License-Identifier: Apache-2.0
#include "core/formats/zip_archive.h"

#include "core/formats/byte_reader.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace nervure {

namespace {

constexpr std::uint32_t localSignature = 0x04034b50;
constexpr std::uint32_t centralSignature = 0x02014b50;
constexpr std::uint32_t endSignature = 0x06054b50;
constexpr std::uint32_t wideEndSignature = 0x06064b50;
constexpr std::uint32_t wideLocatorSignature = 0x07064b50;
constexpr std::size_t endSize = 22;
constexpr std::size_t wideLocatorSize = 20;
constexpr std::uint32_t unknownSize = 0xffffffff; ///< the 64-bit field has it
constexpr std::uint16_t wideField = 1;
constexpr std::uint16_t stored = 0;
constexpr std::uint16_t deflated = 8;
/// Deflate makes at most 1032 bytes of one: more is a lie that would only take memory.
constexpr std::uint64_t mostGrowth = 1033;

Diagnostic badArchive(const std::string &message)
{
    return makeError("zip-format", message);
}

/// An entry of the archive's directory.
struct Member {
    std::string name;
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::uint32_t crc = 0;
    std::uint64_t packed = 0;
    std::uint64_t size = 0;
    std::uint64_t offset = 0;
};

struct Directory {
    std::uint64_t count = 0;
    std::uint64_t offset = 0;
};

std::uint32_t crcOf(std::string_view bytes)
{
    return static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size()));
}

std::string_view tail(std::string_view bytes, std::uint64_t offset)
{
    return offset < bytes.size() ? bytes.substr(static_cast<std::size_t>(offset))
                                 : std::string_view();
}

/// Where the archive's end record begins: searched from behind, as a comment may follow.
std::optional<std::size_t> findEnd(std::string_view bytes)
{
    const std::string signature("PK\x05\x06", 4);
    if (bytes.size() < endSize) {
        return std::nullopt;
    }
    const std::size_t at = bytes.rfind(signature, bytes.size() - endSize);
    return at == std::string_view::npos ? std::nullopt : std::optional(at);
}

/// The 64-bit record, where a locator in front of the end record points to one.
std::optional<Directory> wideDirectory(std::string_view bytes, std::size_t end)
{
    if (end < wideLocatorSize) {
        return std::nullopt;
    }
    ByteReader locator(bytes.substr(end - wideLocatorSize), {});
    std::uint32_t signature = 0;
    std::uint32_t disk = 0;
    std::uint64_t at = 0;
    if (!locator.take(signature) || signature != wideLocatorSignature || !locator.take(disk)
        || !locator.take(at)) {
        return std::nullopt;
    }
    ByteReader record(tail(bytes, at), {});
    std::uint64_t skipped = 0;
    Directory directory;
    if (!record.take(signature) || signature != wideEndSignature || record.left() < 52) {
        return std::nullopt;
    }
    static_cast<void>(record.bytes(28)); // size, versions, disks, entries on this disk
    const bool isWhole =
        record.take(directory.count) && record.take(skipped) && record.take(directory.offset);
    return isWhole ? std::optional(directory) : std::nullopt;
}

Result<Directory> directoryOf(std::string_view bytes)
{
    const auto end = findEnd(bytes);
    if (!end) {
        return badArchive("not a whole zip archive: its directory is missing");
    }
    if (const auto wide = wideDirectory(bytes, *end)) {
        return *wide;
    }
    ByteReader in(bytes.substr(*end + 8), {});
    std::uint16_t here = 0;
    std::uint16_t count = 0;
    std::uint32_t size = 0;
    std::uint32_t offset = 0;
    if (!in.take(here) || !in.take(count) || !in.take(size) || !in.take(offset) || here != count) {
        return badArchive("the archive is in several parts");
    }
    return Directory{count, offset};
}

/// Sizes that did not fit their 32 bits are in a field of their own, in this order.
void readWideField(std::string_view extra, Member &member)
{
    ByteReader in(extra, {});
    std::uint16_t id = 0;
    std::uint16_t length = 0;
    while (in.take(id) && in.take(length) && length <= in.left()) {
        ByteReader field(in.bytes(length), {});
        if (id != wideField) {
            continue;
        }
        for (std::uint64_t *value : {&member.size, &member.packed, &member.offset}) {
            if (*value == unknownSize && !field.take(*value)) {
                return;
            }
        }
    }
}

Result<Member> takeMember(ByteReader &in)
{
    std::uint32_t signature = 0;
    std::uint16_t word = 0;
    std::uint32_t packed = 0;
    std::uint32_t size = 0;
    std::uint32_t offset = 0;
    std::uint16_t nameLength = 0;
    std::uint16_t extraLength = 0;
    std::uint16_t commentLength = 0;
    std::uint32_t time = 0;
    std::uint32_t attributes = 0;
    Member member;
    const bool isWhole = in.take(signature) && signature == centralSignature && in.take(word)
                         && in.take(word) && in.take(member.flags) && in.take(member.method)
                         && in.take(time) && in.take(member.crc) && in.take(packed) && in.take(size)
                         && in.take(nameLength) && in.take(extraLength) && in.take(commentLength)
                         && in.take(word) && in.take(word) && in.take(attributes)
                         && in.take(offset);
    const std::size_t rest = std::size_t{nameLength} + extraLength + commentLength;
    if (!isWhole || rest > in.left()) {
        return badArchive("the archive's directory is damaged");
    }
    member.packed = packed;
    member.size = size;
    member.offset = offset;
    member.name = std::string(in.bytes(nameLength));
    readWideField(in.bytes(extraLength), member);
    static_cast<void>(in.bytes(commentLength));
    return member;
}

/// The member's bytes as they lie in the archive.
Result<std::string_view> packedBytes(std::string_view archive, const Member &member)
{
    ByteReader in(tail(archive, member.offset), {});
    std::uint32_t signature = 0;
    std::uint16_t nameLength = 0;
    std::uint16_t extraLength = 0;
    if (!in.take(signature) || signature != localSignature || in.left() < 26) {
        return badArchive("no file begins where the directory says");
    }
    static_cast<void>(in.bytes(22));
    if (!in.take(nameLength) || !in.take(extraLength)
        || std::size_t{nameLength} + extraLength > in.left()) {
        return badArchive("a file's header is damaged");
    }
    static_cast<void>(in.bytes(std::size_t{nameLength} + extraLength));
    if (member.packed > in.left()) {
        return badArchive("the archive ends inside a file");
    }
    return in.bytes(static_cast<std::size_t>(member.packed));
}

/// zlib counts in 32 bits: it is fed and emptied in turns.
bool inflateInto(std::string_view packed, std::string &whole)
{
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
        return false;
    }
    std::size_t taken = 0;
    std::size_t made = 0;
    int status = Z_OK;
    constexpr std::size_t turn = std::size_t{1} << 30;
    while (status == Z_OK) {
        const auto in = static_cast<uInt>(std::min(turn, packed.size() - taken));
        const auto out = static_cast<uInt>(std::min(turn, whole.size() - made));
        stream.next_in =
            const_cast<Bytef *>(reinterpret_cast<const Bytef *>(packed.data() + taken));
        stream.avail_in = in;
        stream.next_out = reinterpret_cast<Bytef *>(whole.data() + made);
        stream.avail_out = out;
        status = inflate(&stream, Z_NO_FLUSH);
        taken += in - stream.avail_in;
        made += out - stream.avail_out;
        if (in - stream.avail_in == 0 && out - stream.avail_out == 0) {
            break;
        }
    }
    inflateEnd(&stream);
    return status == Z_STREAM_END && made == whole.size();
}

Result<std::string> unpacked(std::string_view archive, const Member &member)
{
    ASSIGN_OR_RETURN(const std::string_view packed, packedBytes(archive, member));
    std::string whole;
    if ((member.flags & 1) != 0) {
        return badArchive("the file is encrypted");
    }
    if (member.method == stored) {
        whole = std::string(packed);
    } else if (member.method == deflated) {
        if (member.size / mostGrowth > packed.size()) {
            return badArchive(
                fmt::format("the directory says {} bytes, which so few cannot be", member.size));
        }
        whole.resize(static_cast<std::size_t>(member.size));
        if (!inflateInto(packed, whole)) {
            return badArchive("the compressed bytes are damaged");
        }
    } else {
        return badArchive(fmt::format(
            "found compression method {}, expected 0 (stored) or 8 (deflate)", member.method));
    }
    if (whole.size() != member.size || crcOf(whole) != member.crc) {
        return badArchive("the bytes do not have the checksum that the directory says");
    }
    return whole;
}

/// A member as it lies in an archive.
struct PackedMember {
    std::string bytes;
    std::uint16_t method = stored;
    std::uint32_t size = 0;
    std::uint32_t crc = 0;
};

/// Deflates; nothing where that saves nothing.
std::optional<std::string> deflatedBytes(std::string_view content)
{
    z_stream stream{};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY)
        != Z_OK) {
        return std::nullopt;
    }
    std::string packed(deflateBound(&stream, static_cast<uLong>(content.size())), '\0');
    stream.next_in = const_cast<Bytef *>(reinterpret_cast<const Bytef *>(content.data()));
    stream.avail_in = static_cast<uInt>(content.size());
    stream.next_out = reinterpret_cast<Bytef *>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const bool isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    packed.resize(packed.size() - stream.avail_out);
    deflateEnd(&stream);
    return isDone && packed.size() < content.size() ? std::optional(std::move(packed))
                                                    : std::nullopt;
}

PackedMember pack(std::string_view content, bool compress)
{
    PackedMember member;
    member.size = static_cast<std::uint32_t>(content.size());
    member.crc = crcOf(content);
    if (auto packed = compress ? deflatedBytes(content) : std::nullopt) {
        member.bytes = std::move(*packed);
        member.method = deflated;
    } else {
        member.bytes = std::string(content);
    }
    return member;
}

template <typename... Values>
void put(std::string &bytes, Values... values)
{
    (bytes.append(reinterpret_cast<const char *>(&values), sizeof values), ...);
}

/// What a file's own header and the directory both say: from the version on to the lengths.
void putFacts(std::string &bytes, const std::string &name, const PackedMember &content)
{
    constexpr std::uint16_t version = 20;
    constexpr std::uint16_t utf8 = 1 << 11;
    constexpr std::uint16_t noTime = 0;
    constexpr std::uint16_t firstDay = 0x21; ///< 1980-01-01: files are equal when tensors are
    put(bytes, version, utf8, content.method, noTime, firstDay, content.crc,
        static_cast<std::uint32_t>(content.bytes.size()), content.size,
        static_cast<std::uint16_t>(name.size()), std::uint16_t{0});
}

} // namespace

bool isZip(std::string_view bytes)
{
    return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

Status readZip(std::string_view bytes, std::uint64_t mostBytes, const ZipMemberSink &take)
{
    ASSIGN_OR_RETURN(const Directory directory, directoryOf(bytes));
    ByteReader in(tail(bytes, directory.offset), {});
    std::uint64_t left = mostBytes;
    for (std::uint64_t i = 0; i < directory.count; ++i) {
        ASSIGN_OR_RETURN(const Member member, takeMember(in));
        if (member.size > left) {
            return badArchive(
                fmt::format("the archive holds more than {} bytes, expected fewer", mostBytes));
        }
        left -= member.size;
        if (Status status = take(member.name, unpacked(bytes, member)); !status) {
            Diagnostic error = status.error();
            error.message = "file " + quoted(member.name) + ": " + error.message;
            return error;
        }
    }
    return {};
}

Result<std::optional<ZipContent>> findZipMember(std::string_view bytes, std::string_view name,
                                                std::uint64_t mostBytes)
{
    ASSIGN_OR_RETURN(const Directory directory, directoryOf(bytes));
    ByteReader in(tail(bytes, directory.offset), {});
    for (std::uint64_t i = 0; i < directory.count; ++i) {
        ASSIGN_OR_RETURN(const Member member, takeMember(in));
        if (member.name != name) {
            continue;
        }
        if (member.method == stored && (member.flags & 1) == 0) {
            ASSIGN_OR_RETURN(const std::string_view content, packedBytes(bytes, member));
            return std::optional(ZipContent{content, nullptr});
        }
        if (member.size > mostBytes) {
            return badArchive(fmt::format("file {} has {} bytes, expected at most {}", quoted(name),
                                          member.size, mostBytes));
        }
        ASSIGN_OR_RETURN(std::string whole, unpacked(bytes, member));
        const auto kept = std::make_shared<const FileBytes>(std::move(whole));
        return std::optional(ZipContent{kept->view(), kept});
    }
    return std::optional<ZipContent>();
}

Status ZipWriter::add(const std::string &name, std::string_view content, bool compress)
{
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max() / 2;
    if (content.size() > most - std::min(most, m_archive.size())
        || name.size() > std::numeric_limits<std::uint16_t>::max()
        || m_count == std::numeric_limits<std::uint16_t>::max() - 1) {
        return badArchive("too large for a zip archive, expected 2 GiB at most");
    }
    const PackedMember member = pack(content, compress);
    const auto offset = static_cast<std::uint32_t>(m_archive.size());
    put(m_archive, localSignature);
    putFacts(m_archive, name, member);
    m_archive += name + member.bytes;
    put(m_directory, centralSignature, std::uint16_t{20});
    putFacts(m_directory, name, member);
    put(m_directory, std::uint16_t{0}, std::uint16_t{0}, std::uint16_t{0}, std::uint32_t{0},
        offset);
    m_directory += name;
    ++m_count;
    return {};
}

std::string ZipWriter::finish()
{
    const auto start = static_cast<std::uint32_t>(m_archive.size());
    m_archive += m_directory;
    put(m_archive, endSignature, std::uint16_t{0}, std::uint16_t{0}, m_count, m_count,
        static_cast<std::uint32_t>(m_directory.size()), start, std::uint16_t{0});
    return std::move(m_archive);
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/layout_cache.h"

#include "core/support/file.h"
#include "core/support/fingerprint.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

namespace {

/// Another layout of the bytes, or another way to lay out, gets another number.
constexpr std::string_view header = "nervure layout 4\n";
constexpr std::string_view packedHeader = "nervure packed layout 1\n";
constexpr std::size_t checksumLength = 16;
constexpr const char *extension = ".layout";
constexpr std::uintmax_t longestFile = std::uintmax_t{512} << 20U;

/// Hands values on to a sink as bytes, many at a time.
class Writer {
public:
    explicit Writer(const ByteSink &sink) : m_sink(sink) { m_bytes.reserve(blockSize); }
    ~Writer() { m_sink(m_bytes); }
    Writer(const Writer &) = delete;
    Writer &operator=(const Writer &) = delete;

    template <typename T>
    void add(const T &value)
    {
        if (m_bytes.size() + sizeof value > blockSize) {
            m_sink(m_bytes);
            m_bytes.clear();
        }
        m_bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    }

private:
    static constexpr std::size_t blockSize = 1 << 16;

    const ByteSink &m_sink;
    std::string m_bytes;
};

/// Reads what Writer wrote; false once the bytes are at their end.
class Reader {
public:
    explicit Reader(std::string_view bytes) : m_bytes(bytes) {}

    template <typename T>
    bool take(T &value)
    {
        if (m_bytes.size() < sizeof value) {
            return false;
        }
        std::memcpy(&value, m_bytes.data(), sizeof value);
        m_bytes.remove_prefix(sizeof value);
        return true;
    }
    [[nodiscard]] bool isAtEnd() const { return m_bytes.empty(); }
    [[nodiscard]] bool holds(std::uint64_t count, std::size_t size) const
    {
        return count <= m_bytes.size() / size;
    }

private:
    std::string_view m_bytes;
};

void write(const LayoutRequest &request, const ByteSink &sink)
{
    Writer text(sink);
    for (const double gap : {request.nodeGap, request.rankGap}) {
        text.add(gap);
    }
    for (const std::size_t count :
         {request.nodes.size(), std::size_t{request.topRow}, std::size_t{request.bottomRow}}) {
        text.add(static_cast<std::uint64_t>(count));
    }
    for (const LayoutNode &node : request.nodes) {
        text.add(node.width);
        text.add(node.height);
    }
    for (const LayoutEdge &edge : request.edges) {
        text.add(edge.from);
        text.add(edge.to);
        text.add(edge.value);
        text.add(edge.labelWidth);
        text.add(edge.labelHeight);
        text.add(static_cast<std::uint8_t>((edge.isHidden ? 1 : 0) + (edge.isStraight ? 2 : 0)));
    }
}

void write(const LayoutResult &result, const ByteSink &sink)
{
    Writer bytes(sink);
    bytes.add(result.width);
    bytes.add(result.height);
    bytes.add(static_cast<std::uint8_t>(result.engine));
    for (const PlacedNode &node : result.nodes) {
        bytes.add(node.center);
    }
    for (const PlacedEdge &edge : result.edges) {
        const int flags = (edge.isStub ? 1 : 0) + (edge.label ? 2 : 0);
        bytes.add(static_cast<std::uint8_t>(flags));
        if (edge.label) {
            bytes.add(*edge.label);
        }
        bytes.add(static_cast<std::uint32_t>(edge.points.size()));
        for (const Point &point : edge.points) {
            bytes.add(point);
        }
    }
}

std::uintmax_t sizeOf(const LayoutResult &result)
{
    std::uintmax_t size = 0;
    write(result, [&size](std::string_view bytes) { size += bytes.size(); });
    return size;
}

bool isPlace(const Point &point)
{
    return std::isfinite(point.x) && std::isfinite(point.y);
}

bool takePoint(Reader &bytes, Point &point)
{
    return bytes.take(point) && isPlace(point);
}

bool takeEdge(Reader &bytes, PlacedEdge &edge)
{
    std::uint8_t flags = 0;
    std::uint32_t count = 0;
    if (!bytes.take(flags)) {
        return false;
    }
    edge.isStub = (flags & 1U) != 0;
    if ((flags & 2U) != 0 && !takePoint(bytes, edge.label.emplace())) {
        return false;
    }
    if (!bytes.take(count) || !bytes.holds(count, sizeof(Point))) {
        return false;
    }
    edge.points.resize(count);
    return std::all_of(edge.points.begin(), edge.points.end(),
                       [&bytes](Point &point) { return takePoint(bytes, point); });
}

std::optional<LayoutResult> decode(std::string_view text, const LayoutRequest &request)
{
    Reader bytes(text);
    LayoutResult result;
    std::uint8_t engine = 0;
    if (!bytes.take(result.width) || !bytes.take(result.height) || !bytes.take(engine)
        || !isPlace({result.width, result.height})) {
        return std::nullopt;
    }
    result.engine = static_cast<LayoutEngine>(
        std::min(engine, static_cast<std::uint8_t>(LayoutEngine::Fallback)));
    result.nodes.resize(request.nodes.size());
    for (std::size_t i = 0; i < result.nodes.size(); ++i) {
        PlacedNode &node = result.nodes[i];
        node.width = request.nodes[i].width;
        node.height = request.nodes[i].height;
        if (!takePoint(bytes, node.center)) {
            return std::nullopt;
        }
    }
    result.edges.resize(request.edges.size());
    for (PlacedEdge &edge : result.edges) {
        if (!takeEdge(bytes, edge)) {
            return std::nullopt;
        }
    }
    return bytes.isAtEnd() ? std::optional(std::move(result)) : std::nullopt;
}

/// What a label may take up.
struct LabelRoom {
    double width = 0;
    double height = 0;
};

LabelRoom roomOf(const LayoutEdge &edge)
{
    return {edge.labelWidth, edge.labelHeight};
}

/// Of the boxes and lines, whatever the labels.
std::string keyOf(LayoutRequest request)
{
    for (LayoutEdge &edge : request.edges) {
        edge.labelWidth = 0;
        edge.labelHeight = 0;
    }
    Fingerprint content;
    write(request, [&content](std::string_view bytes) { content.add(bytes); });
    return content.text();
}

/// Whether painters can rely on it, whoever wrote the bytes: all stands in or about the picture, and
/// lines are curves.
bool isSound(const LayoutResult &layout)
{
    constexpr double about = 1e4;
    constexpr double longest = 1e8;
    const auto isWithin = [&](const Point &point) {
        return point.x >= -about && point.x <= layout.width + about && point.y >= -about
               && point.y <= layout.height + about;
    };
    const auto isCurve = [&](const PlacedEdge &edge) {
        const std::size_t count = edge.points.size();
        return (count == 0 ? !edge.isStub : count >= 4 && count % 3 == 1)
               && std::all_of(edge.points.begin(), edge.points.end(), isWithin)
               && (!edge.label || isWithin(*edge.label));
    };
    return layout.width >= 0 && layout.width <= longest && layout.height >= 0
           && layout.height <= longest
           && std::all_of(layout.nodes.begin(), layout.nodes.end(),
                          [&](const PlacedNode &node) { return isWithin(node.center); })
           && std::all_of(layout.edges.begin(), layout.edges.end(), isCurve);
}

void writeRooms(const LayoutRequest &request, const ByteSink &sink)
{
    Writer rooms(sink);
    for (const LayoutEdge &edge : request.edges) {
        rooms.add(roomOf(edge));
    }
}

/// Takes the room of each label; false where one is larger now.
bool hasRoomFor(const LayoutRequest &request, Reader &bytes)
{
    constexpr double tolerance = 0.01;
    return std::all_of(request.edges.begin(), request.edges.end(), [&](const LayoutEdge &edge) {
        LabelRoom room;
        return bytes.take(room) && edge.labelWidth <= room.width + tolerance
               && edge.labelHeight <= room.height + tolerance;
    });
}

} // namespace

LayoutCache::LayoutCache(std::filesystem::path folder, std::uintmax_t byteLimit)
    : m_folder(std::move(folder)),
      m_limit(byteLimit)
{}

std::filesystem::path LayoutCache::fileOf(const LayoutRequest &request) const
{
    Fingerprint content;
    write(request, [&content](std::string_view bytes) { content.add(bytes); });
    return m_folder / (content.text() + extension);
}

std::optional<LayoutResult> LayoutCache::find(const LayoutRequest &request) const
{
    std::error_code error;
    const std::filesystem::path file = m_folder.empty() ? m_folder : fileOf(request);
    if (file.empty() || !std::filesystem::is_regular_file(file, error)) {
        return std::nullopt;
    }
    const Result<std::string> text = readFile(file, longestFile);
    if (!text || !text->starts_with(header)) {
        return std::nullopt;
    }
    constexpr std::size_t sumLength = 16;
    std::string_view rest = std::string_view(*text).substr(header.size());
    if (rest.size() < sumLength) {
        return std::nullopt;
    }
    const std::string_view sum = rest.substr(rest.size() - sumLength);
    rest.remove_suffix(sumLength);
    if (checksum(rest) != sum) {
        return std::nullopt;
    }
    auto result = decode(rest, request);
    if (result) { // the oldest files are those that were not used for longest
        std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now(),
                                         error);
    }
    return result;
}

void LayoutCache::keep(const LayoutRequest &request, const LayoutResult &result) const
{
    std::error_code error;
    if (m_folder.empty()) {
        return;
    }
    std::filesystem::create_directories(m_folder, error);
    if (sizeOf(result) > m_limit / 2) {
        return;
    }
    // Never whole in memory: it is as large as all that is drawn.
    const ByteSource content = [&result](const ByteSink &sink) {
        Fingerprint sum;
        sink(header);
        write(result, [&](std::string_view bytes) {
            sum.add(bytes);
            sink(bytes);
        });
        sink(sum.checksum());
    };
    if (writeFile(fileOf(request), content, Flush::Whenever)) {
        makeRoom();
    }
}

void LayoutCache::makeRoom() const
{
    struct File {
        std::filesystem::file_time_type time;
        std::filesystem::path path;
        std::uintmax_t size = 0;
    };
    std::error_code error;
    std::vector<File> files;
    std::uintmax_t all = 0;
    for (std::filesystem::directory_iterator it(m_folder, error), end; !error && it != end;
         it.increment(error)) {
        std::error_code gone;
        File file{it->last_write_time(gone), it->path(), 0};
        file.size = it->file_size(gone);
        if (!gone && it->path().extension() == extension) {
            all += file.size;
            files.push_back(std::move(file));
        }
    }
    std::sort(files.begin(), files.end(),
              [](const File &a, const File &b) { return a.time < b.time; });
    for (std::size_t i = 0; i < files.size() && all > m_limit; ++i) {
        std::filesystem::remove(files[i].path, error);
        all -= files[i].size;
    }
}

std::string packLayout(const LayoutRequest &request, const LayoutResult &result)
{
    std::string bytes = keyOf(request);
    const ByteSink append = [&bytes](std::string_view part) { bytes += part; };
    writeRooms(request, append);
    write(result, append);
    return std::string(packedHeader) + checksum(bytes) + bytes;
}

std::optional<LayoutResult> unpackLayout(std::string_view bytes, const LayoutRequest &request)
{
    if (!bytes.starts_with(packedHeader)) {
        return std::nullopt;
    }
    bytes.remove_prefix(packedHeader.size());
    if (bytes.size() < checksumLength
        || checksum(bytes.substr(checksumLength)) != bytes.substr(0, checksumLength)) {
        return std::nullopt;
    }
    bytes.remove_prefix(checksumLength);
    const std::string key = keyOf(request);
    if (!bytes.starts_with(key)) {
        return std::nullopt;
    }
    bytes.remove_prefix(key.size());
    Reader rooms(bytes);
    if (!hasRoomFor(request, rooms)) {
        return std::nullopt;
    }
    bytes.remove_prefix(request.edges.size() * sizeof(LabelRoom));
    auto result = decode(bytes, request);
    if (!result || !isSound(*result)) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < request.edges.size(); ++i) {
        if (request.edges[i].labelWidth == 0) {
            result->edges[i].label.reset();
        }
    }
    return result;
}

} // namespace nervure

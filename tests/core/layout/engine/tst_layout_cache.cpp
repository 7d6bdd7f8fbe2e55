// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/layout_cache.h"

#include "core/layout/engine/layout_client.h"
#include "core/support/file.h"
#include "core/support/fingerprint.h"
#include "tests/core/layout/layouts.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>

using namespace nervure;
using namespace nervure::tests;

class TstLayoutCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsKeptIsFoundAgain();
    void anotherRequestIsNotFound();
    void damagedFilesAreAsGoodAsNone_data();
    void damagedFilesAreAsGoodAsNone();
    void theFolderStaysSmall();
    void aFolderThatCannotBeWrittenOnlyCostsTime();
    void aReopenedGraphNeedsNoHelper();
    void aPackedLayoutFitsItsRequestAlone();
    void aPackedLayoutHasRoomForItsLabels();
    void whatCannotBeDrawnIsNotUnpacked();
    void damagedPacksAreAsGoodAsNone();

private:
    static LayoutResult layoutOf(const LayoutRequest &request)
    {
        LayoutClientOptions options;
        options.helper = program("nervure-layout");
        LayoutClient client(options);
        return client.layout(request).value();
    }
    static bool same(const LayoutResult &a, const LayoutResult &b)
    {
        bool isSame = a.nodes.size() == b.nodes.size() && a.edges.size() == b.edges.size()
                      && a.width == b.width && a.height == b.height && a.engine == b.engine;
        for (std::size_t i = 0; isSame && i < a.nodes.size(); ++i) {
            isSame = a.nodes[i].center == b.nodes[i].center && a.nodes[i].width == b.nodes[i].width
                     && a.nodes[i].height == b.nodes[i].height;
        }
        for (std::size_t i = 0; isSame && i < a.edges.size(); ++i) {
            isSame = a.edges[i].points == b.edges[i].points && a.edges[i].label == b.edges[i].label
                     && a.edges[i].isStub == b.edges[i].isStub;
        }
        return isSame;
    }
    [[nodiscard]] std::filesystem::path folder() const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / "layouts";
    }

    QTemporaryDir m_folder;
};

void TstLayoutCache::whatIsKeptIsFoundAgain()
{
    const LayoutRequest request = residualChain(20);
    const LayoutResult result = layoutOf(request);
    LayoutCache(folder()).keep(request, result);
    const auto found = LayoutCache(folder()).find(request);
    QVERIFY(found.has_value());
    QVERIFY(same(*found, result));
}

void TstLayoutCache::anotherRequestIsNotFound()
{
    LayoutRequest request = residualChain(20);
    LayoutCache cache(folder());
    cache.keep(request, layoutOf(request));
    request.nodes[7].width += 1;
    QVERIFY(!cache.find(request).has_value());
    request = residualChain(20);
    request.edges[3].labelWidth += 1; // labels are placed, too
    QVERIFY(!cache.find(request).has_value());
}

void TstLayoutCache::damagedFilesAreAsGoodAsNone_data()
{
    QTest::addColumn<int>("cut");   // bytes that are left; negative: all
    QTest::addColumn<int>("wrong"); // the byte that is another; negative: none
    QTest::newRow("empty") << 0 << -1;
    QTest::newRow("header alone") << 17 << -1;
    QTest::newRow("half") << 900 << -1;
    QTest::newRow("a byte of the header") << -1 << 3;
    QTest::newRow("a byte of the sum") << -1 << 20;
    QTest::newRow("a byte of a position") << -1 << 100;
}

void TstLayoutCache::damagedFilesAreAsGoodAsNone()
{
    QFETCH(int, cut);
    QFETCH(int, wrong);
    const LayoutRequest request = residualChain(20);
    LayoutCache cache(folder());
    cache.keep(request, layoutOf(request));
    std::string bytes = nervure::readFile(cache.fileOf(request)).value();
    QVERIFY(bytes.size() > 1000);
    if (cut >= 0) {
        bytes.resize(static_cast<std::size_t>(cut));
    }
    if (wrong >= 0) {
        bytes[static_cast<std::size_t>(wrong)] ^= 0x40;
    }
    std::ofstream(cache.fileOf(request), std::ios::binary) << bytes;
    QVERIFY(!cache.find(request).has_value());
    cache.keep(request, layoutOf(request));
    QVERIFY(cache.find(request).has_value());
}

void TstLayoutCache::theFolderStaysSmall()
{
    const std::filesystem::path own = folder() / "small";
    constexpr std::uintmax_t limit = 40000;
    const LayoutCache cache(own, limit);
    for (std::uint32_t units = 1; units <= 30; ++units) {
        const LayoutRequest request = residualChain(units);
        LayoutResult result;
        result.nodes.resize(request.nodes.size());
        result.edges.resize(request.edges.size());
        cache.keep(request, result);
    }
    std::uintmax_t all = 0;
    for (const auto &file : std::filesystem::directory_iterator(own)) {
        all += file.file_size();
    }
    QVERIFY(all > 0);
    QVERIFY2(all <= limit, QByteArray::number(static_cast<qulonglong>(all)));
    QVERIFY(cache.find(residualChain(30)).has_value()); // the newest stays
}

void TstLayoutCache::aFolderThatCannotBeWrittenOnlyCostsTime()
{
    const std::filesystem::path file = folder().parent_path() / "file";
    std::ofstream(file) << "no folder";
    const LayoutCache cache(file / "below");
    const LayoutRequest request = residualChain(2);
    cache.keep(request, layoutOf(request));
    QVERIFY(!cache.find(request).has_value());
}

void TstLayoutCache::aReopenedGraphNeedsNoHelper()
{
    // One segment without cuts takes Graphviz long enough to be worth keeping.
    LayoutRequest request = boxes(160, {});
    for (std::uint32_t i = 0; i + 7 < 160; ++i) {
        request.edges.push_back({i, i + 1});
        request.edges.push_back({i, i + 7});
    }
    LayoutClientOptions options;
    options.helper = program("nervure-layout");
    options.cacheFolder = folder() / "clients";
    LayoutClient first(options);
    const Result<LayoutResult> made = first.layout(request);
    QVERIFY(made.ok());
    QVERIFY(first.helperCalls() > 0);
    LayoutCache(options.cacheFolder).keep(request, *made); // whatever the clock said
    LayoutClient second(options);
    const Result<LayoutResult> again = second.layout(request);
    QVERIFY(again.ok());
    QCOMPARE(second.helperCalls(), std::size_t(0));
    QVERIFY(same(*made, *again));
}

void TstLayoutCache::aPackedLayoutFitsItsRequestAlone()
{
    LayoutRequest request = residualChain(20);
    const LayoutResult result = layoutOf(request);
    const std::string bytes = packLayout(request, result);
    const auto found = unpackLayout(bytes, request);
    QVERIFY(found && same(*found, result));
    LayoutRequest other = request;
    other.nodes[7].width += 1;
    QVERIFY(!unpackLayout(bytes, other));
    other = request;
    other.edges[2].to = 0;
    QVERIFY(!unpackLayout(bytes, other));
    other = request;
    other.edges.pop_back();
    QVERIFY(!unpackLayout(bytes, other));
    QVERIFY(!unpackLayout(bytes, {}));
}

void TstLayoutCache::aPackedLayoutHasRoomForItsLabels()
{
    LayoutRequest request = residualChain(20);
    for (LayoutEdge &edge : request.edges) {
        edge.labelWidth = 60;
        edge.labelHeight = 16;
    }
    const LayoutResult result = layoutOf(request);
    const std::string bytes = packLayout(request, result);
    request.edges[3].labelWidth = 61;
    QVERIFY(!unpackLayout(bytes, request));
    // Shapes are not known yet: all stands where it will stand with them.
    for (LayoutEdge &edge : request.edges) {
        edge.labelWidth = 0;
        edge.labelHeight = 0;
    }
    request.edges[5].labelWidth = 30;
    request.edges[5].labelHeight = 16;
    const auto found = unpackLayout(bytes, request);
    QVERIFY(found.has_value());
    QVERIFY(found->nodes[4].center == result.nodes[4].center);
    QVERIFY(found->edges[2].points == result.edges[2].points);
    QVERIFY(!found->edges[2].label);
    QVERIFY(found->edges[5].label == result.edges[5].label);
}

void TstLayoutCache::whatCannotBeDrawnIsNotUnpacked()
{
    const LayoutRequest request = residualChain(6);
    const LayoutResult good = layoutOf(request);
    QVERIFY(unpackLayout(packLayout(request, good), request));
    const auto isTaken = [&](const auto &change) {
        LayoutResult layout = good;
        change(layout);
        return unpackLayout(packLayout(request, layout), request).has_value();
    };
    QVERIFY(isTaken([](LayoutResult &layout) { layout.nodes[2].center.x += 5; }));
    QVERIFY(!isTaken([](LayoutResult &layout) { layout.nodes[2].center.x = 1e12; }));
    QVERIFY(!isTaken([](LayoutResult &layout) { layout.nodes[2].center.y = std::nan(""); }));
    QVERIFY(!isTaken([](LayoutResult &layout) { layout.width = 1e300; }));
    QVERIFY(!isTaken([](LayoutResult &layout) { layout.height = -1; }));
    QVERIFY(!isTaken([](LayoutResult &layout) { layout.edges[1].points.pop_back(); }));
    QVERIFY(!isTaken([](LayoutResult &layout) { layout.edges[1].points[1].x = -1e9; }));
    QVERIFY(!isTaken([](LayoutResult &layout) {
        layout.edges[1].points.clear();
        layout.edges[1].isStub = true;
    }));
    QVERIFY(!isTaken([](LayoutResult &layout) { layout.edges[1].label = Point{0, 1e20}; }));
}

void TstLayoutCache::damagedPacksAreAsGoodAsNone()
{
    const LayoutRequest request = residualChain(6);
    const std::string bytes = packLayout(request, layoutOf(request));
    QVERIFY(unpackLayout(bytes, request));
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        QVERIFY(!unpackLayout(std::string_view(bytes).substr(0, length), request));
    }
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
        QVERIFY(!unpackLayout(damaged, request));
    }
    // Whoever writes the checksum, too, gets no further.
    constexpr std::size_t headerSize = sizeof("nervure packed layout 1\n") - 1;
    constexpr std::size_t sumLength = 16;
    for (std::size_t at = headerSize + sumLength; at < bytes.size(); ++at) {
        std::string forged = bytes;
        forged[at] = '\xff';
        const std::string sum = checksum(std::string_view(forged).substr(headerSize + sumLength));
        forged.replace(headerSize, sumLength, sum);
        const auto found = unpackLayout(forged, request);
        QVERIFY(!found
                || (found->nodes.size() == request.nodes.size()
                    && found->edges.size() == request.edges.size()));
    }
}

NERVURE_TEST(TstLayoutCache)
#include "tst_layout_cache.moc"

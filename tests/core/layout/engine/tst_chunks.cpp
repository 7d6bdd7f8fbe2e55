// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/chunks.h"

#include "tests/core/layout/layouts.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// `width` strands of `length` boxes, row by row.
LayoutRequest strands(std::uint32_t width, std::uint32_t length)
{
    LayoutRequest request = boxes(std::size_t{width} * length, {});
    for (std::uint32_t i = width; i < width * length; ++i) {
        request.edges.push_back({i - width, i});
    }
    return request;
}

std::vector<Chunk> splitIntoChunks(const LayoutRequest &request)
{
    std::vector<Chunk> chunks;
    ChunkSplitter splitter(request);
    while (auto chunk = splitter.next()) {
        chunks.push_back(std::move(*chunk));
    }
    return chunks;
}

} // namespace

class TstChunks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void chunksHoldAllBoxesInOrder()
    {
        const std::vector<Chunk> chunks = splitIntoChunks(strands(3, 300));
        QVERIFY(chunks.size() > 5);
        std::uint32_t next = 0;
        for (const Chunk &chunk : chunks) {
            QCOMPARE(chunk.first, next);
            QCOMPARE(chunk.request.nodes.size(),
                     chunk.in.size() + (chunk.end - chunk.first) + chunk.out.size());
            QCOMPARE(chunk.request.topRow, static_cast<std::uint32_t>(chunk.in.size()));
            next = chunk.end;
        }
        QCOMPARE(next, 900U);
    }

    void whatLeavesOneChunkEntersTheNext()
    {
        const std::vector<Chunk> chunks = splitIntoChunks(strands(4, 200));
        QVERIFY(chunks.front().in.empty() && chunks.back().out.empty());
        for (std::size_t i = 1; i < chunks.size(); ++i) {
            QCOMPARE(chunks[i].in.size(), std::size_t(4));
            QVERIFY(chunks[i].in == chunks[i - 1].out);
        }
    }

    void cutsLieWhereTheFewestValuesGoThrough()
    {
        // Blocks of 50 boxes that fan out from one box and in to another.
        LayoutRequest request = boxes(500, {});
        for (std::uint32_t block = 0; block < 500; block += 50) {
            for (std::uint32_t i = 1; i < 49; ++i) {
                request.edges.push_back({block, block + i});
                request.edges.push_back({block + i, block + 49});
            }
            if (block > 0) {
                request.edges.push_back({block - 1, block});
            }
        }
        for (const Chunk &chunk : splitIntoChunks(request)) {
            QVERIFY(chunk.in.size() <= 1);
        }
        QCOMPARE(ChunkSplitter(request).portCount(), splitIntoChunks(request).size() - 1);
    }

    void readersOfOneValueShareAPort()
    {
        LayoutRequest request = strands(1, 400);
        for (std::uint32_t i = 200; i < 400; i += 20) {
            request.edges.push_back({0, i});
        }
        const std::vector<Chunk> chunks = splitIntoChunks(request);
        for (std::size_t i = 1; i + 1 < chunks.size(); ++i) {
            QVERIFY(chunks[i].in.size() <= 2);
        }
    }

    void linesThatRunUpHavePortsOfTheirOwn()
    {
        LayoutRequest request = strands(1, 400);
        request.edges.push_back({390, 5});
        request.edges.push_back({395, 5});
        const ChunkPort up = portOf(request, static_cast<std::uint32_t>(request.edges.size() - 1));
        QCOMPARE(up.box, 5U);
        QVERIFY(up.edge != ChunkPort::shared);
        QCOMPARE(splitIntoChunks(request)[2].in.size(), std::size_t(3));
    }
};

NERVURE_TEST(TstChunks)
#include "tst_chunks.moc"

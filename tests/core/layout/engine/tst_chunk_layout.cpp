// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/chunk_layout.h"

#include "core/layout/engine/layered_layout.h"
#include "tests/core/layout/layouts.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;
using namespace nervure::tests;

class TstChunkLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void strandsAreJoinedFromChunkToChunk()
    {
        LayoutRequest request = boxes(600, {});
        for (std::uint32_t i = 3; i < 600; ++i) {
            request.edges.push_back({i - 3, i});
        }
        request.edges.push_back({0, 599});
        request.edges.push_back({590, 10}); // upwards
        check(request);
    }

    void boxesMayComeInAnUnfortunateOrder()
    {
        // One strand after the other, where rows would have less to carry on.
        LayoutRequest request = boxes(600, {});
        for (std::uint32_t strand = 0; strand < 6; ++strand) {
            for (std::uint32_t i = 1; i < 100; ++i) {
                request.edges.push_back({strand * 100 + i - 1, strand * 100 + i});
                if (strand > 0) {
                    request.edges.push_back({strand * 100 + i - 100, strand * 100 + i});
                }
            }
        }
        check(request);
    }

    /// As where lines that are too long are left out: the last box stands alone, as that of a segment.
    void boxesThatNobodyReadsStayNearWhatTheyRead()
    {
        constexpr std::uint32_t cells = 1000;
        LayoutRequest request = boxes(2 * cells + 1, {});
        for (std::uint32_t i = 0; i < cells; ++i) {
            if (i > 0) {
                request.edges.push_back({i - 1, i});
            }
            request.edges.push_back({i, cells + i});
        }
        const LayoutRequest visible = request;
        for (std::uint32_t i = 0; i < cells; ++i) {
            request.edges.push_back({cells + i, 2 * cells, 0, 0, true});
        }
        std::size_t most = 0;
        const auto count = [&most](const LayoutRequest &part, auto topOrder) {
            most = std::max(most, part.nodes.size());
            return layeredLayout(part, {}, topOrder);
        };
        Result<LayoutResult> result = layoutInChunks(request, count);
        QVERIFY(result.ok());
        result->edges.resize(visible.edges.size());
        QCOMPARE(faultOf(visible, *result), QByteArray());
        QVERIFY2(most < 200, QByteArray::number(static_cast<qulonglong>(most)));
    }

    void failuresOfAPartAreHandedOn()
    {
        const auto fail = [](const LayoutRequest &, auto) -> Result<LayoutResult> {
            return makeError("cancelled", "no");
        };
        QCOMPARE(layoutInChunks(boxes(5, {{0, 1}}), fail).error().code, std::string("cancelled"));
    }

private:
    static void check(const LayoutRequest &request)
    {
        int pieces = 0;
        const Result<LayoutResult> result =
            layoutInChunks(request, [&pieces](const LayoutRequest &part, auto topOrder) {
                ++pieces;
                return layeredLayout(part, {}, topOrder);
            });
        QVERIFY(result.ok());
        QVERIFY(pieces > 3);
        QCOMPARE(faultOf(request, *result), QByteArray());
    }
};

NERVURE_TEST(TstChunkLayout)
#include "tst_chunk_layout.moc"

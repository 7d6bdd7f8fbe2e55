// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/rank_order.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstRankOrder : public QObject {
    Q_OBJECT

private:
    std::vector<LayeredCell> m_cells;
    CellRanks m_ranks;

    void addRank(std::uint32_t count)
    {
        m_ranks.emplace_back();
        for (std::uint32_t i = 0; i < count; ++i) {
            LayeredCell cell;
            cell.rank = static_cast<std::uint32_t>(m_ranks.size() - 1);
            cell.order = i;
            m_ranks.back().push_back(static_cast<std::uint32_t>(m_cells.size()));
            m_cells.push_back(cell);
        }
    }
    void addLine(std::uint32_t upper, std::uint32_t lower)
    {
        m_cells[upper].below.push_back(lower);
        m_cells[lower].above.push_back(upper);
    }

private Q_SLOTS:
    void init()
    {
        m_cells.clear();
        m_ranks.clear();
    }

    void crossingsAreCounted()
    {
        addRank(3);
        addRank(3);
        addLine(0, 5);
        addLine(1, 4);
        addLine(2, 3);
        addLine(0, 3);
        QCOMPARE(countCrossings(m_cells, m_ranks), std::uint64_t(3));
    }

    void whatCanBePlanarIs()
    {
        addRank(4);
        addRank(4);
        addRank(4);
        for (std::uint32_t i = 0; i < 4; ++i) {
            addLine(i, 4 + (i * 3 + 1) % 4);
            addLine(4 + i, 8 + (i + 2) % 4);
        }
        QVERIFY(countCrossings(m_cells, m_ranks) > 0);
        orderRanks(m_cells, m_ranks, false, {});
        QCOMPARE(countCrossings(m_cells, m_ranks), std::uint64_t(0));
        for (const std::vector<std::uint32_t> &rank : m_ranks) {
            for (std::uint32_t k = 0; k < rank.size(); ++k) {
                QCOMPARE(m_cells[rank[k]].order, k);
            }
        }
    }

    void theFirstRankStaysIfAsked()
    {
        addRank(5);
        addRank(5);
        for (std::uint32_t i = 0; i < 5; ++i) {
            addLine(i, 9 - i);
        }
        const std::vector<std::uint32_t> first = m_ranks.front();
        orderRanks(m_cells, m_ranks, true, {});
        QCOMPARE(m_ranks.front(), first);
        QCOMPARE(countCrossings(m_cells, m_ranks), std::uint64_t(0));
        QCOMPARE(m_ranks.back(), (std::vector<std::uint32_t>{9, 8, 7, 6, 5}));
    }
};

NERVURE_TEST(TstRankOrder)
#include "tst_rank_order.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/support/heap.h"

#include <QTest>

#include <cstddef>
#include <memory>
#include <unistd.h>
#include <vector>

using namespace nervure;

class TstHeap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { keepFreedMemory(); }
    void itGrowsInLargeSteps();
    void whatIsKeptToExitStays();
};

void TstHeap::itGrowsInLargeSteps()
{
    constexpr std::size_t piece = 1000;
    constexpr std::size_t count = 64000;
    std::vector<std::unique_ptr<char[]>> pieces;
    pieces.reserve(count);
    int steps = 0;
    const void *end = sbrk(0);
    for (std::size_t i = 0; i < count; ++i) {
        pieces.push_back(std::make_unique<char[]>(piece));
        if (sbrk(0) != end) {
            ++steps;
            end = sbrk(0);
        }
    }
    QVERIFY2(steps <= 5, qPrintable(QString::number(steps)));
}

void TstHeap::whatIsKeptToExitStays()
{
    auto value = std::make_shared<int>(7);
    const std::weak_ptr<int> watched = value;
    QCOMPARE(*keptToExit(std::move(value)), 7);
    QVERIFY(!watched.expired());
}

QTEST_APPLESS_MAIN(TstHeap)
#include "tst_heap.moc"

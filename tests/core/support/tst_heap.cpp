// SPDX-License-Identifier: Apache-2.0
#include "core/support/heap.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cstddef>
#include <fstream>
#include <limits>
#include <memory>
#include <unistd.h>
#include <vector>

using namespace nervure;

class TstHeap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { keepFreedMemory(); }
    void itGrowsInLargeSteps();
    void itGrowsAtOnceByWhatIsExpected();
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

/// The heap has room then, so that nothing more is asked for, and none of it is taken up before use.
void TstHeap::itGrowsAtOnceByWhatIsExpected()
{
#ifdef __SANITIZE_ADDRESS__
    QSKIP("the sanitizer has a heap of its own");
#endif
    constexpr std::size_t expected = 256 << 20;
    const auto residentPages = [] {
        std::size_t total = 0;
        std::size_t resident = 0;
        std::ifstream("/proc/self/statm") >> total >> resident;
        return resident;
    };
    const std::size_t before = residentPages();
    growHeap(expected);
    QVERIFY(residentPages() - before < expected / 16 / 4096);
    void *end = sbrk(0);
    const std::unique_ptr<char[]> piece(new char[expected / 2]);
    QCOMPARE(sbrk(0), end);
    growHeap(std::numeric_limits<std::size_t>::max()); // more than there is does no harm
}

void TstHeap::whatIsKeptToExitStays()
{
    auto value = std::make_shared<int>(7);
    const std::weak_ptr<int> watched = value;
    QCOMPARE(*keptToExit(std::move(value)), 7);
    QVERIFY(!watched.expired());
}

NERVURE_TEST(TstHeap)
#include "tst_heap.moc"

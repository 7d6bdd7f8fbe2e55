// SPDX-License-Identifier: Apache-2.0
#include "core/support/process_use.h"

#include "tests/support/test_class.h"

#include <QTest>

#include <vector>

using namespace nervure;

class TstProcessUse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void memoryAndTimeThatAreTakenAreCounted()
    {
        const ProcessUse before = ownUse();
        QVERIFY(before.memoryBytes > 0);
        constexpr std::size_t bytes = std::size_t{64} << 20U;
        const std::vector<unsigned char> block(bytes, 1);
        unsigned sum = 0;
        for (std::size_t i = 0; i < 20'000'000; ++i) {
            sum += block[i % bytes];
        }
        const ProcessUse after = ownUse();
        QVERIFY(sum > 0);
        QVERIFY(after.memoryBytes >= before.memoryBytes + bytes / 2);
        QVERIFY(after.peakBytes >= after.memoryBytes / 2);
        QVERIFY(after.processorMs > before.processorMs + 10);
    }
};

NERVURE_TEST(TstProcessUse)
#include "tst_process_use.moc"

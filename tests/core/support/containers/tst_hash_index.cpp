// SPDX-License-Identifier: Apache-2.0
#include "core/support/containers/hash_index.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstHashIndex : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Every item is found again, with good hashes and with bad ones.
    void findsWhatWasAdded_data()
    {
        QTest::addColumn<int>("hashes");
        QTest::newRow("all different") << 100000;
        QTest::newRow("seven in all") << 7;
        QTest::newRow("one") << 1;
    }
    void findsWhatWasAdded()
    {
        QFETCH(int, hashes);
        const std::uint32_t count = hashes < 100 ? 500 : 20000;
        const auto hashOf = [hashes](std::uint32_t key) {
            return static_cast<std::size_t>(key % static_cast<std::uint32_t>(hashes));
        };
        HashIndex index;
        for (std::uint32_t key = 0; key < count; ++key) {
            const auto isIt = [key](std::uint32_t number) { return number == key; };
            QCOMPARE(index.find(hashOf(key), isIt), HashIndex::none);
            index.add(hashOf(key));
            QCOMPARE(index.find(hashOf(key), isIt), key);
        }
        for (std::uint32_t key = 0; key < count; ++key) {
            QCOMPARE(index.find(hashOf(key), [key](std::uint32_t n) { return n == key; }), key);
        }
    }

    void reservingChangesNothing()
    {
        HashIndex index;
        index.add(1);
        index.reserve(1000);
        index.add(2);
        QCOMPARE(index.find(1, [](std::uint32_t) { return true; }), 0U);
        QCOMPARE(index.find(2, [](std::uint32_t) { return true; }), 1U);
        QCOMPARE(index.find(3, [](std::uint32_t) { return true; }), HashIndex::none);
    }
};

NERVURE_TEST(TstHashIndex)
#include "tst_hash_index.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/support/containers/shared_array.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <string>
#include <thread>

using namespace nervure;

using Array = SharedArray<std::string>;

class TstSharedArray : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasGaps()
    {
        Array array;
        QVERIFY(!array.find(0));
        array.insert(1000, "a");
        QCOMPARE(*array.find(1000), std::string("a"));
        QVERIFY(!array.find(999) && !array.find(1001) && !array.find(5000));
        QVERIFY(array.limit() > 1000);
        array.erase(1000);
        QVERIFY(!array.find(1000));
    }

    void copiesShareUntilOneChanges()
    {
        Array array = counted(200);
        Array copy = array;
        QCOMPARE(copy.find(7), array.find(7));
        copy.own(7) = "changed";
        QCOMPARE(*array.find(7), std::string("7"));
        QCOMPARE(*copy.find(7), std::string("changed"));
        QCOMPARE(copy.find(8), array.find(8));
        copy.erase(9);
        copy.insert(200, "new");
        QVERIFY(array.find(9) && !array.find(200));
    }

    void referencesOutliveChangesOfOthers()
    {
        Array array = counted(10);
        const std::string *seven = array.find(7);
        {
            const Array copy = array;
            array.own(8) = "changed";
        }
        QCOMPARE(array.find(7), seven);
    }

    void changesInPlaceWhatNobodyShares()
    {
        Array array = counted(3);
        const std::string *before = array.find(1);
        array.own(1) = "x";
        QCOMPARE(array.find(1), before);
    }

    void comparesValues()
    {
        Array array = counted(100);
        QVERIFY(array == counted(100));
        QVERIFY(!(array == counted(99)));
        Array copy = array;
        QVERIFY(copy == array);
        (void)copy.own(5);
        QVERIFY(copy == array);
        copy.own(5) += "x";
        QVERIFY(!(copy == array));
        array.insert(1000, "far");
        array.erase(1000);
        QVERIFY(array == counted(100));
    }

    /// For the thread sanitizer: readers drop their copies while the owner changes its own.
    void threadsMayHoldCopies()
    {
        Array array = counted(500);
        std::vector<std::thread> readers;
        for (int i = 0; i < 4; ++i) {
            readers.emplace_back([copy = array]() mutable {
                std::size_t length = 0;
                for (std::uint32_t number = 0; number < 500; ++number) {
                    length += copy.find(number)->size();
                }
                QCOMPARE(length, std::size_t{10 + 180 + 1200});
                copy = Array();
            });
        }
        for (std::uint32_t number = 0; number < 500; ++number) {
            array.own(number) += "changed";
        }
        for (std::thread &reader : readers) {
            reader.join();
        }
        QCOMPARE(*array.find(499), std::string("499changed"));
    }

private:
    static Array counted(std::uint32_t count)
    {
        Array array;
        for (std::uint32_t number = 0; number < count; ++number) {
            array.insert(number, std::to_string(number));
        }
        return array;
    }
};

NERVURE_TEST(TstSharedArray)
#include "tst_shared_array.moc"

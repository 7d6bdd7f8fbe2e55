// SPDX-License-Identifier: Apache-2.0
#include "core/support/containers/small_vector.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <list>
#include <random>

using namespace nervure;

using Small = SmallVector<std::int64_t, 4>;
using Numbers = std::vector<std::int64_t>;

class TstSmallVector : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fewElementsLieInside()
    {
        Small few{1, 2, 3, 4};
        const auto *object = reinterpret_cast<const char *>(&few);
        const auto *data = reinterpret_cast<const char *>(few.data());
        QVERIFY(data >= object && data < object + sizeof few);
        few.push_back(5);
        QCOMPARE(Numbers(few), (Numbers{1, 2, 3, 4, 5}));
    }

    void copiesAreIndependent()
    {
        for (const std::size_t size : {0U, 3U, 4U, 5U, 9U}) {
            Small original(size, 7);
            Small copy = original;
            Small assigned{1, 2, 3, 4, 5, 6};
            assigned = original;
            original.assign(2, 0);
            QCOMPARE(Numbers(copy), Numbers(size, 7));
            QVERIFY(copy == assigned);
        }
    }

    void movedFromVectorsAreEmptyAndUsable()
    {
        for (const std::size_t size : {3U, 9U}) {
            Small original(size, 7);
            Small moved = std::move(original);
            QVERIFY(original.empty());
            original.push_back(1);
            QCOMPARE(Numbers(original), Numbers{1});
            moved = std::move(original);
            QCOMPARE(Numbers(moved), Numbers{1});
        }
    }

    void anElementOfItsOwnCanBeAppended()
    {
        Small values{1, 2, 3, 4};
        values.push_back(values.front());
        values.insert(values.begin(), values.back());
        QCOMPARE(Numbers(values), (Numbers{1, 1, 2, 3, 4, 1}));
    }

    void rangesOfEveryKindAreTaken()
    {
        const std::list<int> list{1, 2, 3};
        const Small values(list.begin(), list.end());
        QCOMPARE(Numbers(values), (Numbers{1, 2, 3}));
        const Numbers vector{4, 5};
        QVERIFY(Small(vector) == (Small{4, 5}));
        QVERIFY((Small{1, 2}) < (Small{1, 3}) && (Small{1}) < (Small{1, 0}));
        QVERIFY_THROWS_EXCEPTION(std::out_of_range, (void)values.at(3));
    }

    /// The same random steps on both.
    void behavesLikeStdVector()
    {
        std::mt19937 random(1);
        Small small;
        Numbers vector;
        for (int step = 0; step < 20000; ++step) {
            const auto at = static_cast<std::ptrdiff_t>(random() % (vector.size() + 1));
            const auto value = static_cast<std::int64_t>(random() % 100);
            switch (random() % 8) {
            case 0:
                small.push_back(value);
                vector.push_back(value);
                break;
            case 1:
                small.insert(small.begin() + at, value);
                vector.insert(vector.begin() + at, value);
                break;
            case 2:
                small.insert(small.begin() + at, {value, value + 1});
                vector.insert(vector.begin() + at, {value, value + 1});
                break;
            case 3:
                small.erase(small.begin(), small.begin() + at);
                vector.erase(vector.begin(), vector.begin() + at);
                break;
            case 4:
                small.resize(static_cast<std::size_t>(at), value);
                vector.resize(static_cast<std::size_t>(at), value);
                break;
            case 5:
                small.insert(small.begin() + at, 2, value);
                vector.insert(vector.begin() + at, 2, value);
                break;
            case 6:
                if (!vector.empty()) {
                    small.pop_back();
                    vector.pop_back();
                }
                break;
            default:
                std::reverse(small.begin(), small.end());
                std::reverse(vector.begin(), vector.end());
            }
            QCOMPARE(Numbers(small), vector);
            QVERIFY(std::equal(small.rbegin(), small.rend(), vector.rbegin(), vector.rend()));
        }
    }
};

NERVURE_TEST(TstSmallVector)
#include "tst_small_vector.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/support/containers/rare_vector.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <string>

using namespace nervure;

using Rare = RareVector<std::string>;
using Texts = std::vector<std::string>;

class TstRareVector : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEmptyOneIsAPointer()
    {
        QCOMPARE(sizeof(Rare), sizeof(void *));
        const Rare none;
        QVERIFY(none.empty() && none.begin() == none.end());
        QCOMPARE(static_cast<const Texts &>(none).size(), std::size_t{0});
        QVERIFY_EXCEPTION_THROWN((void)none.at(0), std::out_of_range);
    }

    void itBehavesAsAVector()
    {
        Rare items;
        items.push_back("a");
        items.emplace_back("b") += "c";
        items[0] += "d";
        QVERIFY(items == (Texts{"ad", "bc"}));
        QCOMPARE(items.front() + items.back() + items.at(1), std::string("adbcbc"));
        items.resize(3);
        QCOMPARE(items.size(), std::size_t{3});
        std::string all;
        for (std::string &item : items) {
            all += item + ';';
            item.clear();
        }
        QCOMPARE(all, std::string("ad;bc;;"));
        items.clear();
        QVERIFY(items.empty());
    }

    void copiesAreIndependent()
    {
        Rare original{"a", "b"};
        Rare copy = original;
        original.push_back("c");
        QVERIFY(copy == (Texts{"a", "b"}));
        QVERIFY(!(copy == original));
        copy = std::move(original);
        QCOMPARE(copy.size(), std::size_t{3});
        copy = Rare();
        QVERIFY(copy.empty());
    }

    void emptiedOnesEqualNewOnes()
    {
        Rare emptied{"a"};
        emptied.own().pop_back();
        QVERIFY(emptied == Rare());
        QVERIFY(Rare(Texts()) == emptied);
    }
};

NERVURE_TEST(TstRareVector)
#include "tst_rare_vector.moc"

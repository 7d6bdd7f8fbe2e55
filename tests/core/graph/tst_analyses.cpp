// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analyses.h"

#include <QTest>

using namespace nervure;

class TstAnalyses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valuesHaveTheirKeysType()
    {
        Analyses analyses;
        analyses.set(keys::shape, Shapes{{1, 2}});
        QCOMPARE(analyses.find(keys::shape)->size(), std::size_t{1});
        QVERIFY(!analyses.find(Key<std::int64_t>{"shape"}));
        QVERIFY(analyses.contains("shape") && !analyses.contains("dtype"));
        analyses.erase("shape");
        analyses.erase("shape");
        QVERIFY(!analyses.find(keys::shape));
    }

    void copiesShareTheirValues()
    {
        Analyses analyses;
        analyses.set(keys::shape, Shapes{{1, 2}});
        Analyses copy = analyses;
        QCOMPARE(copy.find(keys::shape), analyses.find(keys::shape));
        copy.set(keys::shape, Shapes{{3}});
        QVERIFY(*analyses.find(keys::shape) == (Shapes{{1, 2}}));
    }

    void agreesOnEqualAndOnMissingValues()
    {
        Analyses one;
        Analyses other;
        QVERIFY(one.agreesOn("shape", other));
        one.set(keys::shape, Shapes{{1, 2}});
        QVERIFY(!one.agreesOn("shape", other) && !other.agreesOn("shape", one));
        other.set(keys::shape, Shapes{{1, 2}});
        QVERIFY(one.agreesOn("shape", other));
        other.set(keys::shape, Shapes{{1, 3}});
        QVERIFY(!one.agreesOn("shape", other));
    }

    void allAreSortedByName()
    {
        Analyses analyses;
        analyses.set(keys::shape, Shapes{});
        analyses.set(keys::dtypeUnknown, std::int64_t{3});
        std::vector<std::string> names;
        for (const auto &[name, value] : analyses.all()) {
            names.push_back(name);
        }
        QCOMPARE(names, (std::vector<std::string>{"dtype_num_unknown_nodes", "shape"}));
        QCOMPARE(std::get<std::int64_t>(analyses.all().front().second), std::int64_t{3});
    }
};

QTEST_APPLESS_MAIN(TstAnalyses)
#include "tst_analyses.moc"

// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsMerge : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void elementsOfBoth();
    void oneBehindTheOther();
    void productsOfVectors();
    void sizesThatAreUnknownOr0();
    void mistakesAreTold();
};

void TstKsMerge::elementsOfBoth()
{
    const std::map<std::string, Floats> values{{"a", {1, 6}}, {"b", {3, 2}}};
    const auto of = [&values](const char *layer) {
        return *KerasProbe(kerasPair({1, 2}, {1, 2}, layer, "")).computed(values);
    };
    QCOMPARE(of("Add"), (Floats{4, 8}));
    QCOMPARE(of("Subtract"), (Floats{-2, 4}));
    QCOMPARE(of("Multiply"), (Floats{3, 12}));
    QCOMPARE(of("Average"), (Floats{2, 4}));
    QCOMPARE(of("Maximum"), (Floats{3, 6}));
    QCOMPARE(of("Minimum"), (Floats{1, 2}));
    // What has fewer dimensions gets more behind the batch.
    const KerasProbe raised(kerasPair({1, 2, 2}, {1, 2}, "Add", ""));
    QCOMPARE(*raised.computed({{"a", {1, 2, 3, 4}}, {"b", {10, 20}}}), (Floats{11, 22, 13, 24}));
}

void TstKsMerge::oneBehindTheOther()
{
    const KerasProbe probe(kerasPair({1, 2, 1}, {1, 2, 2}, "Concatenate", R"("axis": -1)"));
    QCOMPARE(*probe.shape(), (Shape{1, 2, 3}));
    QCOMPARE(*probe.computed({{"a", {1, 2}}, {"b", {3, 4, 5, 6}}}), (Floats{1, 3, 4, 2, 5, 6}));
}

void TstKsMerge::sizesThatAreUnknownOr0()
{
    QCOMPARE(kerasRule("Add", {}, {{unknownSize, 3}, {2, 1}}), (Shapes{{2, 3}}));
    QCOMPARE(kerasRule("Add", {}, {{2, 0}, {2, 1}}), (Shapes{{2, 0}}));
    QVERIFY(kerasRule("Add", {}, {{2, 0}, {2, 3}}).empty());
    QVERIFY(kerasRule("Add", {}, {Shape::scalar(), {2}}).empty());
    QCOMPARE(kerasRule("Concatenate", {}, {{unknownSize, 0}, {2, 4}}), (Shapes{{2, 4}}));
    QCOMPARE(kerasRule("Concatenate", {}, {{2, unknownSize}, {2, 4}}), (Shapes{{2, unknownSize}}));
}

void TstKsMerge::productsOfVectors()
{
    const KerasProbe rows(kerasPair({1, 2}, {1, 2}, "Dot", R"("axes": 1, "normalize": false)"));
    QCOMPARE(*rows.computed({{"a", {1, 2}}, {"b", {3, 4}}}), (Floats{11}));
    const KerasProbe same(kerasPair({1, 2}, {1, 2}, "Dot", R"("axes": -1, "normalize": true)"));
    QVERIFY(isNear(same.computed({{"a", {1, 2}}, {"b", {2, 4}}})->at(0), 1));
    const KerasProbe matrices(kerasPair({1, 2, 3}, {1, 4, 2}, "Dot", R"("axes": [1, 2])"));
    QCOMPARE(*matrices.shape(), (Shape{1, 3, 4}));
}

void TstKsMerge::mistakesAreTold()
{
    const auto found = KerasProbe(kerasPair({1, 2}, {1, 3}, "Add", "")).shape();
    QVERIFY(!found && found.error().message.find("do not fit each other") != std::string::npos);
}

NERVURE_TEST(TstKsMerge)
#include "tst_ks_merge.moc"

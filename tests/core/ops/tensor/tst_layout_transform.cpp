// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

OpProbe transform(const char *from, const char *to)
{
    return OpProbe("__layout_transform__", {{"src_layout", from}, {"dst_layout", to}});
}

} // namespace

class TstLayoutTransform : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapesAreConverted()
    {
        QCOMPARE(transform("NCHW", "NCHW4c").outputsFor({{1, 8, 2, 3}})[0], (Shape{1, 2, 2, 3, 4}));
        QCOMPARE(transform("NCHW4c", "NHWC").outputsFor({{1, 2, 5, 6, 4}})[0], (Shape{1, 5, 6, 8}));
        QCOMPARE(transform("NCHW4c", "NCHW8c").outputsFor({{1, 2, 5, 6, 4}})[0],
                 (Shape{1, 1, 5, 6, 8}));
        QCOMPARE(transform("NCHW", "NCHW4c").outputsFor({{}}), Shapes{{}});
    }

    void whatCannotBeConvertedIsRefused()
    {
        QVERIFY(transform("NCHW", "NCHW4c").outputsFor({{1, 3, 2, 3}}).empty());
        QVERIFY(transform("NCHW", "OIHW").outputsFor({{1, 8, 2, 3}}).empty());
        QVERIFY(transform("NCHW", "__undef__").outputsFor({{1, 8, 2, 3}}).empty());
        QVERIFY(transform("NC%", "NCHW").outputsFor({{1, 8, 2, 3}}).empty());
        QVERIFY(transform("NCHW4c", "NCHW").outputsFor({{1, 8, 2, 3, 5}}).empty());
    }

    /// NNVM does not count the dimensions; who needs one that is missing complains.
    void otherDimensionsThanTheLayoutsAreNoFaultOfItsOwn()
    {
        OpProbe probe = transform("NCHW", "NHWC");
        QCOMPARE(probe.outputsFor({{3, 4, 4}})[0], (Shape{3, 4, unknownSize, 4}));
        QCOMPARE(probe.outputsFor({{3, 4, 5, 6, 7}})[0], (Shape{3, 5, 6, 4}));
        QVERIFY(transform("NCHW", "NHWC4c").outputsFor({{3}}).empty());
        probe.semantics = Semantics::Fixed;
        QVERIFY(probe.outputsFor({{3, 4, 4}}).empty());
        QVERIFY(probe.outputsFor({{3, 4, 5, 6, 7}}).empty());
    }

    void elementsMoveToTheirPlace()
    {
        QCOMPARE(transform("NCHW", "NHWC").firstOutput({counted({1, 2, 1, 3})}),
                 (std::vector<float>{1, 4, 2, 5, 3, 6}));
        const std::vector<float> blocked{1, 4, 2, 5, 3, 6, 7, 10, 8, 11, 9, 12};
        QCOMPARE(transform("NCW", "NCW2c").firstOutput({counted({1, 4, 3})}), blocked);
        QCOMPARE(transform("NCW2c", "NCW").firstOutput({{{1, 2, 3, 2}, blocked}}),
                 counted({12}).data);
        QCOMPARE(transform("NC2c", "NC4c").firstOutput({counted({1, 2, 2})}), counted({4}).data);
    }

    void whatABlockCannotHoldIsLeftOut()
    {
        QCOMPARE(transform("NC", "NC2c").firstOutput({counted({2, 3})}),
                 (std::vector<float>{1, 2, 4, 5}));
    }

    void layoutsComeFromTheAttributes()
    {
        QCOMPARE(askLayout(transform("NCHW", "NCHW4c"), {"NHWC"}, 1, {"NHWC"}),
                 (LayoutAnswer{{"NCHW"}, {"NCHW4c"}, {}}));
        QCOMPARE(askLayout(OpProbe("__layout_transform__"), {"NHWC"}),
                 (LayoutAnswer{{"NHWC"}, {"-"}, {}}));
        QVERIFY(!askLayout(transform("c", "NCHW"), {"-"}).error.empty());
    }
};

NERVURE_TEST(TstLayoutTransform)
#include "tst_layout_transform.moc"

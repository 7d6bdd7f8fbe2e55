// SPDX-License-Identifier: Apache-2.0
#include "core/graph/tensor_layout.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapesArePermuted()
    {
        const auto from = Layout::parse("NCHW");
        const auto to = Layout::parse("NHWC");
        QCOMPARE(*from->convert({1, 3, 5, 7}, *to), (Shape{1, 5, 7, 3}));
    }

    void blocksSplitAndMerge()
    {
        const auto plain = Layout::parse("NCHW");
        const auto blocked = Layout::parse("NCHW4c");
        QCOMPARE(*plain->convert({1, 8, 5, 7}, *blocked), (Shape{1, 2, 5, 7, 4}));
        QCOMPARE(*blocked->convert({1, 2, 5, 7, 4}, *plain), (Shape{1, 8, 5, 7}));
        NERVURE_VERIFY_ERROR(plain->convert({1, 3, 5, 7}, *blocked), "layout-invalid",
                             "cannot be split into blocks of 4");
        NERVURE_VERIFY_ERROR(plain->convert({1, 0, 5, 7}, *blocked), "layout-invalid", "");
        QCOMPARE(*plain->convert({1, unknownSize, 5, 7}, *blocked),
                 (Shape{1, unknownSize, 5, 7, 4}));
        QCOMPARE(*plain->convert({unknownSize, 8, 0, 7}, *blocked),
                 (Shape{unknownSize, 2, 0, 7, 4}));
        NERVURE_VERIFY_ERROR(blocked->convert({1, 2, 5, 7, 3}, *plain), "layout-invalid",
                             "does not fit the blocks of layout NCHW4c");
    }

    void onlyTheSameDimensionsConvert()
    {
        QVERIFY(Layout::parse("NHWC")->convertibleTo(*Layout::parse("NCHW16c")));
        QVERIFY(!Layout::parse("NCQW")->convertibleTo(*Layout::parse("NCHW")));
        NERVURE_VERIFY_ERROR(Layout::parse("NCHW")->convert({1, 2}, *Layout::parse("NHWC")),
                             "layout-invalid", "has 2 dimensions, expected layout NCHW");
    }

    void oddTextsAreRefused()
    {
        for (const char *text : {"", "NCHWN", "NCHWc", "4N", "NHW4c", "NC-W"}) {
            NERVURE_VERIFY_ERROR(Layout::parse(text), "layout-invalid",
                                 "expected one like NCHW or NCHW4c");
        }
        QVERIFY(!Layout::parse("__undef__")->isDefined());
    }

    void partsKeepTheirBlocks()
    {
        const auto layout = Layout::parse("N16nCH16cW");
        QCOMPARE(layout->part(2, 9)->text(), std::string("CH16cW"));
        QVERIFY(!layout->part(7, 1)->isDefined());
        NERVURE_VERIFY_ERROR(Layout::parse("NCHW4c")->part(2, 3), "layout-invalid", "layout is");
        QCOMPARE(layout->reversed().text(), std::string("W16cHC16nN"));
        QCOMPARE(Layout().text(), std::string("__undef__"));
        QCOMPARE(Layout::dimensionOf(layout->axis(1)), 'N');
    }

    void layoutsAreJoined()
    {
        QCOMPARE(Layout::parse("NM")->joinedWith(*Layout::parse("K"))->text(), std::string("NMK"));
        QCOMPARE(Layout().joinedWith(*Layout::parse("K"))->text(), std::string("K"));
        NERVURE_VERIFY_ERROR(Layout::parse("NC")->joinedWith(*Layout::parse("C")), "layout-invalid",
                             "layout is 'NCC'");
    }
};

NERVURE_TEST(TstLayout)
#include "tst_tensor_layout.moc"

// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMatmul : public QObject {
    Q_OBJECT

private:
    static OpProbe product(bool transposeA, bool transposeB)
    {
        return OpProbe("matmul", {{"transpose_a", transposeA ? "True" : "False"},
                                  {"transpose_b", transposeB ? "True" : "False"}});
    }

private Q_SLOTS:
    void shapes()
    {
        QCOMPARE(product(false, false).outputsFor({{2, 4}, {4, 3}})[0], (Shape{2, 3}));
        QCOMPARE(product(true, true).outputsFor({{4, 3}, {5, 4}})[0], (Shape{3, 5}));
        QCOMPARE(product(false, false).outputsFor({{2, 3, 4}, {4, 5, 6}})[0], (Shape{2, 3, 5, 6}));
        QCOMPARE(product(false, true).outputsFor({{4}, {4}})[0], (Shape{1, 1}));
        QCOMPARE(product(false, false).outputsFor({{1, unknownSize}, {unknownSize, 4}})[0],
                 (Shape{1, 4}));
    }

    void whatDoesNotMultiplyIsRefused()
    {
        QVERIFY(product(false, false).outputsFor({{2, 4}, {3, 4}}).empty());
        QVERIFY(product(false, false).outputsFor({{2, unknownSize}, {3, 4}}).empty());
        QVERIFY(product(false, false).outputsFor({{2, 4}, {}}).empty());
        QVERIFY(product(false, false).outputsFor({{}, {}}).empty());
    }

    void values()
    {
        const Elements<float> a{{2, 3}, {1, 2, 3, 4, 5, 6}};
        const Elements<float> b{{3, 2}, {1, 0, 0, 1, 1, 1}};
        QCOMPARE(computed<float>(product(false, false), a, b), (std::vector<float>{4, 5, 10, 11}));
        const Elements<float> at{{3, 2}, {1, 4, 2, 5, 3, 6}};
        const Elements<float> bt{{2, 3}, {1, 0, 1, 0, 1, 1}};
        QCOMPARE(computed<float>(product(true, true), at, bt), (std::vector<float>{4, 5, 10, 11}));
        QCOMPARE(computed<std::int8_t>(product(false, true), Elements<std::int8_t>{{2}, {100, 1}},
                                       Elements<std::int8_t>{{2}, {3, 1}}),
                 (std::vector<std::int8_t>{45}));
    }

    void moreDimensions()
    {
        const Elements<float> a{{2, 1, 2}, {1, 2, 3, 4}};
        const Elements<float> b{{2, 2, 1}, {1, 2, 3, 4}};
        QCOMPARE(computed<float>(product(false, false), a, b), (std::vector<float>{7, 10, 15, 22}));
    }

    void work()
    {
        const OpProbe op = product(true, false);
        const Shapes in{{4, 3}, {4, 5}};
        const Shapes out{{3, 5}};
        QCOMPARE(op.spec()->macs(op.rule(), in, out), std::optional<std::int64_t>(60));
        const Shapes unknown{{unknownSize, 3}, {unknownSize, 5}};
        QVERIFY(!op.spec()->macs(op.rule(), unknown, out));
    }

    void gradients_data()
    {
        QTest::addColumn<bool>("transposeA");
        QTest::addColumn<bool>("transposeB");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("plain")
            << false << false
            << QByteArray("n_grad_0 = matmul(g0, x1) {transpose_a=false, transpose_b=true}\n"
                          "n_grad_1 = matmul(x0, g0) {transpose_a=true, transpose_b=false}\n");
        QTest::newRow("left")
            << true << false
            << QByteArray("n_grad_0 = matmul(x1, g0) {transpose_a=false, transpose_b=true}\n"
                          "n_grad_1 = matmul(x0, g0) {transpose_a=false, transpose_b=false}\n");
        QTest::newRow("right")
            << false << true
            << QByteArray("n_grad_0 = matmul(g0, x1) {transpose_a=false, transpose_b=false}\n"
                          "n_grad_1 = matmul(g0, x0) {transpose_a=true, transpose_b=false}\n");
        QTest::newRow("both")
            << true << true
            << QByteArray("n_grad_0 = matmul(x1, g0) {transpose_a=true, transpose_b=true}\n"
                          "n_grad_1 = matmul(g0, x0) {transpose_a=true, transpose_b=true}\n");
    }

    void gradients()
    {
        QFETCH(bool, transposeA);
        QFETCH(bool, transposeB);
        QFETCH(QByteArray, expected);
        QCOMPARE(RewriteProbe(product(transposeA, transposeB), 2).gradient(),
                 expected.toStdString() + "-> n_grad_0, n_grad_1");
    }

    void layouts()
    {
        QCOMPARE(askLayout(product(false, false), {"NM", "MK"}),
                 (LayoutAnswer{{"NM", "MK"}, {"NK"}, {}}));
        QCOMPARE(askLayout(product(true, true), {"MN", "KM"}),
                 (LayoutAnswer{{"MN", "KM"}, {"NK"}, {}}));
        QCOMPARE(askLayout(product(false, false), {"NC", "-"}),
                 (LayoutAnswer{{"NC", "-"}, {"-"}, {}}));
        QVERIFY(!askLayout(product(false, false), {"NC", "CN"}).error.empty());
    }

    void operandsAreOpenEmptyOrScalarInFixedSemantics()
    {
        OpProbe op = OpProbe::fixed("matmul");
        QCOMPARE(op.outputsFor({{2, unknownSize}, {3, 4}}), (Shapes{{2, 4}}));
        QVERIFY(op.outputsFor({Shape::scalar(), {3, 4}}).empty());
        QCOMPARE(op.firstOutput({counted({1, 0}), counted({0, 2})}), (std::vector<float>{0, 0}));
    }
};

NERVURE_TEST(TstMatmul)
#include "tst_matmul.moc"

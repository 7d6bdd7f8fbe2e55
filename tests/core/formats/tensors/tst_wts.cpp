// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/wts.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;

namespace {

const WtsTensors known{
    {"w", {DType::Float32, {3}}}, {"w2", {DType::Int8, {3}}}, {"i", {DType::Int32, {1}}}};

std::vector<double> elements(const Tensor &tensor)
{
    std::vector<double> values;
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
        values.push_back(elementAsDouble(tensor.view(), i));
    }
    return values;
}

} // namespace

class TstWts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsFloats_data();
    void readsFloats();
    void readsBytes();
    void whatIsWrittenReadsBack();
    void unknownNamesSkipTheirLine();
    void reportsFaults_data();
    void reportsFaults();
};

void TstWts::readsFloats_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QList<double>>("expected");
    const QList<double> plain{1, 2, -1};
    QTest::newRow("a line an array")
        << QByteArray("1\nw 0 3 3f800000 40000000 bf800000\n") << plain;
    QTest::newRow("one line") << QByteArray("1 w 0 3 3f800000 40000000 bf800000") << plain;
    QTest::newRow("many lines") << QByteArray("1\nw 0\n3\n3f800000\n 40000000\t\nBF800000")
                                << plain;
    QTest::newRow("prefixes") << QByteArray("1\nw 0 3 0x3f800000 0X40000000 bf800000\n") << plain;
    QTest::newRow("too many digits")
        << QByteArray("1\nw 0 3 13f800000 40000000 ffbf800000") << plain;
    QTest::newRow("text behind") << QByteArray("1\nw 0 3 3f800000 40000000 bf800000\nmore")
                                 << plain;
    QTest::newRow("the later wins")
        << QByteArray("2\nw 0 3 0 0 0\nw 0 3 3f800000 40000000 bf800000") << plain;
}

void TstWts::readsFloats()
{
    QFETCH(QByteArray, text);
    QFETCH(QList<double>, expected);
    Diagnostics diagnostics;
    const auto tensors = readWts(text.toStdString(), "a.wts", known, diagnostics);
    QVERIFY(tensors.ok());
    QVERIFY(diagnostics.empty());
    QCOMPARE(elements(tensors->at("w")), std::vector<double>(expected.begin(), expected.end()));
}

void TstWts::readsBytes()
{
    Diagnostics diagnostics;
    const auto tensors = readWts("1\nw2 2 3 1ff 80 7f\n", "a.wts", known, diagnostics);
    QVERIFY(tensors.ok());
    QCOMPARE(elements(tensors->at("w2")), (std::vector<double>{-1, -128, 127}));
}

void TstWts::whatIsWrittenReadsBack()
{
    const std::vector<float> floats{0.1F, -HUGE_VALF, 0.0F};
    TensorMap tensors{{"w", Tensor::ofFloats({3}, floats)},
                      {"w2", *Tensor::zeros(DType::Int8, {3})}};
    storeElement(tensors["w2"].view(), 1, -128);
    const std::string text = writeWts(tensors);
    QCOMPARE(text, std::string("2\nw 0 3 3dcccccd ff800000 0\nw2 2 3 0 80 0\n"));
    Diagnostics diagnostics;
    const auto read = readWts(text, "a.wts", known, diagnostics);
    QVERIFY(read.ok() && diagnostics.empty());
    for (const auto &[name, tensor] : tensors) {
        QCOMPARE(elements(read->at(name)), elements(tensor));
    }
    QVERIFY(hasWtsType(DType::Int8) && !hasWtsType(DType::Float64));
}

void TstWts::unknownNamesSkipTheirLine()
{
    Diagnostics diagnostics;
    const auto tensors =
        readWts("2\nzzz 0 2 1 2\nw 0 3 0 0 40000000\n", "a.wts", known, diagnostics);
    QVERIFY(tensors.ok());
    QCOMPARE(diagnostics.size(), std::size_t{1});
    QCOMPARE(formatDiagnostic(diagnostics[0]),
             std::string("a.wts:2:1: the model has no tensor 'zzz'"));
    QCOMPARE(elements(tensors->at("w")), (std::vector<double>{0, 0, 2}));
}

void TstWts::reportsFaults_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::newRow("empty") << QByteArray() << 1 << 1;
    QTest::newRow("no count") << QByteArray("hello\n") << 1 << 1;
    QTest::newRow("negative count") << QByteArray("-1\n") << 1 << 3;
    QTest::newRow("half") << QByteArray("1\nw 1 3 1 2 3\n") << 2 << 3;
    QTest::newRow("type unknown") << QByteArray("1\nw 9 3 0 0 0\n") << 2 << 3;
    QTest::newRow("type of another") << QByteArray("1\nw 2 3 1 2 3\n") << 2 << 3;
    QTest::newRow("type never fits") << QByteArray("1\ni 0 1 0\n") << 2 << 3;
    QTest::newRow("length") << QByteArray("1\nw 0 4 0 0 0 0\n") << 2 << 5;
    QTest::newRow("no length") << QByteArray("1\nw 0 x\n") << 2 << 5;
    QTest::newRow("no hexadecimal") << QByteArray("1\nw 0 3 xyz 1 2\n") << 2 << 7;
    QTest::newRow("cut short") << QByteArray("1\nw 0 3 3f800000\n") << 3 << 1;
    QTest::newRow("fewer arrays") << QByteArray("2\nw 0 3 1 2 3\n") << 3 << 1;
    QTest::newRow("long name") << QByteArray("1\n") + QByteArray(512, 'x') + " 0 1 1" << 2 << 513;
    QTest::newRow("split line of an unknown one")
        << QByteArray("2\nzzz 0 2\n3f800000 4\nw 0 3 1 2 3\n") << 4 << 1;
}

void TstWts::reportsFaults()
{
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    QFETCH(int, column);
    Diagnostics diagnostics;
    const auto tensors = readWts(text.toStdString(), "a.wts", known, diagnostics);
    QVERIFY(!tensors.ok());
    QCOMPARE(tensors.error().where.file, std::string("a.wts"));
    QCOMPARE(tensors.error().where.line, line);
    QCOMPARE(tensors.error().where.column, column);
}

NERVURE_TEST(TstWts)
#include "tst_wts.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/npz.h"
#include "core/formats/zip_archive.h"
#include "tests/support/test_class.h"

#include <QByteArray>
#include <QTest>

using namespace nervure;

namespace {

/// Archives that Python's zipfile wrote: w.npy (2x3 float32, 1 to 6, with 64-bit sizes) and idx.npy
/// (int64, -7 and 9); stored, then deflated.
const QByteArray storedFile = QByteArray::fromBase64(
    "UEsDBC0AAAAAAAAAIQB8nN6i//////////8FABQAdy5ucHkBABAAmAAAAAAAAACYAAAAAAAAAJNOVU1QWQEAdgB7J2Rl"
    "c2NyJzogJzxmNCcsICdmb3J0cmFuX29yZGVyJzogRmFsc2UsICdzaGFwZSc6ICgyLCAzKSwgfSAgICAgICAgICAgICAg"
    "ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAKAACAPwAAAEAAAEBAAACAQAAAoEAAAMBA"
    "UEsDBBQAAAAAALMQdl0VleHekAAAAJAAAAAHAAAAaWR4Lm5weZNOVU1QWQEAdgB7J2Rlc2NyJzogJzxpOCcsICdmb3J0"
    "cmFuX29yZGVyJzogRmFsc2UsICdzaGFwZSc6ICgyLCksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg"
    "ICAgICAgICAgICAgICAgICAgICAgICAgICAK+f////////8JAAAAAAAAAFBLAQItAy0AAAAAAAAAIQB8nN6imAAAAJgA"
    "AAAFAAAAAAAAAAAAAACAAQAAAAB3Lm5weVBLAQIUAxQAAAAAALMQdl0VleHekAAAAJAAAAAHAAAAAAAAAAAAAACAAc8A"
    "AABpZHgubnB5UEsFBgAAAAACAAIAaAAAAIQBAAAAAA==");
const QByteArray deflatedFile = QByteArray::fromBase64(
    "UEsDBC0AAAAIAAAAIQB8nN6i//////////8FABQAdy5ucHkBABAAmAAAAAAAAABYAAAAAAAAAJvsF+obEMnIUMZQrZ6S"
    "WpxcpG6loG6TZqKuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GkY6CsaaOgq1CmQDLgaGBnsGBgYHIALiBiBe"
    "AMQHHABQSwMEFAAAAAgAtBB2XRWV4d5LAAAAkAAAAAcAAABpZHgubnB5m+wX6hsQychQxlCtnpJanFykbqWgbpNpoa6j"
    "oJ6WX1RSlJgXn1+UkgoSd0vMKU4FihdnJBakAvkaRjqaOgq1ChQArp//IYCTAQIAUEsBAi0DLQAAAAgAAAAhAHyc3qJY"
    "AAAAmAAAAAUAAAAAAAAAAAAAAIABAAAAAHcubnB5UEsBAhQDFAAAAAgAtBB2XRWV4d5LAAAAkAAAAAcAAAAAAAAAAAAA"
    "AIABjwAAAGlkeC5ucHlQSwUGAAAAAAIAAgBoAAAA/wAAAAAA");

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

} // namespace

class TstNpz : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void archivesOfPythonAreRead_data();
    void archivesOfPythonAreRead();
    void everyCutIsAnError();
    void damageIsNoticed();
    void otherMethodsAreRefused();
    void whatIsWrittenReadsBack();
    void anEmptyArchiveHasNoTensors();
};

void TstNpz::archivesOfPythonAreRead_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("stored") << storedFile;
    QTest::newRow("deflated") << deflatedFile;
}

void TstNpz::archivesOfPythonAreRead()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(isZip(viewOf(bytes)));
    const auto tensors = readNpz(viewOf(bytes));
    QVERIFY2(tensors.ok(), tensors.ok() ? "" : tensors.error().message.c_str());
    QCOMPARE(tensors->size(), std::size_t{2});
    const Tensor &w = tensors->at("w");
    QCOMPARE(w.shape(), (Shape{2, 3}));
    QCOMPARE(w.elements<float>()[5], 6.0F);
    const Tensor &index = tensors->at("idx");
    QCOMPARE(index.type(), DType::Int64);
    QCOMPARE(index.elements<std::int64_t>()[0], std::int64_t{-7});
}

void TstNpz::everyCutIsAnError()
{
    for (const QByteArray &whole : {storedFile, deflatedFile}) {
        for (qsizetype length = 0; length < whole.size(); ++length) {
            const auto tensors = readNpz(viewOf(whole.left(length)));
            QVERIFY2(!tensors.ok(), qPrintable(QString::number(length)));
            QCOMPARE(tensors.error().code, std::string("npz-format"));
        }
        QVERIFY(readNpz(viewOf(whole + "more")).ok());
    }
}

void TstNpz::damageIsNoticed()
{
    int refused = 0;
    for (const QByteArray &whole : {storedFile, deflatedFile}) {
        for (qsizetype i = 0; i < whole.size(); ++i) {
            for (const char flip : {'\x01', '\x40', '\xff'}) {
                QByteArray damaged = whole;
                damaged[i] = static_cast<char>(damaged[i] ^ flip);
                const auto tensors = readNpz(viewOf(damaged));
                refused += tensors.ok() ? 0 : 1;
                // Names, dates and attributes have no checksum; elements have.
                if (tensors.ok() && tensors->count("w") != 0) {
                    QCOMPARE(tensors->at("w").elements<float>()[5], 6.0F);
                }
            }
        }
    }
    QVERIFY(refused > 1000);
}

void TstNpz::otherMethodsAreRefused()
{
    QByteArray bytes = storedFile;
    const qsizetype directory = bytes.indexOf("PK\x01\x02");
    QVERIFY(directory > 0);
    bytes[directory + 10] = 14; // LZMA
    const auto lzma = readNpz(viewOf(bytes));
    QVERIFY(!lzma.ok());
    QVERIFY(lzma.error().message.find("method 14") != std::string::npos);
    QVERIFY(lzma.error().message.find("'w.npy'") != std::string::npos);
    bytes[directory + 10] = 0;
    bytes[directory + 8] = 1;
    const auto encrypted = readNpz(viewOf(bytes));
    QVERIFY(!encrypted.ok());
    QVERIFY(encrypted.error().message.find("encrypted") != std::string::npos);
}

void TstNpz::whatIsWrittenReadsBack()
{
    TensorMap tensors;
    tensors["a:0"] = Tensor::ofFloats({2, 2}, std::vector<float>{1, -2, 3.5F, 4});
    tensors["empty"] = Tensor::zeros(DType::Int8, {0, 3}).value();
    tensors["scalar"] = Tensor::zeros(DType::Float64, Shape::scalar()).value();
    const auto bytes = writeNpz(tensors);
    QVERIFY(bytes.ok());
    QCOMPARE(*bytes, *writeNpz(tensors));
    const auto again = readNpz(*bytes);
    QVERIFY2(again.ok(), again.ok() ? "" : again.error().message.c_str());
    QCOMPARE(again->size(), std::size_t{3});
    QCOMPARE(again->at("a:0").elements<float>()[2], 3.5F);
    QCOMPARE(again->at("empty").shape(), (Shape{0, 3}));
    QCOMPARE(again->at("scalar").type(), DType::Float64);
}

void TstNpz::anEmptyArchiveHasNoTensors()
{
    const auto bytes = writeNpz({});
    QVERIFY(bytes.ok());
    QVERIFY(isZip(*bytes));
    QVERIFY(readNpz(*bytes).ok());
    QVERIFY(readNpz(*bytes)->empty());
}

NERVURE_TEST(TstNpz)
#include "tst_npz.moc"

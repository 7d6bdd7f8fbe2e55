// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/npy.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

std::string file(const std::string &dictionary, const std::string &data)
{
    std::string bytes("\x93NUMPY\1\0", 8);
    bytes += static_cast<char>(dictionary.size());
    bytes += '\0';
    return bytes + dictionary + data;
}

} // namespace

class TstNpy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsRead_data();
    void whatIsWrittenIsRead();
    void elementsBeginAtAMultipleOf64();
    void fortranOrderIsTurned();
    void badFilesAreRefused_data();
    void badFilesAreRefused();
};

void TstNpy::whatIsWrittenIsRead_data()
{
    QTest::addColumn<int>("type");
    for (const DType type : {DType::Float32, DType::Float64, DType::Float16, DType::UInt8,
                             DType::Int64, DType::UInt64, DType::Int16}) {
        QTest::newRow(std::string(dtypeName(type)).c_str()) << static_cast<int>(type);
    }
}

void TstNpy::whatIsWrittenIsRead()
{
    QFETCH(int, type);
    for (const Shape &shape : {Shape::scalar(), Shape{3}, Shape{2, 3, 4}, Shape{0, 5}}) {
        Tensor tensor = Tensor::zeros(static_cast<DType>(type), shape).value();
        for (std::int64_t i = 0; i < tensor.count(); ++i) {
            storeElement(tensor.view(), i, static_cast<double>(i) + 1);
        }
        const Result<Tensor> read = readNpy(writeNpy(tensor.view()));
        QVERIFY(read.ok());
        QCOMPARE(read->type(), tensor.type());
        QCOMPARE(read->shape(), shape);
        QCOMPARE(relativeDifference(read->view(), tensor.view()), 0.0);
    }
}

void TstNpy::elementsBeginAtAMultipleOf64()
{
    const Tensor tensor = Tensor::ofFloats({1}, std::vector<float>{1});
    QCOMPARE((writeNpy(tensor.view()).size() - 4) % 64, std::size_t{0});
}

void TstNpy::fortranOrderIsTurned()
{
    const std::string data("\0\1\2\3\4\5", 6);
    const auto tensor =
        readNpy(file("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }\n", data));
    QVERIFY(tensor.ok());
    const auto values = tensor->elements<std::uint8_t>();
    QCOMPARE(std::vector<int>(values.begin(), values.end()), (std::vector<int>{0, 2, 4, 1, 3, 5}));
}

void TstNpy::badFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char *name, const std::string &bytes) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes);
    };
    row("empty", "");
    row("other", std::string(100, 'x'));
    row("magic alone", std::string("\x93NUMPY\1\0", 8));
    row("version 2 cut", std::string("\x93NUMPY\2\0\1\0", 10));
    row("long header", file("{}", "").replace(8, 1, "\xff"));
    row("no keys", file("{}", ""));
    row("big-endian", file("{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }", "abcd"));
    row("objects", file("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", "abcd"));
    row("short", file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", "abcd"));
    row("huge", file("{'descr': '<f4', 'fortran_order': False, "
                     "'shape': (4611686018427387904, 4), }",
                     "abcd"));
    row("negative", file("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "abcd"));
    std::string ones;
    for (int i = 0; i < 65; ++i) {
        ones += "1,";
    }
    row("dimensions",
        file("{'descr': '|u1', 'fortran_order': False, 'shape': (" + ones + ")}", "a"));
    row("no tuple", file("{'descr': '<f4', 'fortran_order': False, 'shape': 3}", "abcd"));
}

void TstNpy::badFilesAreRefused()
{
    QFETCH(QByteArray, bytes);
    const Result<Tensor> tensor = readNpy(bytes.toStdString());
    QVERIFY(!tensor.ok());
    QCOMPARE(tensor.error().code, std::string("npy-format"));
}

NERVURE_TEST(TstNpy)
#include "tst_npy.moc"

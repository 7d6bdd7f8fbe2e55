// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/mxnet_params.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

enum class Form { Legacy, V1, V2, V3 };

template <typename T>
void append(std::string &bytes, T value)
{
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(T));
}

/// What comes in front of an array's elements, in one of MXNet's forms.
std::string headerOf(Form form, const std::vector<std::int64_t> &shape, std::int32_t type)
{
    std::string bytes;
    if (form != Form::Legacy) {
        append(bytes, static_cast<std::uint32_t>(0xF993FAC7 + static_cast<std::uint32_t>(form)));
    }
    if (form == Form::V2 || form == Form::V3) {
        append(bytes, std::int32_t{0});
    }
    append(bytes, static_cast<std::uint32_t>(shape.size()));
    for (const std::int64_t size : shape) {
        form == Form::Legacy ? append(bytes, static_cast<std::uint32_t>(size))
                             : append(bytes, size);
    }
    for (const std::int32_t word : {1, 0, type}) {
        append(bytes, word);
    }
    return bytes;
}

std::string fileOf(const std::vector<std::string> &arrays, const std::vector<std::string> &names)
{
    std::string bytes;
    append<std::uint64_t>(bytes, 0x112);
    append<std::uint64_t>(bytes, 0);
    append<std::uint64_t>(bytes, arrays.size());
    for (const std::string &array : arrays) {
        bytes += array;
    }
    append<std::uint64_t>(bytes, names.size());
    for (const std::string &name : names) {
        append<std::uint64_t>(bytes, name.size());
        bytes += name;
    }
    return bytes;
}

std::string floats(Form form)
{
    std::string bytes = headerOf(form, {1, 2}, 0);
    append(bytes, 1.5F);
    append(bytes, -2.0F);
    return bytes;
}

std::string fileIn(Form form)
{
    std::string integers = headerOf(form, {1}, 6);
    append<std::int64_t>(integers, -3);
    return fileOf({floats(form), integers}, {"arg:w", "aux:mean"});
}

} // namespace

class TstMxnetParams : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFormOfAnArrayIsRead_data();
    void everyFormOfAnArrayIsRead();
    void arraysWithoutNamesAreNumbered();
    void numpyScalarsAreReadInV3Alone();
    void everyCutIsAnError();
    void whatHasNoCounterpartIsRefused();
    void hugeCountsTakeNoMemory();
};

void TstMxnetParams::everyFormOfAnArrayIsRead_data()
{
    QTest::addColumn<int>("form");
    QTest::newRow("legacy") << int(Form::Legacy);
    QTest::newRow("V1") << int(Form::V1);
    QTest::newRow("V2") << int(Form::V2);
    QTest::newRow("V3") << int(Form::V3);
}

void TstMxnetParams::everyFormOfAnArrayIsRead()
{
    QFETCH(int, form);
    const std::string bytes = fileIn(static_cast<Form>(form));
    QVERIFY(isMxnetParams(bytes));
    const auto tensors = readMxnetParams(bytes);
    QVERIFY2(tensors.ok(), tensors.ok() ? "" : tensors.error().message.c_str());
    QCOMPARE(tensors->size(), std::size_t{2});
    QCOMPARE(tensors->at("w").shape(), (Shape{1, 2}));
    QCOMPARE(tensors->at("w").elements<float>()[1], -2.0F);
    QCOMPARE(tensors->at("mean").elements<std::int64_t>()[0], std::int64_t{-3});
}

void TstMxnetParams::arraysWithoutNamesAreNumbered()
{
    const auto tensors = readMxnetParams(fileOf({floats(Form::V2), floats(Form::V1)}, {}));
    QVERIFY(tensors.ok());
    QCOMPARE(tensors->count("0") + tensors->count("1"), std::size_t{2});
    QVERIFY(readMxnetParams(fileOf({}, {})).ok());
}

void TstMxnetParams::numpyScalarsAreReadInV3Alone()
{
    for (const Form form : {Form::V2, Form::V3}) {
        std::string scalar = headerOf(form, {}, 0);
        append(scalar, 2.5F);
        const auto tensors = readMxnetParams(fileOf({scalar}, {"s"}));
        QCOMPARE(tensors.ok(), form == Form::V3);
        if (tensors) {
            QCOMPARE(tensors->at("s").shape(), Shape());
        }
    }
}

void TstMxnetParams::everyCutIsAnError()
{
    for (const Form form : {Form::Legacy, Form::V1, Form::V2, Form::V3}) {
        const std::string whole = fileIn(form);
        for (std::size_t length = 0; length < whole.size(); ++length) {
            const auto tensors = readMxnetParams(std::string_view(whole).substr(0, length));
            QVERIFY2(!tensors.ok(), qPrintable(QString::number(length)));
            QCOMPARE(tensors.error().code, std::string("params-invalid"));
        }
    }
}

void TstMxnetParams::whatHasNoCounterpartIsRefused()
{
    std::string sparse = floats(Form::V2);
    sparse[4] = 1;
    const auto rows = readMxnetParams(fileOf({sparse}, {"w"}));
    QVERIFY(!rows.ok());
    QVERIFY(rows.error().message.find("sparse") != std::string::npos);
    const auto brain =
        readMxnetParams(fileOf({headerOf(Form::V2, {1}, 12) + std::string(2, '\0')}, {"w"}));
    QVERIFY(!brain.ok());
    QVERIFY(brain.error().message.find("type 12") != std::string::npos);
    const auto count = readMxnetParams(fileOf({floats(Form::V2)}, {"one", "two"}));
    NERVURE_VERIFY_ERROR(count, "params-invalid",
                         "byte 80: found 2 names, expected 1, one an array");
    NERVURE_VERIFY_ERROR(readMxnetParams(fileOf({headerOf(Form::V2, {-1, 2}, 0)}, {"w"})),
                         "params-invalid", "array 0, byte 44: no size of dimension 0");
}

void TstMxnetParams::hugeCountsTakeNoMemory()
{
    std::string bytes = fileIn(Form::V2);
    bytes.replace(16, 8, std::string(8, '\x7f'));
    NERVURE_VERIFY_ERROR(readMxnetParams(bytes), "params-invalid",
                         "byte 24: found a count of arrays that the file cannot hold");
    const std::int64_t much = std::int64_t{1} << 40;
    NERVURE_VERIFY_ERROR(readMxnetParams(fileOf({headerOf(Form::V2, {much, much}, 0)}, {"w"})),
                         "params-invalid",
                         "array 0, byte 64: the file ends inside the elements of an array");
    NERVURE_VERIFY_ERROR(readMxnetParams(fileOf({headerOf(Form::V2, {much}, 0)}, {"w"})),
                         "params-invalid",
                         "array 0, byte 56: the file ends inside the elements of an array");
}

NERVURE_TEST(TstMxnetParams)
#include "tst_mxnet_params.moc"

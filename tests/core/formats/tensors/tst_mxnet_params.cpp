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
    void sparseArraysBecomeDense();
    void sparseIndicesOutsideAreRefused();
    void arraysWithoutElementsAreLeftOut();
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
        if (form == Form::V2) {
            // No array has no dimensions there: its elements are taken for the names.
            QVERIFY(!tensors.ok());
        } else {
            QVERIFY(tensors.ok());
            QCOMPARE(tensors->at("s").shape(), Shape::scalar());
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

namespace {

void appendShape(std::string &bytes, const std::vector<std::int64_t> &shape)
{
    append(bytes, static_cast<std::uint32_t>(shape.size()));
    for (const std::int64_t size : shape) {
        append(bytes, size);
    }
}

/// A sparse array of 3 x 2 in V2: two stored elements or rows, and lists of indices of int64.
std::string sparseArray(std::int32_t storage, const std::vector<std::int64_t> &stored,
                        const std::vector<std::vector<std::int64_t>> &lists)
{
    std::string bytes;
    append<std::uint32_t>(bytes, 0xF993FAC9);
    append(bytes, storage);
    appendShape(bytes, stored);
    appendShape(bytes, {3, 2});
    for (const std::int32_t word : {1, 0, 0}) {
        append(bytes, word);
    }
    for (const auto &list : lists) {
        append(bytes, std::int32_t{6});
        appendShape(bytes, {static_cast<std::int64_t>(list.size())});
    }
    for (int i = 0; i < (storage == 1 ? 4 : 2); ++i) {
        append(bytes, static_cast<float>(i + 1));
    }
    for (const auto &list : lists) {
        for (const std::int64_t index : list) {
            append(bytes, index);
        }
    }
    return bytes;
}

std::vector<float> elementsOf(const Tensor &tensor)
{
    const auto elements = tensor.elements<float>();
    return {elements.begin(), elements.end()};
}

} // namespace

void TstMxnetParams::sparseArraysBecomeDense()
{
    const auto arrays = readMxnetArrays(
        fileOf({sparseArray(1, {2, 2}, {{2, 0}}), sparseArray(2, {2}, {{0, 1, 1, 2}, {1, 0}})},
               {"arg:rows", "cells"}));
    QVERIFY2(arrays.ok(), arrays.ok() ? "" : arrays.error().message.c_str());
    QCOMPARE(arrays->at(0).name, std::string("arg:rows"));
    QCOMPARE(arrays->at(0).storage, MXNetStorage::RowSparse);
    QCOMPARE(elementsOf(arrays->at(0).tensor), (std::vector<float>{3, 4, 0, 0, 1, 2}));
    QCOMPARE(arrays->at(1).storage, MXNetStorage::Csr);
    QCOMPARE(elementsOf(arrays->at(1).tensor), (std::vector<float>{0, 1, 0, 0, 2, 0}));
}

void TstMxnetParams::sparseIndicesOutsideAreRefused()
{
    for (const std::string &array :
         {sparseArray(1, {2, 2}, {{3, 0}}), sparseArray(1, {2, 2}, {{-1, 0}}),
          sparseArray(2, {2}, {{0, 1, 1, 9}, {1, 0}}), sparseArray(2, {2}, {{0, 1, 1, 2}, {1, 2}}),
          sparseArray(2, {2}, {{0, 2}, {1, 0}})}) {
        const auto arrays = readMxnetArrays(fileOf({array}, {"w"}));
        QVERIFY(!arrays.ok());
        QVERIFY(arrays.error().message.find("do not fit its shape") != std::string::npos);
    }
}

void TstMxnetParams::arraysWithoutElementsAreLeftOut()
{
    std::string none;
    append<std::uint32_t>(none, 0xF993FAC9);
    append<std::int32_t>(none, 0);
    append<std::uint32_t>(none, 0);
    const auto arrays = readMxnetArrays(fileOf({none, floats(Form::V2)}, {"none", "w"}));
    QVERIFY(arrays.ok());
    QCOMPARE(arrays->size(), std::size_t{1});
    QCOMPARE(arrays->at(0).name, std::string("w"));
}

void TstMxnetParams::whatHasNoCounterpartIsRefused()
{
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

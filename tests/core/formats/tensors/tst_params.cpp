// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/params.h"

#include "core/support/file.h"
#include "tests/support/errors.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>

using namespace nervure;

namespace {

template <typename T>
void put(std::string &bytes, T value)
{
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(T));
}

/// One float32 array of two elements, named "w".
std::string smallFile()
{
    std::string bytes;
    put<std::uint64_t>(bytes, 0xF7E58D4F05049CB7);
    put<std::uint64_t>(bytes, 0);
    put<std::uint64_t>(bytes, 1);
    put<std::uint64_t>(bytes, 1);
    bytes += 'w';
    put<std::uint64_t>(bytes, 1);
    put<std::uint64_t>(bytes, 0xDD5E40F096B4A13F);
    put<std::uint64_t>(bytes, 0);
    for (const std::int32_t word : {1, 0, 1}) {
        put(bytes, word);
    }
    put<std::uint8_t>(bytes, 2);
    put<std::uint8_t>(bytes, 32);
    put<std::uint16_t>(bytes, 1);
    put<std::int64_t>(bytes, 2);
    put<std::int64_t>(bytes, 8);
    put(bytes, 1.5F);
    put(bytes, -2.0F);
    return bytes;
}

double number(const QJsonValue &value)
{
    const QString text = value.toString();
    if (text.isEmpty()) {
        return value.toDouble();
    }
    return text == QStringLiteral("nan")    ? std::nan("")
           : text == QStringLiteral("-inf") ? -HUGE_VAL
                                            : HUGE_VAL;
}

QJsonDocument readJson(const std::filesystem::path &path)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(tests::readFile(path)));
}

} // namespace

class TstParams : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void arraysAreReadByName()
    {
        const auto tensors = readParams(smallFile());
        QVERIFY(tensors.ok());
        const Tensor &w = tensors->at("w");
        QCOMPARE(w.shape(), Shape{2});
        QCOMPARE(w.elements<float>()[1], -2.0F);
    }

    void everyCutIsAnError()
    {
        const std::string whole = smallFile();
        for (std::size_t length = 0; length < whole.size(); ++length) {
            const auto tensors = readParams(std::string_view(whole).substr(0, length));
            QVERIFY2(!tensors.ok(), qPrintable(QString::number(length)));
            QCOMPARE(tensors.error().code, std::string("params-invalid"));
        }
        QVERIFY(readParams(whole + "more").ok());
    }

    void hugeCountsTakeNoMemory()
    {
        std::string bytes = smallFile();
        bytes.replace(16, 8, std::string(8, '\x7f'));
        NERVURE_VERIFY_ERROR(readParams(bytes), "params-invalid",
                             "byte 24: found a count of names that the file cannot hold");
    }

    void recordedFilesReadAsTheOriginalReadsThem()
    {
        NERVURE_NEED_ORACLES();
        int compared = 0;
        for (const auto &file : std::filesystem::directory_iterator(folder())) {
            if (file.path().extension() != ".params") {
                continue;
            }
            const auto json = std::filesystem::path(file.path()).replace_extension(".json");
            const QJsonObject recorded = readJson(json).object();
            const auto tensors = readParams(tests::readFile(file.path()));
            if (file.path().stem() == "bool") {
                // one-bit booleans: the original cannot read them either
                NERVURE_VERIFY_ERROR(
                    tensors, "params-invalid",
                    "array 'b', byte 73: found element type code 1 with 1 bits and 1");
                continue;
            }
            QVERIFY2(tensors.ok(), file.path().c_str());
            compareAll(recorded[QStringLiteral("params")].toArray(), *tensors);
            ++compared;
        }
        QVERIFY(compared > 5);
    }

    void damagedFilesNeverPassForMore()
    {
        NERVURE_NEED_ORACLES();
        const QJsonArray cases =
            readJson(folder() / "corrupt.json").object()[QStringLiteral("cases")].toArray();
        QVERIFY(!cases.isEmpty());
        for (const QJsonValue &entry : cases) {
            const QString name = entry[QStringLiteral("file")].toString();
            const auto path = folder() / name.toStdString();
            if (!std::filesystem::exists(path)) {
                continue;
            }
            const auto tensors = readParams(*readFile(path));
            const QJsonObject original = entry[QStringLiteral("load_param_dict")].toObject();
            if (!original.contains(QStringLiteral("ok"))) {
                NERVURE_VERIFY_ERROR(tensors, "params-invalid", "byte ");
            }
        }
    }

private:
    static std::filesystem::path folder() { return tests::oraclesFolder() / "params"; }

    static void compareAll(const QJsonArray &recorded, const TensorMap &tensors)
    {
        for (const QJsonValue &param : recorded) {
            const std::string name = param[QStringLiteral("name")].toString().toStdString();
            QVERIFY2(tensors.count(name) == 1, name.c_str());
            const ConstTensorView tensor = tensors.at(name).view();
            const QJsonArray data = param[QStringLiteral("data")].toArray();
            QCOMPARE(tensor.count(), std::int64_t{data.size()});
            for (qsizetype i = 0; i < data.size(); ++i) {
                const double expected = number(data[i]);
                const double actual = elementAsDouble(tensor, i);
                // float32 data is recorded in its own shortest form: denormals differ as doubles.
                const bool equal = actual == expected
                                   || static_cast<float>(actual) == static_cast<float>(expected)
                                   || (std::isnan(actual) && std::isnan(expected));
                QVERIFY2(equal, name.c_str());
            }
        }
    }
};

NERVURE_TEST(TstParams)
#include "tst_params.moc"

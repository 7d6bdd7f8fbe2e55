// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/stored_type.h"

#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;

namespace {

double valueOf(StoredType type, std::initializer_list<int> bytes)
{
    std::string element;
    for (const int byte : bytes) {
        element += static_cast<char>(byte);
    }
    std::vector<double> values;
    addValues(type, element, values);
    return values.empty() ? std::nan("") : values.front();
}

} // namespace

/// Values are those that the formats' definitions give: IEEE 754, the OCP's 8-bit and microscaling formats,
/// and ONNX's for the types without negative zero.
class TstStoredType : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void smallFloats_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("bits");
        QTest::addColumn<double>("value");
        const auto add = [](const char *name, StoredType type, int bits, double value) {
            QTest::newRow(name) << static_cast<int>(type) << bits << value;
        };
        add("e4m3fn one", StoredType::Float8E4M3Fn, 0x38, 1);
        add("e4m3fn greatest", StoredType::Float8E4M3Fn, 0x7e, 448);
        add("e4m3fn least", StoredType::Float8E4M3Fn, 0x01, std::ldexp(1, -9));
        add("e4m3fn negative", StoredType::Float8E4M3Fn, 0xb8, -1);
        add("e4m3fnuz one", StoredType::Float8E4M3Fnuz, 0x40, 1);
        add("e4m3fnuz greatest", StoredType::Float8E4M3Fnuz, 0x7f, 240);
        add("e5m2 one", StoredType::Float8E5M2, 0x3c, 1);
        add("e5m2 greatest", StoredType::Float8E5M2, 0x7b, 57344);
        add("e5m2 infinity", StoredType::Float8E5M2, 0xfc, -INFINITY);
        add("e5m2fnuz one", StoredType::Float8E5M2Fnuz, 0x40, 1);
        add("e5m2fnuz greatest", StoredType::Float8E5M2Fnuz, 0x7f, 57344);
        add("e8m0 one", StoredType::Float8E8M0, 127, 1);
        add("e8m0 least", StoredType::Float8E8M0, 0, std::ldexp(1, -127));
        add("e2m1 greatest", StoredType::Float4E2M1, 0x7, 6);
        add("e2m1 least", StoredType::Float4E2M1, 0x1, 0.5);
        add("e2m1 negative", StoredType::Float4E2M1, 0xb, -1.5);
        add("int4", StoredType::Int4, 0x9, -7);
        add("uint4", StoredType::UInt4, 0x9, 9);
        add("int2", StoredType::Int2, 0x2, -2);
        add("uint2", StoredType::UInt2, 0x3, 3);
        add("int8", StoredType::Int8, 0xff, -1);
        add("uint8", StoredType::UInt8, 0xff, 255);
        add("bool", StoredType::Bool, 1, 1);
    }

    void smallFloats()
    {
        QFETCH(int, type);
        QFETCH(int, bits);
        QFETCH(double, value);
        QCOMPARE(valueOf(static_cast<StoredType>(type), {bits}), value);
    }

    void whatIsNoNumber()
    {
        QVERIFY(std::isnan(valueOf(StoredType::Float8E4M3Fn, {0x7f})));
        QVERIFY(std::isnan(valueOf(StoredType::Float8E4M3Fn, {0xff})));
        QVERIFY(std::isnan(valueOf(StoredType::Float8E4M3Fnuz, {0x80})));
        QVERIFY(std::isnan(valueOf(StoredType::Float8E5M2, {0x7d})));
        QVERIFY(std::isnan(valueOf(StoredType::Float8E5M2Fnuz, {0x80})));
        QVERIFY(std::isnan(valueOf(StoredType::Float8E8M0, {0xff})));
    }

    void wideTypes()
    {
        QCOMPARE(valueOf(StoredType::BFloat16, {0x80, 0x3f}), 1.0);
        QCOMPARE(valueOf(StoredType::Float16, {0x00, 0x3c}), 1.0);
        QCOMPARE(valueOf(StoredType::Float32, {0, 0, 0x80, 0xbf}), -1.0);
        QCOMPARE(valueOf(StoredType::UInt16, {0xff, 0xff}), 65535.0);
        QCOMPARE(valueOf(StoredType::Int16, {0xff, 0xff}), -1.0);
        // 3 + 4i: the magnitude.
        QCOMPARE(valueOf(StoredType::Complex64, {0, 0, 0x40, 0x40, 0, 0, 0x80, 0x40}), 5.0);
    }

    void packedElements()
    {
        // The first element is in the low bits; the last byte is half used.
        QCOMPARE(unpacked(StoredType::UInt4, "\x21\x03", 0, 3), std::string("\1\2\3"));
        QCOMPARE(unpacked(StoredType::UInt4, "\x21\x03", 1, 2), std::string("\2\3"));
        QCOMPARE(unpacked(StoredType::UInt2, "\xe4\x01", 1, 4), std::string("\1\2\3\1"));
        QCOMPARE(packedBytes(StoredType::UInt4, 3), std::uint64_t(2));
        QCOMPARE(packedBytes(StoredType::Int2, 5), std::uint64_t(2));
        QCOMPARE(packedBytes(StoredType::Complex128, 3), std::uint64_t(48));
        QCOMPARE(packedBytes(StoredType::String, 3), std::uint64_t(0));
    }

    void texts()
    {
        const float tenth = 0.1F;
        const std::string bytes(reinterpret_cast<const char *>(&tenth), sizeof tenth);
        QCOMPARE(elementText(StoredType::Float32, bytes), std::string("0.1"));
        QCOMPARE(elementText(StoredType::BFloat16, "\x80\x3f"), std::string("1"));
        QCOMPARE(elementText(StoredType::Bool, "\1"), std::string("true"));
        QCOMPARE(elementText(StoredType::Int4, "\x9"), std::string("-7"));
        QCOMPARE(elementText(StoredType::UInt64, "\xff\xff\xff\xff\xff\xff\xff\xff"),
                 std::string("18446744073709551615"));
        QCOMPARE(
            elementText(StoredType::Complex64, std::string_view("\0\0\x40\x40\0\0\x80\xc0", 8)),
            std::string("3-4i"));
    }

    void numbersOfTypes()
    {
        QCOMPARE(storedTypeOf(std::int64_t{16}), StoredType::BFloat16);
        QCOMPARE(storedTypeOf(std::int64_t{26}), StoredType::Int2);
        QCOMPARE(storedTypeOf(std::int64_t{27}), StoredType::Unknown);
        QCOMPARE(storedTypeOf(std::int64_t{-1}), StoredType::Unknown);
        QCOMPARE(storedTypeOf(DType::Int8), StoredType::Int8);
    }
};

NERVURE_TEST(TstStoredType)
#include "tst_stored_type.moc"

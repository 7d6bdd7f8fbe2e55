// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/stored_elements.h"

#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;

namespace {

double valueOf(ElementType type, std::initializer_list<int> bytes)
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
class TstStoredElements : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void smallFloats_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("bits");
        QTest::addColumn<double>("value");
        const auto add = [](const char *name, ElementType type, int bits, double value) {
            QTest::newRow(name) << static_cast<int>(type) << bits << value;
        };
        add("e4m3fn one", ElementType::Float8E4M3FN, 0x38, 1);
        add("e4m3fn greatest", ElementType::Float8E4M3FN, 0x7e, 448);
        add("e4m3fn least", ElementType::Float8E4M3FN, 0x01, std::ldexp(1, -9));
        add("e4m3fn negative", ElementType::Float8E4M3FN, 0xb8, -1);
        add("e4m3fnuz one", ElementType::Float8E4M3FNUZ, 0x40, 1);
        add("e4m3fnuz greatest", ElementType::Float8E4M3FNUZ, 0x7f, 240);
        add("e5m2 one", ElementType::Float8E5M2, 0x3c, 1);
        add("e5m2 greatest", ElementType::Float8E5M2, 0x7b, 57344);
        add("e5m2 infinity", ElementType::Float8E5M2, 0xfc, -INFINITY);
        add("e5m2fnuz one", ElementType::Float8E5M2FNUZ, 0x40, 1);
        add("e5m2fnuz greatest", ElementType::Float8E5M2FNUZ, 0x7f, 57344);
        add("e8m0 one", ElementType::Float8E8M0, 127, 1);
        add("e8m0 least", ElementType::Float8E8M0, 0, std::ldexp(1, -127));
        add("e2m1 greatest", ElementType::Float4E2M1, 0x7, 6);
        add("e2m1 least", ElementType::Float4E2M1, 0x1, 0.5);
        add("e2m1 negative", ElementType::Float4E2M1, 0xb, -1.5);
        add("e2m3 greatest", ElementType::Float6E2M3, 0x1f, 7.5);
        add("e2m3 negative", ElementType::Float6E2M3, 0x28, -1);
        add("e3m2 greatest", ElementType::Float6E3M2, 0x1f, 28);
        add("int4", ElementType::Int4, 0x9, -7);
        add("uint4", ElementType::UInt4, 0x9, 9);
        add("int2", ElementType::Int2, 0x2, -2);
        add("uint2", ElementType::UInt2, 0x3, 3);
        add("int8", ElementType::Int8, 0xff, -1);
        add("uint8", ElementType::UInt8, 0xff, 255);
        add("bool", ElementType::Bool, 1, 1);
    }

    void smallFloats()
    {
        QFETCH(int, type);
        QFETCH(int, bits);
        QFETCH(double, value);
        QCOMPARE(valueOf(static_cast<ElementType>(type), {bits}), value);
    }

    void elementsOfSixBitsLieAcrossBytes()
    {
        // 1, 2, 3, 4 from the low bits of three bytes on
        const std::string packed{'\x81', '\x30', '\x10'};
        QCOMPARE(packedBytes(ElementType::Float6E2M3, 4), std::uint64_t(3));
        QCOMPARE(packedBytes(ElementType::Float6E2M3, 5), std::uint64_t(4));
        QCOMPARE(unpacked(ElementType::Float6E2M3, packed, 0, 4),
                 (std::string{'\1', '\2', '\3', '\4'}));
        QCOMPARE(unpacked(ElementType::Float6E2M3, packed, 2, 1), std::string(1, '\3'));
    }

    void whatIsNoNumber()
    {
        QVERIFY(std::isnan(valueOf(ElementType::Float8E4M3FN, {0x7f})));
        QVERIFY(std::isnan(valueOf(ElementType::Float8E4M3FN, {0xff})));
        QVERIFY(std::isnan(valueOf(ElementType::Float8E4M3FNUZ, {0x80})));
        QVERIFY(std::isnan(valueOf(ElementType::Float8E5M2, {0x7d})));
        QVERIFY(std::isnan(valueOf(ElementType::Float8E5M2FNUZ, {0x80})));
        QVERIFY(std::isnan(valueOf(ElementType::Float8E8M0, {0xff})));
    }

    void wideTypes()
    {
        QCOMPARE(valueOf(ElementType::BFloat16, {0x80, 0x3f}), 1.0);
        QCOMPARE(valueOf(ElementType::Float16, {0x00, 0x3c}), 1.0);
        QCOMPARE(valueOf(ElementType::Float32, {0, 0, 0x80, 0xbf}), -1.0);
        QCOMPARE(valueOf(ElementType::UInt16, {0xff, 0xff}), 65535.0);
        QCOMPARE(valueOf(ElementType::Int16, {0xff, 0xff}), -1.0);
        // 3 + 4i: the magnitude.
        QCOMPARE(valueOf(ElementType::Complex64, {0, 0, 0x40, 0x40, 0, 0, 0x80, 0x40}), 5.0);
    }

    void packedElements()
    {
        // The first element is in the low bits; the last byte is half used.
        QCOMPARE(unpacked(ElementType::UInt4, "\x21\x03", 0, 3), std::string("\1\2\3"));
        QCOMPARE(unpacked(ElementType::UInt4, "\x21\x03", 1, 2), std::string("\2\3"));
        QCOMPARE(unpacked(ElementType::UInt2, "\xe4\x01", 1, 4), std::string("\1\2\3\1"));
        QCOMPARE(packedBytes(ElementType::UInt4, 3), std::uint64_t(2));
        QCOMPARE(packedBytes(ElementType::Int2, 5), std::uint64_t(2));
        QCOMPARE(packedBytes(ElementType::Complex128, 3), std::uint64_t(48));
        QCOMPARE(packedBytes(ElementType::String, 3), std::uint64_t(0));
    }

    void texts()
    {
        const float tenth = 0.1F;
        const std::string bytes(reinterpret_cast<const char *>(&tenth), sizeof tenth);
        QCOMPARE(elementText(ElementType::Float32, bytes), std::string("0.1"));
        QCOMPARE(elementText(ElementType::BFloat16, "\x80\x3f"), std::string("1"));
        QCOMPARE(elementText(ElementType::Bool, "\1"), std::string("true"));
        QCOMPARE(elementText(ElementType::Int4, "\x9"), std::string("-7"));
        QCOMPARE(elementText(ElementType::UInt64, "\xff\xff\xff\xff\xff\xff\xff\xff"),
                 std::string("18446744073709551615"));
        QCOMPARE(
            elementText(ElementType::Complex64, std::string_view("\0\0\x40\x40\0\0\x80\xc0", 8)),
            std::string("3-4i"));
    }

    void numbersOfTypes()
    {
        QCOMPARE(storedTypeOf(std::int64_t{16}), ElementType::BFloat16);
        QCOMPARE(storedTypeOf(std::int64_t{26}), ElementType::Int2);
        QCOMPARE(storedTypeOf(std::int64_t{28}), ElementType::Float6E3M2);
        QCOMPARE(storedTypeOf(std::int64_t{29}), ElementType::Undefined);
        QCOMPARE(storedTypeOf(std::int64_t{-1}), ElementType::Undefined);
        QCOMPARE(storedTypeOf(DType::Int8), ElementType::Int8);
    }
};

NERVURE_TEST(TstStoredElements)
#include "tst_stored_elements.moc"

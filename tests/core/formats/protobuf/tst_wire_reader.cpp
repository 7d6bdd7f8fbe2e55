// SPDX-License-Identifier: Apache-2.0
#include "core/formats/protobuf/wire_pieces.h"
#include "core/formats/protobuf/wire_reader.h"
#include "core/formats/protobuf/wire_writer.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <limits>

using namespace nervure;

class TstWireReader : public QObject {
    Q_OBJECT

private:
    /// What next() stops at.
    static std::string fault(std::string_view bytes)
    {
        WireReader reader(bytes);
        while (reader.next()) {
        }
        return reader.status() ? "" : reader.status().error().message;
    }

private Q_SLOTS:
    void fieldsOfEachKind()
    {
        std::string bytes;
        addInteger(bytes, 1, 300);
        addInteger(bytes, 2, -1);
        addBytes(bytes, 3, "text");
        addFloat(bytes, 1000, 0.5F);
        WireReader reader(bytes);
        const auto first = reader.next();
        QCOMPARE(first->number, 1U);
        QCOMPARE(first->value, std::uint64_t(300));
        QCOMPARE(first->whole, std::string_view(bytes).substr(0, 3));
        QCOMPARE(static_cast<std::int64_t>(reader.next()->value), std::int64_t(-1));
        QCOMPARE(reader.next()->bytes, std::string_view("text"));
        const auto last = reader.next();
        QCOMPARE(last->number, 1000U);
        std::vector<float> floats;
        QVERIFY(addFloats(*last, floats));
        QCOMPARE(floats, std::vector<float>{0.5F});
        QVERIFY(!reader.next());
        QVERIFY(reader.status());
    }

    void listsPackedOrNot()
    {
        std::string packed;
        addVarint(packed, 7);
        addVarint(packed, std::numeric_limits<std::uint64_t>::max());
        std::string bytes;
        addBytes(bytes, 1, packed);
        addInteger(bytes, 1, 5);
        WireReader reader(bytes);
        std::vector<std::int64_t> values;
        QVERIFY(addIntegers(*reader.next(), values));
        QVERIFY(addIntegers(*reader.next(), values));
        QCOMPARE(values, (std::vector<std::int64_t>{7, -1, 5}));
    }

    void whatIsNoMessage()
    {
        using namespace std::string_literals;
        QCOMPARE(fault(""), std::string());
        QCOMPARE(fault("\x80"), std::string("byte 0: found no number, expected one of at most ten "
                                            "bytes"));
        QCOMPARE(fault(std::string(11, '\xff')),
                 std::string("byte 0: found no number, expected one of at most ten bytes"));
        QCOMPARE(fault("\0"s), std::string("byte 0: found field 0, expected 1 to 536870911"));
        QCOMPARE(
            fault("\x0a\x05"s + "abc"),
            std::string("byte 1: found 5 bytes of field 1, expected at most the 3 that are left"));
        QCOMPARE(fault("\x0d\x01\x02"s),
                 std::string("byte 1: found the end, expected 4 bytes of field 1"));
        QCOMPARE(fault("\x0b"s),
                 std::string("byte 1: found field 1 of wire type 3, expected 0, 1, 2 or 5"));
    }

    void placesAreThoseOfTheFile()
    {
        const std::string file = "0123456789\x0a\x05";
        WireReader reader(std::string_view(file).substr(10), file);
        QVERIFY(!reader.next());
        QVERIFY(reader.status().error().message.starts_with("byte 11:"));
    }

    /// Of a file of which we have the front alone.
    void aMessageThatIsCut()
    {
        const auto fields = firstFields("\x0a\x05"
                                        "abc",
                                        MessageEnd::MayBeCut);
        QVERIFY(fields.has_value());
        QCOMPARE(fields->front().bytes, std::string_view("abc"));
        QVERIFY(!firstFields("\x0a\x05"
                             "abc",
                             MessageEnd::There));
    }

    void aMessageFromPieces()
    {
        const std::string original = "abcdef";
        WirePieces inner;
        inner.keep(std::string_view(original).substr(0, 2));
        inner.keep(std::string_view(original).substr(2, 1));
        inner.add("X");
        WirePieces outer;
        outer.addMessage(3, std::move(inner));
        outer.keep(std::string_view(original).substr(3));
        QCOMPARE(outer.text(), std::string("\x1a\x04"
                                           "abcXdef"));
        QCOMPARE(outer.size(), std::uint64_t(9));
    }
};

NERVURE_TEST(TstWireReader)
#include "tst_wire_reader.moc"

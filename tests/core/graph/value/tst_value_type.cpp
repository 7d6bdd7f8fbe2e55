// SPDX-License-Identifier: Apache-2.0
#include "core/graph/value/value_type.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstValueType : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textsReadBack()
    {
        for (const char *text :
             {"float32[batch, 3, 224, 224]", "int64[]", "bfloat16", "sequence(float32[?, 4])",
              "map(int64, string)", "optional(sequence(int4[2*seq + 1]))", "sparse(float32[9])",
              "sequence(map(int64, float32))", "sequence(?)", "?[2, n]", "?"}) {
            QCOMPARE(ValueType::fromText(text).text(), std::string(text));
        }
    }

    void otherTextsAreUnknown()
    {
        for (const char *text : {"", "real[2]", "float32[2", "sequence", "))", "map()"}) {
            QVERIFY2(!ValueType::fromText(text).hasShape(), text);
        }
        std::string deep;
        for (int i = 0; i < 5000; ++i) {
            deep += "sequence(";
        }
        QVERIFY(!ValueType::fromText(deep + std::string(5000, ')')).hasShape());
    }

    void numbersAreAShape()
    {
        QCOMPARE(ValueType::fromText("float32[batch, 3]").numbers(), (Shape{unknownSize, 3}));
        QCOMPARE(ValueType::fromText("float32[]").numbers(), Shape::scalar());
        QCOMPARE(ValueType::fromText("float32").numbers(), Shape());
    }

    void elementsAndBytesAreCounted()
    {
        QCOMPARE(ValueType::fromText("float32[2, 3]").byteCount(), std::optional<std::int64_t>(24));
        QCOMPARE(ValueType::fromText("int4[3]").byteCount(), std::optional<std::int64_t>(2));
        QCOMPARE(ValueType::fromText("float32[0, 3]").byteCount(), std::optional<std::int64_t>(0));
        QCOMPARE(ValueType::fromText("float32[]").elementCount(), std::optional<std::int64_t>(1));
        QVERIFY(!ValueType::fromText("float32[n]").elementCount());
        QVERIFY(!ValueType::fromText("string[2]").byteCount());
    }

    void mergingTakesWhatSaysMore()
    {
        const auto type = [](const char *text) { return ValueType::fromText(text); };
        QCOMPARE(merged(type("float32[batch, ?]"), type("float32[4, 3]")).text(),
                 std::string("float32[4, 3]"));
        QCOMPARE(merged(type("?"), type("int64[2]")).text(), std::string("int64[2]"));
        QCOMPARE(common(type("float32[2, 3]"), type("float32[2, 4]")).text(),
                 std::string("float32[2, ?]"));
        QCOMPARE(common(type("float32[2]"), type("float32[2, 4]")).text(), std::string("float32"));
        QCOMPARE(common(type("float32[2]"), type("int8[2]")).text(), std::string("?"));
    }

    void elementsReadBothKinds()
    {
        const auto truths = elementsFromText(ElementType::Bool, "true, false");
        QVERIFY(truths && truths->whole.size() == 2 && truths->whole[0].is(1));
        const auto reals = elementsFromText(ElementType::Float32, "0.5, -1");
        QVERIFY(reals && reals->real.size() == 2 && reals->real[1] == -1.0);
        QVERIFY(!elementsFromText(ElementType::Int64, "0.5"));
    }
};

NERVURE_TEST(TstValueType)
#include "tst_value_type.moc"

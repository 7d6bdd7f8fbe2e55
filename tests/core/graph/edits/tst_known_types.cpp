// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/known_types.h"
#include "core/graph/onnx_variable.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstKnownTypes : public QObject {
    Q_OBJECT

    static AttrDict typed(const char *text) { return variableAttrs(ValueType::fromText(text)); }

private Q_SLOTS:
    void typesAreAttributes()
    {
        QCOMPARE(variableTypeText(typed("float32[batch, 3]")), std::string("float32[batch, 3]"));
        QCOMPARE(variableTypeText(typed("int64")), std::string("int64"));
        QCOMPARE(variableTypeText(typed("sequence(float32[?])")),
                 std::string("sequence(float32[?])"));
        QVERIFY(typed("?").empty());
    }

    void whatFits_data()
    {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<bool>("fits");
        QTest::newRow("same") << "float32[2, 3]"
                              << "float32[2, 3]" << true;
        QTest::newRow("another size") << "float32[2, 3]"
                                      << "float32[2, 5]" << false;
        QTest::newRow("another rank") << "float32[2, 3]"
                                      << "float32[2, 3, 1]" << false;
        QTest::newRow("another element") << "float32[2]"
                                         << "int64[2]" << false;
        QTest::newRow("a name") << "float32[batch, 3]"
                                << "float32[2, 3]" << true;
        QTest::newRow("no shape") << "float32"
                                  << "float32[2, 3]" << true;
        QTest::newRow("nothing known") << "?"
                                       << "float32[2, 3]" << true;
        QTest::newRow("no tensor") << "sequence(float32)"
                                   << "float32[2]" << false;
    }
    void whatFits()
    {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(bool, fits);
        QCOMPARE(typesFit(typed(qPrintable(a)), typed(qPrintable(b))), fits);
        QCOMPARE(typesFit(typed(qPrintable(b)), typed(qPrintable(a))), fits);
    }
};

NERVURE_TEST(TstKnownTypes)
#include "tst_known_types.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/attr_forms.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstAttrForms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tuplesAreWrittenAsTheDialectHasThem()
    {
        for (const char *typed : {"3,3", "(3, 3)", "[3,3]"}) {
            QCOMPARE(written(AttrKind::IntTuple, Dialect::Nnvm, typed), std::string("(3, 3)"));
            QCOMPARE(written(AttrKind::IntTuple, Dialect::LightNet, typed), std::string("[3, 3]"));
            QCOMPARE(written(AttrKind::IntTuple, Dialect::Onnx, typed), std::string("[3, 3]"));
        }
        QCOMPARE(written(AttrKind::IntTuple, Dialect::Nnvm, "3,"), std::string("(3,)"));
    }

    void onnxNumbersHaveAFraction()
    {
        QCOMPARE(written(AttrKind::Number, Dialect::Onnx, "1"), std::string("1.0"));
        QCOMPARE(written(AttrKind::Number, Dialect::Onnx, "1e-05"), std::string("1e-05"));
        QCOMPARE(written(AttrKind::NumberTuple, Dialect::Onnx, "(1, 0.5)"),
                 std::string("[1.0, 0.5]"));
        QCOMPARE(written(AttrKind::Integer, Dialect::Onnx, "1"), std::string("1"));
        QCOMPARE(written(AttrKind::Number, Dialect::Nnvm, "1"), std::string("1"));
    }

private:
    static std::string written(AttrKind kind, Dialect dialect, const char *typed)
    {
        AttrDecl decl;
        decl.kind = kind;
        return writtenForm(decl, dialect, typed);
    }
};

NERVURE_TEST(TstAttrForms)
#include "tst_attr_forms.moc"

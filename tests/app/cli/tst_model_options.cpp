// SPDX-License-Identifier: Apache-2.0
#include "app/cli/model_options.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstModelOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aShapeIsNameAndSizes();
    void theLastEqualsSignEndsTheName();
    void malformedShapesAreRefused_data();
    void malformedShapesAreRefused();
    void untypedVariablesAreFloat32UnlessToldOtherwise();
};

void TstModelOptions::aShapeIsNameAndSizes()
{
    for (const char *text : {"x=1,3,224,224", "x=(1, 3, 224, 224)", "x=[1,3,224,224,]"}) {
        const auto parsed = cli::parseShapeOption(text);
        QVERIFY2(parsed.ok(), text);
        QCOMPARE(parsed->first, std::string("x"));
        QCOMPARE(parsed->second, Shape({1, 3, 224, 224}));
    }
}

void TstModelOptions::theLastEqualsSignEndsTheName()
{
    QCOMPARE(cli::parseShapeOption("a=b=2")->first, std::string("a=b"));
}

void TstModelOptions::malformedShapesAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text :
         {"", "x", "=1,2", "x=", "x=1,,2", "x=1,a", "x=-1,2", "x=99999999999999999999"}) {
        QTest::newRow(text) << QByteArray(text);
    }
}

void TstModelOptions::malformedShapesAreRefused()
{
    QFETCH(QByteArray, text);
    QVERIFY(!cli::parseShapeOption(text.toStdString()).ok());
}

void TstModelOptions::untypedVariablesAreFloat32UnlessToldOtherwise()
{
    cli::ModelOptions options;
    QCOMPARE(cli::inputFacts(options).defaultType, DType::Float32);
    options.dtypes = {"*=none", "a.b=int8"};
    const InputFacts facts = cli::inputFacts(options);
    QCOMPARE(facts.defaultType, DType::Unknown);
    QCOMPARE(facts.dtypes.at("a.b"), DType::Int8);
    QVERIFY(!cli::parseDtypeOption("x=float23").ok());
}

NERVURE_TEST(TstModelOptions)
#include "tst_model_options.moc"

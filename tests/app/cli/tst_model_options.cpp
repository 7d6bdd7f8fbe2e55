// SPDX-License-Identifier: Apache-2.0
#include "app/cli/model_options.h"
#include "tests/support/errors.h"
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
    for (const char *text : {"x=1,3,224,224", "x=(1, 3, 224, 224)", "x=[1,3,224,224,]",
                             "x=1x3x224x224", "x=1×3×224×224"}) {
        const auto parsed = cli::parseShapeOption(text);
        QVERIFY2(parsed.ok(), text);
        QCOMPARE(parsed->first, std::string("x"));
        QVERIFY(parsed->second == Dimensions({1, 3, 224, 224}));
    }
    const auto named = cli::parseShapeOption("x=batch,?,8");
    QVERIFY(named.ok());
    QVERIFY(named->second == Dimensions({Dimension::named("batch"), {}, 8}));
}

void TstModelOptions::theLastEqualsSignEndsTheName()
{
    QCOMPARE(cli::parseShapeOption("a=b=2")->first, std::string("a=b"));
}

void TstModelOptions::malformedShapesAreRefused_data()
{
    QTest::addColumn<std::string>("words");
    for (const char *text : {"", "x", "=1,2"}) {
        QTest::newRow(text) << '\'' + std::string(text) + "' is no shape of an input";
    }
    QTest::newRow("x=") << std::string("has a malformed size");
    QTest::newRow("x=1,,2") << std::string("has a malformed size");
    QTest::newRow("x=-1,2") << std::string("has a malformed size");
    QTest::newRow("x=99999999999999999999") << std::string("has a malformed size");
}

void TstModelOptions::malformedShapesAreRefused()
{
    QFETCH(std::string, words);
    NERVURE_VERIFY_ERROR(cli::parseShapeOption(QTest::currentDataTag()), "usage", words);
}

void TstModelOptions::untypedVariablesAreFloat32UnlessToldOtherwise()
{
    cli::ModelOptions options;
    QCOMPARE(cli::inputFacts(options).defaultType, DType::Float32);
    options.dtypes = {"*=none", "a.b=int8"};
    const InputFacts facts = cli::inputFacts(options);
    QCOMPARE(facts.defaultType, DType::Unknown);
    QCOMPARE(facts.dtypes.at("a.b"), DType::Int8);
    NERVURE_VERIFY_ERROR(cli::parseDtypeOption("x=float23"), "usage",
                         "'float23' is no element type, expected one as float32, int8 or");
}

NERVURE_TEST(TstModelOptions)
#include "tst_model_options.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/net/net_translator.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace nervure;
using Json = nlohmann::json;

namespace {

/// The params of the first operator, as an object.
Json paramsOf(const std::string &json)
{
    const Json document = Json::parse(json);
    Json params = Json::object();
    for (const Json &param : document["ops"][0]["params"]) {
        params[param["arg_name"]] = param["value"];
    }
    return params;
}

} // namespace

class TstNetTranslator : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void translatesStatements();
    void numbersOperatorsByType();
    void values_data();
    void values();
    void evaluates();
    void refuses_data();
    void refuses();
    void exactRefusesMore_data();
    void exactRefusesMore();
    void everyLineHasItsPlace();
};

void TstNetTranslator::translatesStatements()
{
    const auto net = translateNet("concat(src1=a, src2=b, | dst=c | axis=1)", Semantics::Exact);
    QVERIFY(net.ok());
    const Json expected = Json::parse(R"({"ops": [{"name": "concat0", "optype": "concat",
        "tensors_in": [{"arg_name": "src1", "name": "a"}, {"arg_name": "src2", "name": "b"}],
        "tensors_out": [{"arg_name": "dst", "name": "c"}],
        "params": [{"arg_name": "axis", "value": 1}]}]})");
    QCOMPARE(Json::parse(net->json).dump(), expected.dump());
    QVERIFY(Json::parse(translateNet("\n ;; \n", Semantics::Exact)->json)["ops"].empty());
}

void TstNetTranslator::numbersOperatorsByType()
{
    const auto net = translateNet("#define TWO(n) relu(src=n | dst=n##1 |); relu(|dst=n##2|)\n"
                                  "TWO(a);; slice(||); TWO(b)",
                                  Semantics::Exact);
    QVERIFY(net.ok());
    QStringList names;
    const Json document = Json::parse(net->json);
    for (const Json &op : document["ops"]) {
        names << QString::fromStdString(op["name"]);
    }
    QCOMPARE(names.join(QLatin1Char(' ')), QStringLiteral("relu0 relu1 slice0 relu2 relu3"));
}

void TstNetTranslator::values_data()
{
    QTest::addColumn<QByteArray>("written");
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char *written, const char *json) {
        QTest::newRow(written) << QByteArray(written) << QByteArray(json);
    };
    row("1", "1");
    row("+1", "1");
    row("-1.50", "-1.5");
    row(".5", "0.5");
    row("5.", "5");
    row("1e-6", "1e-06");
    row("12345678901234567", "12345678901234567");
    row("true", "true");
    row("null", "null");
    row("trueish", "\"trueish\"");
    row("TL_FLOAT", "\"TL_FLOAT\"");
    row("\"text\"", "\"text\"");
    row("\"\"", "\"\"");
    row("\"a\\n\\\"b\"", "\"a\\\\n\\\\\\\"b\"");
    row("[1, 2.5, -3]", "[1,2.5,-3]");
    row("[\"a\", \"b\",]", "[\"a\",\"b\"]");
    row("[ true,false ]", "[true,false]");
}

void TstNetTranslator::values()
{
    QFETCH(QByteArray, written);
    QFETCH(QByteArray, json);
    const auto net = translateNet("op(||x=" + written.toStdString() + ",);", Semantics::Exact);
    QVERIFY2(net.ok(), net.ok() ? "" : net.error().message.c_str());
    QCOMPARE(paramsOf(net->json)["x"].dump(), Json::parse(json.toStdString()).dump());
}

void TstNetTranslator::evaluates()
{
    const auto net = translateNet("#define N 6\n"
                                  "op(|| a=${eval N/2}, b=[${eval ${eval N + 1} * 2}, 1]);"
                                  "op${eval 1+1}(||)",
                                  Semantics::Exact);
    QVERIFY2(net.ok(), net.ok() ? "" : net.error().message.c_str());
    QCOMPARE(paramsOf(net->json).dump(), std::string(R"({"a":3,"b":[14,1]})"));
    QCOMPARE(Json::parse(net->json)["ops"][1]["optype"].get<std::string>(), std::string("op2"));
}

void TstNetTranslator::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    const auto row = [](const char *name, const char *text, int line, int column) {
        QTest::newRow(name) << QByteArray(text) << line << column;
    };
    row("no bars", "\nop(a=b)", 2, 7);
    row("one bar", "op(a=b | c=d)", 1, 13);
    row("four parts", "op(|||)", 1, 6);
    row("no semicolon", "op(||)\n op(||)", 2, 2);
    row("no parenthesis", "op ||;", 1, 4);
    row("operator begins with a digit", "1op(||)", 1, 1);
    row("tensor with a dot", "op(a=b.c||)", 1, 7);
    row("tensor is a number", "op(a=1||)", 1, 6);
    row("no value", "op(||a=)", 1, 8);
    row("empty array", "op(||a=[])", 1, 9);
    row("nested array", "op(||a=[[1]])", 1, 9);
    row("name in an array", "op(||a=[b])", 1, 9);
    row("array without end", "op(||a=[1", 1, 9);
    row("number with letters", "op(||a=1x)", 1, 8);
    row("open string", "op(||a=\"b)", 1, 8);
    row("evaluation over lines", "op(||a=${eval 1\n+1})", 1, 8);
    row("evaluation fails", "\nop(||a=${eval x})", 2, 8);
    row("evaluation divides by 0", "op(||a=${eval 1/0})", 1, 8);
    row("include", "#include \"a\"\nop(||)", 1, 2);
}

void TstNetTranslator::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    QFETCH(int, column);
    for (const Semantics semantics : {Semantics::Exact, Semantics::Fixed}) {
        const auto net = translateNet(text.toStdString(), semantics);
        QVERIFY(!net.ok());
        QCOMPARE(net.error().where.line, line);
        QCOMPARE(net.error().where.column, column);
    }
}

void TstNetTranslator::exactRefusesMore_data()
{
    QTest::addColumn<std::string>("code");
    QTest::addColumn<std::string>("words");
    for (const char *value : {"\"a,b\"", "\"a;b\"", "\"a=b\""}) {
        QTest::newRow(value) << std::string("net-syntax")
                             << ":1:8: found '" + std::string(value) + ")', expected a string";
    }
    QTest::newRow("${eval 0}") << std::string("net-eval") << std::string("expression '0' is 0");
    QTest::newRow("${eval 1-1}") << std::string("net-eval") << std::string("expression '1-1' is 0");
}

void TstNetTranslator::exactRefusesMore()
{
    QFETCH(std::string, code);
    QFETCH(std::string, words);
    const std::string text = "op(||a=" + std::string(QTest::currentDataTag()) + ")";
    NERVURE_VERIFY_ERROR(translateNet(text, Semantics::Exact), code, words);
    QVERIFY(translateNet(text, Semantics::Fixed).ok());
}

void TstNetTranslator::everyLineHasItsPlace()
{
    const auto net = translateNet("op(||a=1);\n\nop(||\n  b=2)", Semantics::Exact);
    QVERIFY(net.ok());
    QCOMPARE(static_cast<std::size_t>(std::count(net->json.begin(), net->json.end(), '\n')),
             net->places.size());
    const std::size_t at = net->json.find("\"b\"");
    const auto line =
        std::count(net->json.begin(), net->json.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    QCOMPARE(net->places[static_cast<std::size_t>(line)].line, 4);
    QCOMPARE(net->places[static_cast<std::size_t>(line)].column, 3);
}

NERVURE_TEST(TstNetTranslator)
#include "tst_net_translator.moc"

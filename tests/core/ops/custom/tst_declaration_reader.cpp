// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/ops/custom/custom_operators.h"
#include "core/ops/custom/declaration_reader.h"
#include "tests/core/ops/custom/own_operators.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// A file with one operator of these members, which begin at line 2, column 1.
std::string fileWith(const QString &members)
{
    return "{\"nervure_operators\": 1, \"operators\": [{\n" + members.toStdString() + "}]}";
}

constexpr auto plain = R"("name": "x", "inputs": ["a"], "outputs": ["y"])";

/// A plain operator with more members.
std::string more(const std::string &members)
{
    return std::string(plain) + ", " + members;
}

std::string with(const std::string &inputs, const std::string &outputs)
{
    return R"("name": "x", "inputs": [)" + inputs + R"(], "outputs": [)" + outputs + ']';
}

} // namespace

class TstDeclarationReader : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();

    [[nodiscard]] std::string faultOf(const std::string &text) const
    {
        return errorOf(readCustomOperators(text, "own.json", m_builtins.ops));
    }

    /// A table of an operator's members and words of the fault, and what adds a row to it.
    static auto startTable()
    {
        QTest::addColumn<QString>("members");
        QTest::addColumn<QString>("fault");
        return [](const std::string &members, const char *fault) {
            QTest::newRow(members.c_str())
                << QString::fromStdString(members) << QString::fromUtf8(fault);
        };
    }
    void checkOperator() const
    {
        QFETCH(QString, members);
        QFETCH(QString, fault);
        const QString found = QString::fromStdString(faultOf(fileWith(members)));
        QVERIFY2(found.startsWith(QStringLiteral("custom-operators own.json:"))
                     && found.contains(fault) && !found.contains(u'\n'),
                 qPrintable(found));
    }

private Q_SLOTS:
    void readsAll();
    void filesAreRefused_data();
    void filesAreRefused();
    void headsAndValuesAreRefused_data();
    void headsAndValuesAreRefused() { checkOperator(); }
    void attributesAndRulesAreRefused_data();
    void attributesAndRulesAreRefused() { checkOperator(); }
    void loweringsAreRefused_data();
    void loweringsAreRefused() { checkOperator(); }
    void largeAndDeepFilesAreRefused();
    void nothingIsDeclaredWhereOneFileIsAtFault();
    void declarationsAreReplacedAndStayAlive();
};

void TstDeclarationReader::readsAll()
{
    const auto specs = readCustomOperators(ownOperators, "own.json", m_builtins.ops);
    QVERIFY2(specs, errorOf(specs).c_str());
    QCOMPARE(specs->size(), std::size_t{5});
    const OpSpec &dense = specs->front();
    QCOMPARE(dense.declaredIn, std::string("own.json"));
    QCOMPARE(dense.category, OpCategory::Convolution);
    QCOMPARE(dense.parameterInputs, (std::vector<std::uint32_t>{1, 2}));
    QCOMPARE(dense.attrs.decls.size(), std::size_t{3});
    QCOMPARE(dense.attrs.decls[0].help, std::string("features that come out"));
    QVERIFY(dense.attrs.decls[0].required);
    QCOMPARE(dense.attrs.decls[1].defaultText, std::string("1"));
    QCOMPARE(dense.attrs.decls[2].defaultText, std::string("True"));
    QCOMPARE(specs->back().dialect, Dialect::Onnx);
    QVERIFY(specs->back().values != nullptr);
}

void TstDeclarationReader::filesAreRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("fault");
    const auto row = [](const char *text, const char *fault) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(fault);
    };
    row("", "json-syntax own.json:1:1: ");
    row("{\"nervure_operators\": 1", "json-syntax own.json:1:");
    row("[]", "custom-operators own.json:1:1: the file is an array, expected an object");
    row("{}",
        "custom-operators own.json:1:1: no version of the form, expected \"nervure_operators\": 1");
    row("{\"nervure_operators\": 2, \"operators\": []}",
        "own.json:1:2: version 2, expected \"nervure_operators\": 1");
    row("{\"nervure_operators\": 1}", "own.json:1:1: there are no 'operators'");
    row("{\"nervure_operators\": 1, \"operator\": []}",
        "own.json:1:26: the file has 'operator', did you mean 'operators'");
    row("{\"nervure_operators\": 1, \"operators\": 3}",
        "own.json:1:26: operators is an integer, expected a list");
    row("{\"nervure_operators\": 1, \"operators\": [3]}",
        "own.json:1:40: the operator is an integer, expected an object");
}

void TstDeclarationReader::filesAreRefused()
{
    QFETCH(QString, text);
    QFETCH(QString, fault);
    const QString found = QString::fromStdString(faultOf(text.toStdString()));
    QVERIFY2(found.contains(fault) && !found.contains(u'\n'), qPrintable(found));
}

void TstDeclarationReader::headsAndValuesAreRefused_data()
{
    const auto row = startTable();
    row("", ":1:40: there is no 'name'");
    row(R"("name": 3)", ":2:1: name is an integer, expected a text");
    row(R"("name": "")", ":2:1: operator '': no operator can have this name");
    row(R"("name": "relu")",
        ":2:1: operator 'relu': dialect nnvm has an operator of this name, expected "
        "another");
    row(R"("dialect": "mxnet", "name": "Convolution")",
        ":2:21: operator 'Convolution': dialect mxnet has an operator of this name");
    row(R"("name": "x", "dialect": "keras")",
        "operator 'x': dialect is 'keras', expected nnvm, mxnet or onnx");
    row(R"("name": "x", "category": "conv")",
        "operator 'x': category is 'conv', expected one of convolution, ");
    row(R"("name": "x")", "operator 'x': there are no 'outputs', expected one or more");
    row(R"("name": "x", "name": "y")", ":2:14: the operator has 'name' twice");
    row(more(R"("shape": 1)"), ":2:49: the operator has 'shape', expected one of name, dialect");
    row(with(R"("a-b")", R"("y")"),
        ":2:25: operator 'x': one of the inputs is named 'a-b', expected letters, digits and '_'");
    row(with(R"("if")", R"("y")"), "one of the inputs is named 'if'");
    row(with(R"({})", R"("y")"), "one of the inputs has no 'name'");
    row(with(R"("y")", R"("y")"), "'y' is named twice, expected another name for each");
    row(with(R"({"name": "a", "shpae": ""})", R"("y")"),
        "an input has 'shpae', did you mean 'shape'");
    row(with(R"({"name": "a", "variadic": true}, "b")", R"("y")"),
        "a is variadic, expected of the last input alone");
    row(with(R"({"name": "a", "optional": 1})", R"("y")"),
        "optional is an integer, expected true or false");
    row(with(R"({"name": "a", "when": "a.rank > 1"})", R"("y")"),
        "there is no 'a', expected no name, as none is known here; when is 'a.rank > 1', at column 1");
    row(with(R"("a")", R"({"name": "y", "shape": "a.shape +"})"),
        ":2:57: operator 'x': found the end, expected a number, a name, '(' or '['; shape is 'a.shape +', at "
        "column 10");
    row(with(R"("a")", R"({"name": "y", "shape": "a.rank"})"),
        "shape is a whole number, expected a list");
    row(with(R"("a")", R"({"name": "y", "shape": "y.shape"})"), "there is no 'y'");
}

void TstDeclarationReader::attributesAndRulesAreRefused_data()
{
    const auto row = startTable();
    row(with(R"("a")", R"({"name": "y", "shape": "if a.type == 'int8' then [1] else [2]"})"),
        "a shape goes by types, expected shapes and attributes alone");
    row(with(R"("a")", R"({"name": "y", "type": "if a.rank == 1 then 'int8' else a.type"})"),
        "a type goes by shapes, expected types and attributes alone");
    row(more(R"("macs": "y.shape")"), "macs is a list, expected a whole number");
    row(more(R"("attributes": [{"type": "integer"}])"), "an attribute has no 'name'");
    row(more(R"("attributes": [{"name": "k"}])"), "there is no 'type'");
    row(more(R"("attributes": [{"name": "k", "type": "int"}])"),
        "k has type 'int', expected one of integer, number, boolean, text, choice, integers, "
        "numbers, element_type");
    row(more(R"("attributes": [{"name": "k", "type": "choice"}])"),
        "k has no 'choices', which a choice needs");
    row(more(R"("attributes": [{"name": "k", "type": "text", "choices": ["a"]}])"),
        "k has 'choices', expected type choice");
    row(more(
            R"("attributes": [{"name": "k", "type": "choice", "choices": ["a"], "default": "b"}])"),
        "k has the default '\"b\"', expected one of a");
    row(more(R"("attributes": [{"name": "k", "type": "integer", "default": 1.5}])"),
        "k has the default '1.5', expected an integer");
    row(more(R"("attributes": [{"name": "k", "type": "integer", "default": true}])"),
        "k has the default 'true', expected another type");
    row(more(R"("attributes": [{"name": "k", "type": "integer", "default": 0, "minimum": 1}])"),
        "k has the default '0', expected at least 1");
    row(more(R"("attributes": [{"name": "k", "type": "integer", "default": 1, "required": true}])"),
        "k is required and has a default, expected one of both");
    row(more(R"("attributes": [{"name": "k", "type": "text", "minimum": 1}])"),
        "k has a minimum, expected one of numbers alone");
    row(more(R"("require": [{"that": "a.rank == 1"}])"), "a condition needs 'that' and 'message'");
    row(more(R"("require": [{"that": "a.rank", "message": ""}])"),
        "that is a whole number, expected a condition");
    row(more(R"("require": [{"that": "a.rank == 1 and a.type == 'int8'", "message": ""}])"),
        "a condition goes by shapes and types, expected one of them");
    row(more(R"("require": [{"that": "a.rank == 1", "message": "{a.rnk}"}])"),
        "found 'rnk', expected shape, rank or type; message is '{a.rnk}', at column 4");
    row(more(R"("require": [{"that": "a.rank == 1", "message": "{a.rank"}])"),
        "a brace that nothing closes, expected '}' or '{{'; message is '{a.rank', at column 1");
    row(more(R"("inplace": ["a"])"), R"(an item of 'inplace', expected ["INPUT", "OUTPUT"])");
    row(more(R"("inplace": [["y", "y"]])"), "there is no input 'y'");
}

void TstDeclarationReader::loweringsAreRefused_data()
{
    const auto row = startTable();
    row(more(R"("lowering": [{"nodes": []}])"),
        "a lowering has 0 outputs, expected 1 as the operator");
    row(more(R"("lowering": [{"nodes": [{"name": "n"}]}])"), "there is no 'op'");
    row(more(R"("lowering": [{"nodes": [{"name": "n", "op": "densee"}]}])"),
        "there is no operator 'densee', did you mean 'dense'");
    row(more(R"("lowering": [{"nodes": [{"name": "n", "op": "relu", "inputs": ["b"]}]}])"),
        "'b' of a lowering, expected an input, a node before it, or NODE:OUTPUT");
    row(more(R"("lowering": [{"nodes": [{"name": "n", "op": "relu", "inputs": ["n"]}]}])"),
        "'n' of a lowering, expected an input");
    row(more(R"("lowering": [{"nodes": [{"name": "a", "op": "relu"}]}])"),
        "'a' is named twice in a lowering");
    row(more(R"("lowering": [{"nodes": [{"name": "n", "op": "dense", "attrs": {"unit": 1}}]}])"),
        "operator dense has no attribute 'unit'");
    row(more(R"("lowering": [{"nodes": [{"name": "n", "op": "dense", "attrs": {"units": {}}}]}])"),
        "units is an object, expected a text, a number, true, false or a list");
    row(more(
            R"("lowering": [{"nodes": [{"name": "n", "op": "dense", "attrs": {"units": "{b}"}}]}])"),
        "there is no 'b', expected one of a; units is '{b}', at column 2");
}

void TstDeclarationReader::largeAndDeepFilesAreRefused()
{
    const std::string large(largestDeclarationFile + 1, ' ');
    QCOMPARE(faultOf(large),
             std::string("custom-operators own.json: a file of 4194305 bytes, expected at "
                         "most 4194304 with declarations"));
    const std::string deep(40, '[');
    QVERIFY(isError(faultOf(deep), "json-depth", "own.json:1:"));
}

void TstDeclarationReader::nothingIsDeclaredWhereOneFileIsAtFault()
{
    const Builtins builtins = makeBuiltins();
    const std::string one = fileWith(QString::fromUtf8(plain));
    QVERIFY(declareOperators({{"one.json", one}}, builtins.ops));
    NERVURE_VERIFY_ERROR(
        declareOperators({{"two.json", ownOperators}, {"three.json", "{}"}}, builtins.ops),
        "custom-operators", "three.json:1:1: ");
    NERVURE_VERIFY_ERROR(declareOperators({{"one.json", one}, {"again.json", one}}, builtins.ops),
                         "custom-operators",
                         "again.json: operator 'x' is declared in 'one.json' too");
    QCOMPARE(builtins.ops.declared().files(), (std::vector<OperatorFile>{{"one.json", one}}));
    QVERIFY(builtins.ops.find(Dialect::Nnvm, "x"));
    QVERIFY(!builtins.ops.find(Dialect::Nnvm, "pack"));
}

void TstDeclarationReader::declarationsAreReplacedAndStayAlive()
{
    const Builtins builtins = makeBuiltins();
    QVERIFY(declareOperators({{"own.json", ownOperators}}, builtins.ops));
    const OpSpec *pack = builtins.ops.find(Dialect::Nnvm, "pack");
    QVERIFY(pack);
    QVERIFY(declareOperators({{"own.json", ownOperators}}, builtins.ops));
    QVERIFY(builtins.ops.find(Dialect::Nnvm, "pack") != pack);
    QCOMPARE(pack->name, std::string("pack")); // as long as somebody may name it
    QVERIFY(declareOperators({}, builtins.ops));
    QVERIFY(!builtins.ops.find(Dialect::Nnvm, "pack"));
}

NERVURE_TEST(TstDeclarationReader)
#include "tst_declaration_reader.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/support/json/json_patch.h"
#include "core/support/json/json_spans.h"
#include "core/support/json/json_tree.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstJsonTree : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsOrderRepetitionAndNumbers();
    void spansAreThoseOfTheValues();
    void textAfterTheValueIsNoticed();
    void illegalBytesComeThrough();
    void errorsHaveLineAndColumn();
    void errorsShowLittleOfTheText();
    void depthIsLimited();
    void patchesTouchNothingElse();
};

void TstJsonTree::keepsOrderRepetitionAndNumbers()
{
    const std::string text = R"({"b":1,"a":[2.50,-0,18446744073709551615,1e2],"b":"x\u00e9"})";
    const auto tree = JsonTree::parse(text);
    QVERIFY(tree.ok());
    QCOMPARE(tree->root().size(), std::size_t(3));
    QCOMPARE(std::string(tree->root().find("b")->string()), std::string("xé"));
    QCOMPARE(tree->root().compactText(),
             std::string(R"({"b":1,"a":[2.50,-0,18446744073709551615,1e2],"b":"xé"})"));
}

void TstJsonTree::spansAreThoseOfTheValues()
{
    const std::string text = "\xEF\xBB\xBF{ \"k\" : [ 1 , {\"x\\\"\":\"}\"} ],\n\"l\":true}";
    const auto tree = JsonTree::parse(text);
    QVERIFY(tree.ok());
    const JsonSpans spans(text);
    const JsonValue list = *tree->root().find("k");
    QCOMPARE(std::string(spans.of(list.index()).of(text)),
             std::string("[ 1 , {\"x\\\"\":\"}\"} ]"));
    const JsonValue last = *tree->root().find("l");
    QCOMPARE(std::string(spans.of(last.index()).of(text)), std::string("true"));
    const TextPosition position = LineStarts(text).position(spans.of(last.index()).itemBegin());
    QCOMPARE(position.line, 2);
    QCOMPARE(position.column, 1);
}

void TstJsonTree::textAfterTheValueIsNoticed()
{
    QCOMPARE(JsonTree::parse("[1]  x")->textAfter(), std::optional<std::size_t>(5));
    QCOMPARE(JsonTree::parse("[1]  {}")->textAfter(), std::optional<std::size_t>(5));
    QVERIFY(!JsonTree::parse("[1] \n")->textAfter());
}

void TstJsonTree::illegalBytesComeThrough()
{
    const std::string text = "[\"a\x02\xff\"]";
    const auto tree = JsonTree::parse(text);
    QVERIFY(tree.ok() && tree->hadIllegalBytes());
    QCOMPARE(std::string((*tree->root().begin()).string()), std::string("a\x02\xff"));
}

void TstJsonTree::errorsHaveLineAndColumn()
{
    const auto tree = JsonTree::parse("{\n \"a\" 1}");
    QVERIFY(!tree.ok());
    QCOMPARE(tree.error().where.line, 2);
    QCOMPARE(tree.error().where.column, 6);
    const auto mapped = JsonTree::parse("{\n \"a\x01\" 1}");
    QVERIFY(!mapped.ok());
    QCOMPARE(mapped.error().where.line, 2);
    QCOMPARE(mapped.error().where.column, 7);
}

void TstJsonTree::errorsShowLittleOfTheText()
{
    const auto tree = JsonTree::parse("[\"" + std::string(5000, 'x') + "\\q\", 1]");
    QVERIFY(!tree.ok());
    const std::string &message = tree.error().message;
    QVERIFY2(message.size() < 250, message.c_str());
    QVERIFY2(message.find("last read: '\"xxx") != std::string::npos, message.c_str());
    const auto expecting = JsonTree::parse("[\"a\"\xff]");
    QVERIFY(!expecting.ok());
    const std::string &second = expecting.error().message;
    QVERIFY2(second.find("\\xff'; expected ") != std::string::npos, second.c_str());
    const auto inString = JsonTree::parse("{\"name\xfe");
    QVERIFY(!inString.ok());
    const std::string &third = inString.error().message;
    QVERIFY2(third.find("last read: '\"name\\xfe'") != std::string::npos, third.c_str());
    const auto ended = JsonTree::parse("[1, ");
    QVERIFY(!ended.ok());
    QVERIFY2(ended.error().message.ends_with("expected '[', '{', or a literal"),
             ended.error().message.c_str());
}

void TstJsonTree::depthIsLimited()
{
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '[') + std::string(depth, ']');
    };
    QVERIFY(JsonTree::parse(nested(maxJsonDepth)).ok());
    NERVURE_VERIFY_ERROR(JsonTree::parse(nested(maxJsonDepth + 1)), "json-depth",
                         ":1:513: the JSON is nested deeper than 512 levels, the most that");
    NERVURE_VERIFY_ERROR(JsonTree::parse(std::string(1000000, '[')), "json-depth",
                         ":1:513: the JSON is nested deeper than 512 levels, the most that");
}

void TstJsonTree::patchesTouchNothingElse()
{
    const std::string text = "{\"a\": [1,  2,3], \"b\": {}}";
    const auto tree = JsonTree::parse(text);
    const JsonValue list = *tree->root().find("a");
    const auto changed = [&](std::vector<bool> removed,
                             std::vector<JsonPatch::Insertion> insertions) {
        JsonPatch patch(text, false);
        patch.changeItems(list, removed, insertions);
        return patch.apply();
    };
    QCOMPARE(changed({true, false, false}, {}), std::string("{\"a\": [2,3], \"b\": {}}"));
    QCOMPARE(changed({false, false, true}, {}), std::string("{\"a\": [1,  2], \"b\": {}}"));
    QCOMPARE(changed({true, true, true}, {}), std::string("{\"a\": [], \"b\": {}}"));
    QCOMPARE(changed({false, true, false}, {{1, "9"}}),
             std::string("{\"a\": [1,  9,  3], \"b\": {}}"));
    QCOMPARE(changed({true, true, true}, {{0, "8"}, {3, "9"}}),
             std::string("{\"a\": [8,  9], \"b\": {}}"));
    QCOMPARE(changed({true, false, false}, {{0, "8"}}),
             std::string("{\"a\": [8,  2,3], \"b\": {}}"));
}

NERVURE_TEST(TstJsonTree)
#include "tst_json_tree.moc"

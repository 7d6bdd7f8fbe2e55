// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/difference.h"
#include "tests/support/test_class.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace nervure::conformance;
using Json = nlohmann::json;

class TstDifference : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalValuesGiveNothing()
    {
        const Json value = Json::parse(R"({"a": [1, {"b": "x"}], "c": null})");
        QVERIFY(firstDifference(value, value).empty());
    }

    void namesTheFirstPlace()
    {
        const Json found = Json::parse(R"({"nodes": [{"op": "relu"}, {"op": "exp"}]})");
        const Json expected = Json::parse(R"({"nodes": [{"op": "relu"}, {"op": "log"}]})");
        QCOMPARE(firstDifference(found, expected),
                 std::string(R"(at /nodes/1/op: found "exp", expected "log")"));
    }

    void namesWhatIsMissingAndWhatIsTooMuch()
    {
        QCOMPARE(firstDifference(Json{{"a", 1}}, Json{{"a", 1}, {"b", 2}}),
                 std::string("at /b: found nothing, expected 2"));
        QCOMPARE(firstDifference(Json{{"a", 1}, {"b", 2}}, Json{{"a", 1}}),
                 std::string("at /b: found 2, expected nothing"));
        QCOMPARE(firstDifference(Json::parse("[1,2]"), Json::parse("[1,2,3]")),
                 std::string("at /2: found nothing, expected 3"));
    }

    void kindsDiffer()
    {
        QCOMPARE(firstDifference(Json(nullptr), Json::parse("[]")),
                 std::string("found null, expected []"));
        QCOMPARE(firstDifference(Json("1"), Json(1)), std::string("found \"1\", expected 1"));
    }

    void textsNameTheLine()
    {
        QVERIFY(firstTextDifference("a\nb\n", "a\nb\n").empty());
        QVERIFY(firstTextDifference("a\nb\n", "a\nc\n").starts_with("line 2: "));
        QVERIFY(firstTextDifference("a\n", "a\nb").starts_with("line 2: "));
    }

    void setsIgnoreTheOrder()
    {
        QVERIFY(firstSetDifference({"b", "a"}, {"a", "b"}).empty());
        QCOMPARE(firstSetDifference({"a", "a"}, {"a", "b"}),
                 std::string(R"(found "a", expected "b")"));
    }

    void longValuesAreShortened() { QVERIFY(shortened(Json(std::string(1000, 'x'))).size() < 200); }
};

NERVURE_TEST(TstDifference)
#include "tst_difference.moc"

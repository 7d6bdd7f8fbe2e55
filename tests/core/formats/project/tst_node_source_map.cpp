// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/node_source_map.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

Diagnostic about(const std::string &node, const std::string &attribute = {})
{
    Diagnostic diagnostic = makeErrorAt(node, "test", "something is wrong");
    diagnostic.where.attribute = attribute;
    return diagnostic;
}

std::string placeIn(NodeSourceMap &places, Diagnostic diagnostic)
{
    places.locate(diagnostic);
    return formatDiagnostic(diagnostic);
}

std::shared_ptr<const FileBytes> shared(std::string text)
{
    return std::make_shared<const FileBytes>(std::move(text));
}

} // namespace

class TstNodeSourceMap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nnvmNodesAndAttributesAreFound()
    {
        NodeSourceMap places(shared("{\"nodes\": [\n"
                                    " {\"op\": \"null\", \"name\": \"x\", \"inputs\": []},\n"
                                    " {\"name\": \"y\", \"attrs\": {\"axis\": \"1\"}}]}"),
                             "m.json", "nnvm");
        QCOMPARE(placeIn(places, about("y")), std::string("m.json:3:2: something is wrong"));
        QCOMPARE(placeIn(places, about("y", "axis")),
                 std::string("m.json:3:34: something is wrong"));
        QCOMPARE(placeIn(places, about("y", "none")), placeIn(places, about("y")));
    }

    void whatIsInsideASubgraphIsAtItsHolder()
    {
        NodeSourceMap places(shared("{\"nodes\": [\n"
                                    " {\"op\": \"null\", \"name\": \"x\"},\n"
                                    " {\"name\": \"loop\", \"attrs\": {\"axis\": \"1\"}}]}"),
                             "m.json", "nnvm");
        Diagnostic inside = about("x", "axis");
        inside.where.owners = {"loop", "inner"};
        QCOMPARE(placeIn(places, inside), std::string("m.json:3:2: something is wrong"));
    }

    void lightnetKeysMatchInAnyCase()
    {
        NodeSourceMap places(shared("/"
                                    "/ a comment\n"
                                    "{\"OPS\": [{\"Name\": \"c\", \"params\":\n"
                                    "  [{\"arg_name\": \"dims\", \"Value\": [2]}]}]}"),
                             "m.json", "lightnet");
        QCOMPARE(placeIn(places, about("c")), std::string("m.json:2:10: something is wrong"));
        QCOMPARE(placeIn(places, about("c", "dims")),
                 std::string("m.json:3:34: something is wrong"));
    }

    void whatHasNoPlaceStaysAsItIs()
    {
        NodeSourceMap places(shared("{\"nodes\": [{\"name\": \"x\"}, 7, {}]}"), "m.json", "nnvm");
        QCOMPARE(placeIn(places, about("made")), std::string("something is wrong"));
        QCOMPARE(placeIn(places, about("")), std::string("something is wrong"));
        Diagnostic placed = about("x");
        placed.where.file = "other.json";
        QCOMPARE(placeIn(places, placed), std::string("other.json: something is wrong"));
        NodeSourceMap broken(shared("{"), "m.json", "nnvm");
        QCOMPARE(placeIn(broken, about("x")), std::string("something is wrong"));
    }
};

NERVURE_TEST(TstNodeSourceMap)
#include "tst_node_source_map.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/lightnet_preserving.h"

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/edits/delete_edits.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

const std::string original =
    "/"
    "/ two operators\n"
    "{\"ops\": [\n"
    " {\"name\": \"z\", \"optype\": \"zeros\", \"tensors_in\": [],\n"
    "  \"tensors_out\": [{\"arg_name\": \"dst\", \"name\": \"t\"}],\n"
    "  \"params\": [{\"arg_name\": \"dtype\", \"value\": \"TL_FLOAT\"},\n"
    "             {\"arg_name\": \"dims\", \"value\": [ 2, 2.0 ]}]},  /"
    "* why *"
    "/\n"
    " {\"name\": \"r\", \"OpType\": \"relu\",\n"
    "  \"tensors_in\": [{\"name\": \"t\", \"arg_name\": \"src\", \"note\": 1}],\n"
    "  \"tensors_out\": [{\"arg_name\": \"dst\", \"name\": \"u\"}], \"params\": []}\n"
    "]}\n";

const NodeId z{0};
const NodeId r{1};

} // namespace

class TstLightnetPreserving : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    std::string save(const std::vector<Edit> &edits, const std::string &text = original)
    {
        auto model = openModelText(text, "t.json", m_builtins.formats, m_builtins.ops);
        if (!model.ok()) {
            return text;
        }
        for (const Edit &edit : edits) {
            [[maybe_unused]] const auto inverse = apply(model->graph, edit);
        }
        Diagnostics diagnostics;
        return writeLightNetPreserving(model->graph, text, {m_builtins.ops, Semantics::Fixed, {}},
                                       diagnostics)
            .value();
    }
    static std::string with(std::string text, const std::string &piece, const std::string &by)
    {
        return text.replace(text.find(piece), piece.size(), by);
    }

private Q_SLOTS:
    void unchangedGraphsKeepTheirBytes();
    void singleTokensAreReplaced();
    void renamedTensorsAreRenamedWhereTheyAreRead();
    void operatorsComeAndGo();
};

void TstLightnetPreserving::unchangedGraphsKeepTheirBytes()
{
    QCOMPARE(save({}), original);
    NERVURE_NEED_ORACLES();
    for (const auto &item :
         std::filesystem::directory_iterator(tests::oraclesFolder() / "lightnet" / "corpus")) {
        const std::string text = tests::readFile(item.path());
        QVERIFY2(save({}, text) == text, item.path().c_str());
    }
}

void TstLightnetPreserving::singleTokensAreReplaced()
{
    QCOMPARE(save({{RenameNode{r, "q"}}}), with(original, "\"r\"", "\"q\""));
    QCOMPARE(save({{SetAttribute{z, "dims", "[3]", {}}}}), with(original, "[ 2, 2.0 ]", "[3]"));
    QCOMPARE(
        save({{RemoveAttribute{z, "dtype"}}}),
        with(original, "{\"arg_name\": \"dtype\", \"value\": \"TL_FLOAT\"},\n             ", ""));
}

void TstLightnetPreserving::renamedTensorsAreRenamedWhereTheyAreRead()
{
    const std::string text = save({{SetOutputPorts{z, {{"dst", "new"}}}}});
    QCOMPARE(text, with(with(original, "\"name\": \"t\"", "\"name\": \"new\""), "\"name\": \"t\"",
                        "\"name\": \"new\""));
}

void TstLightnetPreserving::operatorsComeAndGo()
{
    auto model = openModelText(original, "t.json", m_builtins.formats, m_builtins.ops);
    const std::string without = save({deleteNode(model->graph, z)});
    QVERIFY(without.find("zeros") == std::string::npos);
    QVERIFY(without.find("{\"name\": \"t\", \"arg_name\": \"src\", \"note\": 1}")
            != std::string::npos);
    Node node;
    node.op = "sigmoid";
    node.name = "s";
    node.dialect = Dialect::LightNet;
    node.inputs = {{r}};
    node.inputPorts = {{"src", {}}};
    node.outputPorts = {{"dst", "v"}};
    const std::string more = save({{AddNode{node, {}, {}}}});
    const auto again = openModelText(more, "t.json", m_builtins.formats, m_builtins.ops);
    QVERIFY(again.ok() && !hasErrors(again->diagnostics));
    QVERIFY(again->graph.node(NodeId{2}).inputs == (std::vector<Entry>{{r}}));
    QVERIFY(more.find("\"params\": []}") != std::string::npos);
}

NERVURE_TEST(TstLightnetPreserving)
#include "tst_lightnet_preserving.moc"

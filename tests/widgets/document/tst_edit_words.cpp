// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/edit_words.h"

#include "core/graph/edits/edit.h"
#include "tests/support/test_class.h"
#include "widgets/text/format.h"

#include <QTest>

using namespace nervure;

class TstEditWords : public QObject {
    Q_OBJECT

private:
    static Graph net()
    {
        Graph graph;
        for (const char *name : {"x", "fc1"}) {
            Node node;
            node.op = "null";
            node.name = name;
            graph.add(node);
        }
        return graph;
    }

private Q_SLOTS:
    void editsAreSaid_data();
    void editsAreSaid();
};

namespace {

Edit added(const char *name)
{
    Node node;
    node.name = name;
    return {AddNode{node, {}, {}}};
}

} // namespace

void TstEditWords::editsAreSaid_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<std::function<Edit()>>("edit");
    const NodeId fc1{1};
    const auto add = [](const char *words, const Edit &edit) {
        QTest::newRow(words) << QString::fromLatin1(words)
                             << std::function<Edit()>([edit] { return edit; });
    };
    add("Set units of fc1 to 10", {SetAttribute{fc1, "units", "10", {}}});
    add("Remove units from fc1", {RemoveAttribute{fc1, "units"}});
    add("Rename fc1 to head", {RenameNode{fc1, "head"}});
    add("Delete fc1", {RemoveNode{fc1}});
    add("Delete a node", {RemoveNode{NodeId{77}}});
    add("Add relu0", added("relu0"));
    add("Note on fc1", {SetNote{fc1, "why?"}});
    add("Note on the model", {SetNote{NodeId(), "why?"}});
    add("Keep as it is", {CompositeEdit{}});
    // Of several, what they are about.
    add("Add relu1", {CompositeEdit{{{SetInputs{fc1, {}, {}, {}}}, added("relu1")}}});
    add("Add 2 node(s)", {CompositeEdit{{added("a"), added("b"), {RemoveNode{fc1}}}}});
    add("Delete 2 node(s)", {CompositeEdit{{{RemoveNode{fc1}}, {RemoveNode{NodeId{0}}}}}});
    add("Set b of fc1 to 1",
        {CompositeEdit{{{CompositeEdit{{{SetAttribute{fc1, "b", "1", {}}}}}}}}});
}

void TstEditWords::editsAreSaid()
{
    QFETCH(QString, words);
    QFETCH(std::function<Edit()>, edit);
    QCOMPARE(editWords(edit(), net()), words);
}

NERVURE_TEST(TstEditWords)
#include "tst_edit_words.moc"

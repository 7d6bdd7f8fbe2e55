// SPDX-License-Identifier: Apache-2.0
#include "app/cli/edit_words.h"

#include <QTest>

using namespace nervure;
using namespace nervure::cli;

class TstEditWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNameEndsAtTheLastDotBeforeTheKey();
    void valuesAndNamesMayHoldEqualsSigns();
    void aNodeCanBeNamedByItsPlace();
    void whatNamesNoNodeIsRefused_data();
    void whatNamesNoNodeIsRefused();
};

namespace {

/// Nodes of these names, in this order.
Graph graphOf(const std::vector<std::string> &names)
{
    Graph graph;
    for (const std::string &name : names) {
        Node node;
        node.name = name;
        graph.add(node);
    }
    return graph;
}

} // namespace

void TstEditWords::aNameEndsAtTheLastDotBeforeTheKey()
{
    const Graph graph = graphOf({"block.1", "block"});
    const auto edit = parseEdit({EditKind::Set, "block.1.alpha=0.5"}, graph);
    QVERIFY(edit.ok());
    const auto &set = std::get<SetAttribute>(edit->change);
    QCOMPARE(set.node, graph.nodes()[0]);
    QCOMPARE(set.key, std::string("alpha"));
    QCOMPARE(set.value, std::string("0.5"));
}

void TstEditWords::valuesAndNamesMayHoldEqualsSigns()
{
    const Graph graph = graphOf({"a", "b=c"});
    const auto set = parseEdit({EditKind::Set, "a.k=x=y"}, graph);
    QCOMPARE(std::get<SetAttribute>(set->change).value, std::string("x=y"));
    const auto rename = parseEdit({EditKind::Rename, "b=c=d"}, graph);
    QCOMPARE(std::get<RenameNode>(rename->change).node, graph.nodes()[1]);
    QCOMPARE(std::get<RenameNode>(rename->change).name, std::string("d"));
}

void TstEditWords::aNodeCanBeNamedByItsPlace()
{
    const Graph graph = graphOf({"same", "same"});
    QCOMPARE(findNode("#1", graph).value(), graph.nodes()[1]);
    QCOMPARE(findNode("same", graph).value(), graph.nodes()[0]);
}

void TstEditWords::whatNamesNoNodeIsRefused_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no node") << int(EditKind::Delete) << QByteArray("zz");
    QTest::newRow("place beyond the end") << int(EditKind::Delete) << QByteArray("#2");
    QTest::newRow("no key") << int(EditKind::Set) << QByteArray("a=1");
    QTest::newRow("empty key") << int(EditKind::Unset) << QByteArray("a.");
    QTest::newRow("no value") << int(EditKind::Set) << QByteArray("a.k");
    QTest::newRow("no new name") << int(EditKind::Rename) << QByteArray("a");
}

void TstEditWords::whatNamesNoNodeIsRefused()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, text);
    const Graph graph = graphOf({"a", "b"});
    QVERIFY(!parseEdit({EditKind(kind), text.toStdString()}, graph).ok());
}

QTEST_APPLESS_MAIN(TstEditWords)
#include "tst_edit_words.moc"

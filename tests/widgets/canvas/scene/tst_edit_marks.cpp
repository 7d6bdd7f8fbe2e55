// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/canvas/scene/edit_marks.h"

#include <QTest>

using namespace nervure;

class TstEditMarks : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<const Graph> m_file;
    EditMarks m_marks;

    [[nodiscard]] bool hasMark(std::uint32_t node) const
    {
        return m_marks.marks().count(NodeId{node}) != 0;
    }
    static ValueChange valueOf(std::uint32_t node, std::int64_t before, std::int64_t after)
    {
        return {{NodeId{node}, 0, 0}, {before}, {after}, DType::Float32, DType::Float32};
    }
    static Graph renamed(const Graph &graph, std::uint32_t node, const std::string &name)
    {
        Graph now = graph;
        now.edit(NodeId{node}).name = name;
        return now;
    }

private Q_SLOTS:
    void init()
    {
        Graph graph;
        for (const char *name : {"a", "b", "c"}) {
            Node node;
            node.name = name;
            graph.add(node);
        }
        m_file = std::make_shared<const Graph>(graph);
        m_marks.restart(m_file);
    }

    void anEditMarksAndItsUndoTakesTheMarkOff()
    {
        const Graph now = renamed(*m_file, 1, "other");
        m_marks.follow(*m_file, now);
        QCOMPARE(m_marks.marks().at(NodeId{1}), ChangeMark::Changed);
        QVERIFY(!hasMark(0));
        const Graph undone = renamed(now, 1, "b");
        m_marks.follow(now, undone);
        QVERIFY(m_marks.marks().empty());
        m_marks.follow(undone, now); // redone
        QVERIFY(hasMark(1));
    }

    void oneOfSeveralEditsIsUndone()
    {
        const Graph first = renamed(*m_file, 1, "other");
        const Graph second = renamed(first, 2, "more");
        m_marks.follow(*m_file, first);
        m_marks.follow(first, second);
        m_marks.follow(second, renamed(second, 2, "c"));
        QVERIFY(hasMark(1) && !hasMark(2));
    }

    void aNewNodeIsMarkedUntilItIsGone()
    {
        Graph now = *m_file;
        const NodeId made = now.add({});
        m_marks.follow(*m_file, now);
        QCOMPARE(m_marks.marks().at(made), ChangeMark::Added);
        Graph undone = now;
        undone.remove(made);
        m_marks.follow(now, undone);
        QVERIFY(m_marks.marks().empty());
    }

    void aDeletedNodeThatComesBackIsNotNew()
    {
        Graph without = *m_file;
        auto removed = without.remove(NodeId{0});
        m_marks.follow(*m_file, without);
        Graph undone = without;
        undone.insert(NodeId{0}, removed.first, removed.second);
        m_marks.follow(without, undone);
        QVERIFY(m_marks.marks().empty());
    }

    void valuesThatFollowedAreMarkedUntilTheyAreAsBefore()
    {
        m_marks.follow(InferenceDelta{{valueOf(1, 64, 32), valueOf(2, 64, 32)}, 0, false});
        QVERIFY(hasMark(1) && hasMark(2));
        m_marks.follow(InferenceDelta{{valueOf(1, 32, 16)}, 0, false});
        m_marks.follow(InferenceDelta{{valueOf(1, 16, 64), valueOf(2, 32, 64)}, 0, false});
        QVERIFY(m_marks.marks().empty());
    }

    void aNodeThatIsChangedKeepsItsMarkWhenItsValueIsAsBefore()
    {
        const Graph now = renamed(*m_file, 1, "other");
        m_marks.follow(*m_file, now);
        m_marks.follow(InferenceDelta{{valueOf(1, 64, 32)}, 0, false});
        m_marks.follow(InferenceDelta{{valueOf(1, 32, 64)}, 0, false});
        QVERIFY(hasMark(1));
        m_marks.follow(now, renamed(now, 1, "b"));
        QVERIFY(!hasMark(1));
    }

    void whatWasLookedAtIsNoLongerMarked()
    {
        m_marks.follow(*m_file, renamed(*m_file, 1, "other"));
        QVERIFY(m_marks.lookAt(NodeId{1}));
        QVERIFY(!m_marks.lookAt(NodeId{1}));
        QVERIFY(m_marks.marks().empty());
    }

    void savingBeginsAnew()
    {
        const auto saved = std::make_shared<const Graph>(renamed(*m_file, 1, "other"));
        m_marks.follow(*m_file, *saved);
        m_marks.follow(InferenceDelta{{valueOf(2, 64, 32)}, 0, false});
        m_marks.restart(saved);
        QVERIFY(m_marks.marks().empty());
        m_marks.follow(*saved, renamed(*saved, 1, "b")); // undone: not what the file holds
        QVERIFY(hasMark(1));
    }
};

NERVURE_TEST(TstEditMarks)
#include "tst_edit_marks.moc"

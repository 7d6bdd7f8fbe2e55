// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/selection_follower.h"

#include "core/builtins.h"
#include "tests/support/test_class.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"

#include <QTest>

using namespace nervure;

/// The selection from step to step of passes that replace and remove what is selected.
class TstSelectionFollower : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_document = std::make_unique<GraphDocument>(m_builtins);
        m_selection = std::make_unique<Selection>();
        m_follower = std::make_unique<SelectionFollower>(*m_document, *m_selection);
        Graph graph;
        Node node;
        node.op = "relu";
        node.name = "old";
        m_old = graph.add(node);
        node.name = "kept";
        m_kept = graph.add(node);
        m_document->setContent({graph, {}, "nnvm", {}, {}});
        Graph after = m_document->graph();
        after.remove(m_old);
        node.name = "new";
        m_new = after.add(node);
        PassStep replaced;
        replaced.name = QStringLiteral("Replace");
        replaced.changedGraph = true;
        replaced.graph = std::make_shared<const Graph>(after);
        replaced.provenance =
            std::make_shared<const Provenance>(Provenance{{{m_new, {m_old}, ""}}});
        after.remove(m_new);
        PassStep removed = replaced;
        removed.graph = std::make_shared<const Graph>(after);
        removed.provenance = std::make_shared<const Provenance>();
        m_document->setPassOutcome({m_document->revision(), {replaced, removed}});
        m_document->setShownStep(0);
    }
    void cleanup()
    {
        m_follower.reset();
        m_selection.reset();
        m_document.reset();
    }

    void whatReplacesItIsSelectedAndItselfAgainGoingBack()
    {
        m_selection->select(m_old);
        m_document->setShownStep(1);
        QCOMPARE(m_selection->nodes(), std::vector{m_new});
        m_document->setShownStep(2);
        QVERIFY(m_selection->isEmpty());
        m_document->setShownStep(1);
        QCOMPARE(m_selection->nodes(), std::vector{m_new});
        m_document->setShownStep(0);
        QCOMPARE(m_selection->nodes(), std::vector{m_old});
    }

    void anotherChoiceOnTheWayIsFollowedFromThere()
    {
        m_selection->select(m_old);
        m_document->setShownStep(1);
        m_selection->setNodes({m_new, m_kept});
        m_document->setShownStep(2);
        QCOMPARE(m_selection->nodes(), std::vector{m_kept});
        m_document->setShownStep(0);
        QCOMPARE(m_selection->nodes(), (std::vector{m_old, m_kept}));
    }

    void stepsThatAreRunAnewKeepIt()
    {
        m_document->setShownStep(1);
        m_selection->select(m_new);
        m_document->setPassOutcome({m_document->revision(), {}});
        QCOMPARE(m_selection->nodes(), std::vector{m_old});
    }

private:
    Builtins m_builtins = makeBuiltins();
    std::unique_ptr<GraphDocument> m_document;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<SelectionFollower> m_follower;
    NodeId m_old, m_kept, m_new;
};

NERVURE_TEST(TstSelectionFollower)
#include "tst_selection_follower.moc"

// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/graph_examiner.h"

#include "core/builtins.h"
#include "core/graph/edits/attribute_edits.h"
#include "core/graph/edits/delete_edits.h"
#include "tests/support/test_class.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/job_runner.h"

#include <QSignalSpy>
#include <QTest>

using namespace nervure;

/// A chain of relus that is examined by a job.
class TstGraphExaminer : public QObject {
    Q_OBJECT

private:
    static constexpr int length = 5000;

    Builtins m_builtins = makeBuiltins();

    static DocumentContent chain(int operators)
    {
        Graph graph;
        Node data;
        data.name = "data";
        Entry last{graph.add(std::move(data)), 0, 0};
        for (int i = 0; i < operators; ++i) {
            Node node;
            node.op = "relu";
            node.name = "relu" + std::to_string(i);
            node.inputs = {last};
            last = {graph.add(std::move(node)), 0, 0};
        }
        graph.setHeads({last});
        return {std::move(graph), {}, "nnvm", {}, {}};
    }
    static bool tells(const GraphDocument &document, const std::string &code)
    {
        const Diagnostics all = document.diagnostics();
        return std::any_of(all.begin(), all.end(),
                           [&](const Diagnostic &one) { return one.code == code; });
    }

private Q_SLOTS:
    void aLargeGraphIsExaminedByAJob()
    {
        GraphDocument document(m_builtins);
        JobRunner jobs;
        const GraphExaminer examiner(document, jobs);
        QSignalSpy examined(&document, &GraphDocument::examined);
        document.setContent(chain(length));
        QVERIFY(!document.isExamined());
        QVERIFY(examined.wait());
        QVERIFY(document.isExamined());
        QCOMPARE(document.statistics().operators, std::int64_t{length});
        QCOMPARE(document.statistics().inputs.size(), std::size_t{1});
    }

    void whatAnEditBreaksIsToldWhenTheJobHasEnded()
    {
        GraphDocument document(m_builtins);
        JobRunner jobs;
        const GraphExaminer examiner(document, jobs);
        document.setContent(chain(length));
        QTRY_VERIFY(document.isExamined());
        const NodeId broken = *document.graph().findByName("relu99");
        const auto edit = deleteNodes(document.graph(), {&broken, 1}, Readers::Unconnect);
        QVERIFY(document.apply(*edit, QStringLiteral("Delete")).ok());
        QVERIFY(!document.isExamined());
        QVERIFY(!tells(document, "entry-node"));
        QTRY_VERIFY(document.isExamined());
        QVERIFY(tells(document, "entry-node"));
        document.undoStack().undo();
        QTRY_VERIFY(document.isExamined());
        QVERIFY(!tells(document, "entry-node"));
    }

    void whatIsGoneIsInNoList()
    {
        GraphDocument document(m_builtins);
        JobRunner jobs;
        const GraphExaminer examiner(document, jobs);
        document.setContent(chain(length));
        QTRY_VERIFY(document.isExamined());
        const NodeId data = document.statistics().inputs.front();
        const auto edit = deleteNodes(document.graph(), {&data, 1}, Readers::Unconnect);
        QVERIFY(document.apply(*edit, QStringLiteral("Delete")).ok());
        QVERIFY(!document.isExamined());
        QVERIFY(document.statistics().inputs.empty());
    }

    void anotherModelIsNotTakenForTheOneBefore()
    {
        GraphDocument document(m_builtins);
        JobRunner jobs;
        const GraphExaminer examiner(document, jobs);
        document.setContent(chain(length));
        document.setContent(chain(length + 1)); // while the job for the first one goes on
        QTRY_VERIFY(document.isExamined());
        QCOMPARE(document.statistics().operators, std::int64_t{length + 1});
        document.setContent(chain(3));
        QVERIFY(document.isExamined());
        QVERIFY(jobs.jobs().isEmpty());
        QCOMPARE(document.statistics().operators, std::int64_t{3});
    }
};

NERVURE_TEST(TstGraphExaminer)
#include "tst_graph_examiner.moc"

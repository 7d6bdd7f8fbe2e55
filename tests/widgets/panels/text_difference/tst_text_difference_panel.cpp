// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"

#include <QSignalSpy>

using namespace nervure;
using nervure::tests::PanelFixture;

/// What one sees of a step's text, and how it goes with the selection.
class TstTextDifferencePanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(nervure::tests::anyWarning());
        m_window = std::make_unique<PanelFixture>();
        m_window->openNet();
        InputFacts facts;
        facts.shapes["data"] = {1, 3, 8, 8};
        m_window->document.setInputFacts(facts);
        QVERIFY(m_window->show("text-difference"));
        QSignalSpy finished(&m_window->passes, &PassRunner::finished);
        m_window->passes.run({{"Compile", {}}});
        QVERIFY(finished.wait());
    }
    void cleanup() { m_window.reset(); }

    void aStepShowsTheLinesThatDiffer()
    {
        auto *lines = m_window->child<QTreeView>("text-difference-lines");
        QTRY_VERIFY(lines->isVisible() && lines->model()->rowCount() > 1);
        QVERIFY(countOf(lines, u'+') > 0);
        QVERIFY(countOf(lines, u'−') > 0);
        m_window->document.setShownStep(0);
        QTRY_VERIFY(!lines->isVisible());
    }

    void aLineLeadsToItsNodeAndTheNodeToItsLine()
    {
        auto *lines = m_window->child<QTreeView>("text-difference-lines");
        QTRY_VERIFY(lines->model()->rowCount() > 1);
        int row = 0;
        while (!lines->model()->index(row, 0).data().toString().startsWith(u'+')) {
            ++row;
        }
        const QModelIndex line = lines->model()->index(row, 0);
        lines->scrollTo(line);
        QTest::mouseClick(lines->viewport(), Qt::LeftButton, {},
                          {20, lines->visualRect(line).center().y()});
        const Graph &graph = *m_window->document.stage().graph;
        const NodeId node = m_window->selection.current();
        QVERIFY(graph.contains(node));
        QVERIFY(line.data().toString().contains(QString::fromStdString(graph.node(node).name)));
        m_window->selection.clear();
        QTRY_VERIFY(!lines->selectionModel()->hasSelection());
        m_window->selection.select(node);
        QTRY_VERIFY(lines->selectionModel()->hasSelection());
    }

private:
    static int countOf(const QTreeView *lines, QChar sign)
    {
        int count = 0;
        for (int row = 0; row < lines->model()->rowCount(); ++row) {
            count += lines->model()->index(row, 0).data().toString().startsWith(sign);
        }
        return count;
    }

    std::unique_ptr<PanelFixture> m_window;
};

NERVURE_GUI_TEST(TstTextDifferencePanel)
#include "tst_text_difference_panel.moc"

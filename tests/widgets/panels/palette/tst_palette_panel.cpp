// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/panels/panel_fixture.h"

#include "tests/support/test_class.h"
#include "widgets/models/palette_model.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>

using namespace nervure;
using nervure::tests::PanelFixture;

/// Looking for an operator and adding it.
class TstPalettePanel : public QObject {
    Q_OBJECT

private:
    static int operatorsIn(const QTreeView *view)
    {
        int count = 0;
        const QAbstractItemModel *model = view->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            count += std::max(1, model->rowCount(model->index(row, 0)));
        }
        return count;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void operatorsStandInTheirCategories()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("palette"));
        auto *view = window.child<QTreeView>("palette-operators");
        const QModelIndex conv = PanelFixture::findCell(view, QStringLiteral("conv2d"));
        QVERIFY(conv.isValid());
        QCOMPARE(conv.parent().data().toString(), QStringLiteral("Convolution and dense"));
        QVERIFY(!conv.data(Qt::ToolTipRole).toString().isEmpty());
    }

    void wordsFindByNameAndByMeaning()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("palette"));
        auto *view = window.child<QTreeView>("palette-operators");
        QTest::keyClicks(window.child<QLineEdit>("palette-words"), QStringLiteral("relu"));
        QCOMPARE(view->model()->index(0, 0).data().toString(), QStringLiteral("relu"));
        QVERIFY(!PanelFixture::findCell(view, QStringLiteral("conv2d")).isValid());
    }

    void theSelectionsShapeDecidesWhatFits()
    {
        PanelFixture window;
        window.openNet();
        window.giveFacts();
        QVERIFY(window.show("palette"));
        auto *view = window.child<QTreeView>("palette-operators");
        const int all = operatorsIn(view);
        window.selection.select(window.node("fc0"));
        QVERIFY(operatorsIn(view) < all);
        QVERIFY(!PanelFixture::findCell(view, QStringLiteral("conv2d")).isValid());
        QVERIFY(PanelFixture::findCell(view, QStringLiteral("softmax")).isValid());
        QTest::mouseClick(window.child<QCheckBox>("palette-only-fitting"), Qt::LeftButton, {},
                          QPoint(8, 8));
        QVERIFY(PanelFixture::findCell(view, QStringLiteral("conv2d")).isValid());
    }

    void aDoubleClickAddsBehindTheSelection()
    {
        PanelFixture window;
        window.openNet();
        window.giveFacts();
        const Graph before = window.document.graph();
        QVERIFY(window.show("palette"));
        const NodeId fc = window.node("fc0");
        window.selection.select(fc);
        auto *words = window.child<QLineEdit>("palette-words");
        QTest::keyClicks(words, QStringLiteral("softmax"));
        QSignalSpy jumps(&window.selection, &Selection::jumpRequested);
        QVERIFY(PanelFixture::clickCell(window.child<QTreeView>("palette-operators"),
                                        QStringLiteral("softmax"), true));
        QCOMPARE(jumps.count(), 1);
        const Graph &graph = window.document.graph();
        const Node &added = graph.node(window.selection.current());
        QCOMPARE(added.op, std::string("softmax"));
        QCOMPARE(added.inputs.size(), std::size_t{1});
        QCOMPARE(added.inputs.front().node, fc);
        QCOMPARE(window.document.undoStack().count(), 1);
        window.document.undoStack().undo();
        QVERIFY(graph == before);
        window.document.undoStack().redo();
        QCOMPARE(graph.nodeCount(), before.nodeCount() + 1);
    }

    void enterAddsTheBestOne()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("palette"));
        window.selection.select(window.node("relu0"));
        auto *words = window.child<QLineEdit>("palette-words");
        QTest::keyClicks(words, QStringLiteral("tanh"));
        QTest::keyClick(words, Qt::Key_Return);
        QCOMPARE(window.document.graph().node(window.selection.current()).op, std::string("tanh"));
    }

    void aDragCarriesTheName()
    {
        const Builtins builtins = makeBuiltins();
        PaletteModel model;
        PaletteQuery query;
        query.words = QStringLiteral("sigmoid");
        model.search(builtins.ops, query);
        const QModelIndex first = model.index(0, 0, {});
        QVERIFY(model.flags(first) & Qt::ItemIsDragEnabled);
        const std::unique_ptr<QMimeData> data(model.mimeData({first}));
        QCOMPARE(data->data(QString::fromLatin1(operatorMimeType)), QByteArray("sigmoid"));
    }
};

NERVURE_GUI_TEST(TstPalettePanel)
#include "tst_palette_panel.moc"

// SPDX-License-Identifier: Apache-2.0
#include "app/files/document_session.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/panels/panel.h"
#include "widgets/panels/panel_docks.h"

#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>

using namespace nervure;
using namespace nervure::tests;

/// The window stays as large as it is, whatever is asked in it, and on its screen.
class TstWindowSize : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void manyInputsDoNotMakeTheWindowGrow();
    void filesThatHoldShapesAreAskedNothing_data();
    void filesThatHoldShapesAreAskedNothing();
    void aWindowOfAnotherScreenIsBroughtOntoThisOne();
};

void TstWindowSize::manyInputsDoNotMakeTheWindowGrow()
{
    WindowFixture app;
    QByteArray nodes;
    QByteArray inputs;
    QByteArray numbers;
    constexpr int count = 300;
    for (int i = 0; i < count; ++i) {
        const QByteArray number = QByteArray::number(i);
        nodes += "{\"op\": \"null\", \"name\": \"in & out of a rather long name " + number
                 + "\", \"inputs\": []}, ";
        inputs += (i > 0 ? ", [" : "[") + number + ", 0, 0]";
        numbers += (i > 0 ? ", " : "") + number;
    }
    const QString path = app.folder.filePath(QStringLiteral("many.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "{\"nodes\": [" + nodes
        + "{\"op\": \"elemwise_sum\", \"name\": \"sum\", \"attrs\": {\"num_args\": \"300\"}, "
          "\"inputs\": ["
        + inputs + "]}], \"arg_nodes\": [" + numbers + "], \"heads\": [[300, 0, 0]]}");
    file.close();
    MainWindow *window = app.open(path);
    QVERIFY(window);
    const QSize before = window->size();
    auto *missing = window->findChild<QWidget *>(QStringLiteral("passes-missing"));
    QTRY_VERIFY(missing != nullptr && !missing->isHidden());
    auto *panel = window->findChild<QDockWidget *>(QStringLiteral("dock-passes"));
    panel->show();
    panel->raise();
    QTRY_VERIFY(missing->isVisible());
    QCOMPARE(missing->findChildren<QLineEdit *>().size(), count);
    QCOMPARE(window->size(), before);
    QVERIFY2(missing->height() < window->height(), qPrintable(QString::number(missing->height())));
    auto *lines = missing->findChild<QWidget *>(QStringLiteral("passes-missing-lines"));
    QTRY_VERIFY(lines->height() >= 2 * missing->findChild<QLineEdit *>()->height());
    // The names are shown as they are: & is no mnemonic.
    const auto labels = missing->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
        return label->text().startsWith(QStringLiteral("in && out"));
    }));
}

void TstWindowSize::filesThatHoldShapesAreAskedNothing_data()
{
    QTest::addColumn<QByteArray>("op");
    QTest::addColumn<QByteArray>("attrs");
    QTest::newRow("TVM's runtime")
        << QByteArray(R"("tvm_op", "name": "f", "attrs": {"func_name": "fuse_relu",
            "num_inputs": "1", "num_outputs": "1", "flatten_data": "0"})")
        << QByteArray(R"("shape": ["list_shape", [[2, 3], [2, 3]]],
            "dltype": ["list_str", ["float32", "float32"]], "storage_id": ["list_int", [0, 1]])");
    QTest::newRow("a step of passes") << QByteArray(R"("relu", "name": "f")")
                                      << QByteArray(R"("shape": ["list_shape", [[2, 3], [2, 3]]])");
}

void TstWindowSize::filesThatHoldShapesAreAskedNothing()
{
    QFETCH(QByteArray, op);
    QFETCH(QByteArray, attrs);
    WindowFixture app;
    const QString path = app.folder.filePath(QStringLiteral("shaped.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"nodes": [{"op": "null", "name": "x", "inputs": []}, {"op": )" + op
               + R"(, "inputs": [[0, 0, 0]]}], "arg_nodes": [0], "node_row_ptr": [0, 1, 2],
                 "heads": [[1, 0, 0]], "attrs": {)"
               + attrs + "}}");
    file.close();
    MainWindow *window = app.open(path);
    QVERIFY(window);
    const GraphDocument &document = window->session().document;
    QTRY_VERIFY(!document.passSteps().empty());
    QCOMPARE(document.factsOf({*document.graph().findByName("f")}).shape, (Shape{2, 3}));
    window->docks().show(QStringLiteral("passes"));
    auto *missing = window->findChild<QWidget *>(QStringLiteral("passes-missing"));
    QTRY_VERIFY(missing == nullptr || missing->isHidden());
}

void TstWindowSize::aWindowOfAnotherScreenIsBroughtOntoThisOne()
{
    WindowFixture app;
    MainWindow *window = app.composition.windows().openStart();
    window->window()->setGeometry(-300, 200, 3000, 5000);
    window->close();
    MainWindow *again = app.composition.windows().openStart();
    const QRect screen = again->screen()->availableGeometry();
    const QRect place = again->window()->geometry();
    QVERIFY2(screen.contains(place), qPrintable(QStringLiteral("%1×%2 at %3, %4")
                                                    .arg(place.width())
                                                    .arg(place.height())
                                                    .arg(place.x())
                                                    .arg(place.y())));
}

NERVURE_GUI_TEST(TstWindowSize)
#include "tst_window_size.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/open_model.h"
#include "core/formats/tensors/npy.h"
#include "core/graph/edits/attribute_edits.h"
#include "core/graph/onnx_variable.h"
#include "core/support/file.h"
#include "tests/core/formats/onnx/large_model.h"
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"
#include "widgets/document/document_edits.h"
#include "widgets/panels/inspector/heat_map_view.h"
#include "widgets/panels/inspector/weight_histogram.h"

#include <QComboBox>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>

using namespace nervure;
using namespace nervure::tests;

class TstWeightSection : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] std::string path(const char *name) const
    {
        return m_folder.filePath(QString::fromLatin1(name)).toStdString();
    }

    /// Of a weight 1, 2, … 6 of these sizes.
    static std::string smallModel(const std::vector<int> &sizes = {2, 3})
    {
        const std::vector<float> values{1, 2, 3, 4, 5, 6};
        const std::string bytes(reinterpret_cast<const char *>(values.data()), 24);
        std::string dims;
        for (const int size : sizes) {
            dims += integerField(tensor::dims, size);
        }
        return modelOf(bytesField(graph::initializer, dims + integerField(tensor::dataType, 1)
                                                          + bytesField(tensor::name, "w")
                                                          + bytesField(tensor::rawData, bytes))
                       + valueField(graph::input, "x", {"2", "3"})
                       + nodeField("Add", {"x", "w"}, {"y"}, "add")
                       + valueField(graph::output, "y", {"2", "3"}));
    }

    /// Opens a model's bytes in a window with the inspector.
    bool open(PanelFixture &window, const std::string &bytes) const
    {
        const std::string file = path("m.onnx");
        if (!writeFile(file, bytes)) {
            return false;
        }
        auto model = openModel(file, window.builtins.formats, window.builtins.ops);
        if (!model) {
            return false;
        }
        window.document.setContent({std::move(model->graph),
                                    std::move(model->text),
                                    "onnx",
                                    QString::fromStdString(file),
                                    {}});
        return window.show("inspector", {480, 800}) != nullptr;
    }

    /// Has the weight's values come from another model, as pasting does.
    static bool carry(PanelFixture &window, const char *where)
    {
        const std::vector<NodeId> nodes{window.node("w")};
        return applyEdit(window.document,
                         setAttribute(window.document.graph(), nodes,
                                      std::string(onnx_variable::carried), where),
                         {})
            .ok();
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(anyWarning()); }

    void aWeightShowsWhatItIsLike()
    {
        PanelFixture window;
        QVERIFY(open(window, smallModel()));
        window.selection.select(window.node("w"));
        const auto *range = window.child<QLabel>("inspector-weight-range");
        QTRY_COMPARE(range->text(), QStringLiteral("1 to 6"));
        QCOMPARE(window.child<QLabel>("inspector-weight-mean")->text(),
                 QStringLiteral("3.5 ± 1.70783"));
        QCOMPARE(window.child<QLabel>("inspector-weight-odd")->text(), QStringLiteral("0, 0, 0"));
        QVERIFY(window.child<WeightHistogram>("inspector-weight-histogram")->isVisible());
        QCOMPARE(window.child<QLabel>("inspector-weight-values")->text(),
                 QStringLiteral("1  2  3  4  5  6"));
        window.selection.select(window.node("add"));
        QTRY_VERIFY(!range->isVisible());
    }

    void aPartIsChosen()
    {
        PanelFixture window;
        QVERIFY(open(window, smallModel()));
        window.selection.select(window.node("w"));
        auto *values = window.child<QLabel>("inspector-weight-values");
        QTRY_VERIFY(!values->text().isEmpty());
        auto *slice = window.child<QLineEdit>("inspector-weight-slice");
        QTest::keyClicks(slice, QStringLiteral("1,1:"));
        QTest::keyClick(slice, Qt::Key_Return);
        QTRY_COMPARE(values->text(), QStringLiteral("5  6"));
        slice->selectAll();
        QTest::keyClicks(slice, QStringLiteral("7"));
        QTest::keyClick(slice, Qt::Key_Return);
        auto *problem = window.child<QLabel>("inspector-weight-problem");
        QTRY_VERIFY(problem->text().contains(QStringLiteral("an index of a dimension of size 2")));
    }

    /// The two dimensions of the picture are chosen; where there are two in all, there is nothing to choose.
    void aPictureOfAnyTwoDimensions()
    {
        PanelFixture window;
        QVERIFY(open(window, smallModel({2, 1, 3})));
        window.selection.select(window.node("w"));
        auto *map = window.child<HeatMapView>("inspector-weight-heat-map");
        QTRY_COMPARE(map->map().cells, (std::vector<double>{1, 2, 3}));
        auto *down = window.child<QComboBox>("inspector-weight-down");
        QVERIFY(down->isVisible());
        down->setFocus();
        QTest::keyClick(down, Qt::Key_Home);
        QTRY_COMPARE(map->map().cells, (std::vector<double>{1, 2, 3, 4, 5, 6}));
        QVERIFY(window.child<QComboBox>("inspector-weight-down")->hasFocus());
        PanelFixture flat;
        QVERIFY(open(flat, smallModel()));
        flat.selection.select(flat.node("w"));
        auto *whole = flat.child<HeatMapView>("inspector-weight-heat-map");
        QTRY_COMPARE(whole->map().rows, 2);
        QVERIFY(!flat.child<QComboBox>("inspector-weight-down"));
    }

    /// The file knows the weight under the name that it was opened with.
    void aRenamedWeight()
    {
        PanelFixture window;
        QVERIFY(open(window, smallModel()));
        QVERIFY(performEdit(window.document, EditKind::Rename,
                            {.nodes = {window.node("w")}, .text = "other"})
                    .ok());
        window.selection.select(window.node("other"));
        QTRY_COMPARE(window.child<QLabel>("inspector-weight-range")->text(),
                     QStringLiteral("1 to 6"));
    }

    /// They are in the graph until the model is saved, or in the model that they came from.
    void aPastedWeight()
    {
        PanelFixture window;
        QVERIFY(open(window, smallModel()));
        window.selection.select(window.node("w"));
        const auto *values = window.child<QLabel>("inspector-weight-values");
        QTRY_COMPARE(values->text(), QStringLiteral("1  2  3  4  5  6"));
        QVERIFY(carry(window, "hex 0000803f0000004000000000000000000000000000004040"));
        window.selection.select(window.node("add"));
        window.selection.select(window.node("w"));
        QTRY_COMPARE(values->text(), QStringLiteral("1  2  0  0  0  3"));
        QVERIFY(carry(window, "at /nowhere/m.onnx#16+24#0"));
        window.selection.select(window.node("add"));
        window.selection.select(window.node("w"));
        const auto *problem = window.child<QLabel>("inspector-weight-problem");
        QTRY_VERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains(QStringLiteral("/nowhere/m.onnx")),
                 qPrintable(problem->text()));
    }

    void aNumPyFile()
    {
        PanelFixture window;
        QVERIFY(open(window, smallModel()));
        window.selection.select(window.node("w"));
        QTRY_VERIFY(!window.child<QLabel>("inspector-weight-range")->text().isEmpty());
        QTest::mouseClick(window.child<QPushButton>("inspector-weight-export"), Qt::LeftButton);
        auto *dialog = window.child<QFileDialog>("inspector-weight-dialog");
        QVERIFY(dialog != nullptr);
        Q_EMIT dialog->fileSelected(QString::fromStdString(path("w.npy")));
        dialog->close();
        QTRY_VERIFY(QFile::exists(QString::fromStdString(path("w.npy"))));
        const auto tensor = readNpy(nervure::readFile(path("w.npy")).value());
        QVERIFY(tensor.ok());
        QCOMPARE(tensor->shape(), (Shape{2, 3}));
    }

    /// Other values from a NumPy file, and back.
    void otherValues()
    {
        PanelFixture window;
        QVERIFY(open(window, smallModel()));
        const std::vector<float> values{7, 8};
        QVERIFY(writeFile(path("new.npy"), writeNpy(Tensor::ofFloats({2}, values).view())));
        window.selection.select(window.node("w"));
        auto *range = window.child<QLabel>("inspector-weight-range");
        QTRY_COMPARE(range->text(), QStringLiteral("1 to 6"));
        QTest::mouseClick(window.child<QPushButton>("inspector-weight-replace"), Qt::LeftButton);
        auto *dialog = window.child<QFileDialog>("inspector-weight-array-dialog");
        QVERIFY(dialog != nullptr);
        Q_EMIT dialog->fileSelected(QString::fromStdString(path("new.npy")));
        dialog->close();
        QTRY_COMPARE(range->text(), QStringLiteral("7 to 8"));
        window.document.undoStack().undo();
        QTRY_COMPARE(range->text(), QStringLiteral("1 to 6"));
        QTest::mouseClick(window.child<QPushButton>("inspector-weight-make-input"), Qt::LeftButton);
        QTRY_VERIFY(!range->isVisible());
        window.document.undoStack().undo();
        QTRY_VERIFY(range->isVisible());
    }

    /// Into a file beside the model, with a name that is asked for, and back.
    void outOfTheModelAndBack()
    {
        PanelFixture window;
        QVERIFY(open(window, smallModel()));
        window.selection.select(window.node("w"));
        auto *moveOut = window.child<QPushButton>("inspector-weight-move-out");
        auto *embed = window.child<QPushButton>("inspector-weight-embed");
        QTRY_VERIFY(moveOut->isVisible() && !embed->isVisible());
        QTest::mouseClick(moveOut, Qt::LeftButton);
        auto *dialog = window.child<QInputDialog>("inspector-weight-data-dialog");
        QVERIFY(dialog != nullptr);
        QTRY_VERIFY(dialog->isVisible());
        auto *name = dialog->findChild<QLineEdit *>();
        QCOMPARE(name->text(), QStringLiteral("m.data"));
        QTest::keyClicks(name, QStringLiteral("/"));
        QTest::keyClick(name, Qt::Key_Return);
        const auto *problem = window.child<QLabel>("inspector-weight-problem");
        QTRY_VERIFY2(problem->text().contains(QStringLiteral("without folders")),
                     qPrintable(problem->text()));
        QTRY_VERIFY(window.child<QInputDialog>("inspector-weight-data-dialog") == nullptr);
        QTest::mouseClick(moveOut, Qt::LeftButton);
        dialog = window.child<QInputDialog>("inspector-weight-data-dialog");
        QTRY_VERIFY(dialog->isVisible());
        QTest::keyClick(dialog->findChild<QLineEdit *>(), Qt::Key_Return);
        QTRY_VERIFY(embed->isVisible() && !moveOut->isVisible());
        const auto data = [&window] {
            return *window.document.graph().node(window.node("w")).attrs.find(onnx_variable::data);
        };
        QCOMPARE(data(), std::string("m.data"));
        QTest::mouseClick(embed, Qt::LeftButton);
        QCOMPARE(data(), std::string("inside"));
    }

    /// A copy has the values of what it is a copy of.
    void aDuplicate()
    {
        PanelFixture window;
        QVERIFY(open(window, smallModel()));
        QVERIFY(
            performEdit(window.document, EditKind::Duplicate, {.nodes = {window.node("w")}}).ok());
        window.selection.select(window.node("w_1"));
        QTRY_COMPARE(window.child<QLabel>("inspector-weight-range")->text(),
                     QStringLiteral("1 to 6"));
    }

    /// Another program cuts the file short: said, and no crash.
    void theFileIsCutShort()
    {
        PanelFixture window;
        QVERIFY(open(window, largeModel()));
        std::filesystem::resize_file(path("m.onnx"), 1000);
        window.selection.select(window.node("w"));
        auto *problem = window.child<QLabel>("inspector-weight-problem");
        QTRY_VERIFY2(problem->text().contains(QStringLiteral("another program changed the file")),
                     qPrintable(problem->text()));
    }
};

NERVURE_GUI_TEST(TstWeightSection)
#include "tst_weight_section.moc"

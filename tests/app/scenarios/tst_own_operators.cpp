// SPDX-License-Identifier: Apache-2.0
#include "app/settings/operator_files.h"
#include "app/settings/settings.h"
#include "app/window/message_bar.h"
#include "tests/app/attribute_typing.h"
#include "tests/app/save_answers.h"
#include "tests/core/ops/custom/own_operators.h"
#include "tests/support/test_class.h"

#include <QTreeView>

using namespace nervure;
using namespace nervure::tests;

namespace {

constexpr const char *ownNet = R"json({"nodes": [
  {"op": "null", "name": "data", "attrs": {"shape": "(2, 3)"}, "inputs": []},
  {"op": "null", "name": "fc_weight", "inputs": []},
  {"op": "null", "name": "fc_bias", "inputs": []},
  {"op": "scaled_dense", "name": "fc", "attrs": {"units": "4"},
   "inputs": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]},
  {"op": "soft_clip", "name": "clip", "inputs": [[3, 0, 0]]}],
  "arg_nodes": [0, 1, 2], "heads": [[4, 0, 0]]})json";

/// A folder with a model and the file that declares its operators.
struct OwnFiles {
    OwnFiles()
    {
        write(net(), ownNet);
        write(operators(), ownOperators);
    }

    [[nodiscard]] QString net() const { return folder.filePath(QStringLiteral("net.json")); }
    [[nodiscard]] QString operators() const { return folder.filePath(QStringLiteral("own.json")); }
    static void write(const QString &path, const char *text)
    {
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) {
            file.write(text);
        }
    }

    QTemporaryDir folder;
};

void declare(Composition &composition, const QStringList &files)
{
    Preferences preferences = composition.settings().preferences();
    preferences.operatorFiles = files;
    composition.settings().setPreferences(preferences);
}

Shape shapeOfNode(const EditingFixture &at, const char *name)
{
    return at.document().factsOf({at.node(name)}).shape;
}

} // namespace

/// Operators that a file of the settings declares, in the whole window.
class TstOwnOperators : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aModelThatIsOpenFollows();
    void theyAreEditedAsOthers();
    void changedFilesAreReadAgain();
    void faultsAreTold();
};

void TstOwnOperators::aModelThatIsOpenFollows()
{
    const OwnFiles files;
    EditingFixture at(files.net());
    QVERIFY(at.isReady);
    QVERIFY(!at.document().diagnostics().empty());
    QCOMPARE(shapeOfNode(at, "clip"), Shape());
    declare(at.app.composition, {files.operators()});
    QTRY_COMPARE(shapeOfNode(at, "clip"), (Shape{2, 4}));
    QCOMPARE(shapeOfNode(at, "fc_weight"), (Shape{4, 3}));
    QTRY_VERIFY(at.document().diagnostics().empty());
    QVERIFY(!at.document().isDirty());
    QCOMPARE(at.save(), at.bytes);
    declare(at.app.composition, {});
    QTRY_COMPARE(shapeOfNode(at, "clip"), Shape());
    QVERIFY(!at.document().diagnostics().empty());
}

void TstOwnOperators::theyAreEditedAsOthers()
{
    const OwnFiles files;
    EditingFixture at(files.net());
    QVERIFY(at.isReady);
    declare(at.app.composition, {files.operators()});
    QTRY_COMPARE(shapeOfNode(at, "clip"), (Shape{2, 4}));
    QVERIFY(at.waitUntilDrawn());
    at.click("fc");
    const auto *view = find<QTreeView>(at.window, "inspector-attributes");
    QTRY_VERIFY(!view->model()
                     ->match(view->model()->index(0, 0), Qt::DisplayRole, QStringLiteral("alpha"))
                     .isEmpty());
    QVERIFY(typeAttribute(at, QStringLiteral("units"), QStringLiteral("7")));
    QTRY_COMPARE(shapeOfNode(at, "clip"), (Shape{2, 7}));
    QCOMPARE(shapeOfNode(at, "fc_weight"), (Shape{7, 3}));
    at.undo();
    QTRY_COMPARE(shapeOfNode(at, "clip"), (Shape{2, 4}));
    QCOMPARE(at.save(), at.bytes);
}

void TstOwnOperators::changedFilesAreReadAgain()
{
    const OwnFiles files;
    EditingFixture at(files.net());
    QVERIFY(at.isReady);
    declare(at.app.composition, {files.operators()});
    QTRY_COMPARE(shapeOfNode(at, "fc"), (Shape{2, 4}));
    OwnFiles::write(files.operators(),
                    QByteArray(ownOperators)
                        .replace("data.shape[:-1] + [units]", "data.shape[:-1] + [units, 1]")
                        .constData());
    QTRY_COMPARE(shapeOfNode(at, "fc"), (Shape{2, 4, 1}));
    QCOMPARE(shapeOfNode(at, "clip"), (Shape{2, 4, 1}));
}

void TstOwnOperators::faultsAreTold()
{
    const OwnFiles files;
    EditingFixture at(files.net());
    QVERIFY(at.isReady);
    declare(at.app.composition, {files.operators()});
    QTRY_COMPARE(shapeOfNode(at, "clip"), (Shape{2, 4}));
    OwnFiles::write(files.operators(), "{\"nervure_operators\": 2}");
    QTRY_VERIFY2(at.window->messages().text().contains(QStringLiteral("own.json")),
                 qPrintable(at.window->messages().text()));
    // What was known stays.
    QCOMPARE(shapeOfNode(at, "clip"), (Shape{2, 4}));
}

NERVURE_GUI_TEST(TstOwnOperators)
#include "tst_own_operators.moc"

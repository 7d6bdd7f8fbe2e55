// SPDX-License-Identifier: Apache-2.0
#include "app/actions/action_set.h"
#include "app/settings/settings.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/dialogs/preferences.h"
#include "widgets/panels/panel_docks.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTabBar>
#include <QTimer>

#include <span>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// Collects English from all that a person can read in a window.
class EnglishFinder {
public:
    void search(QWidget *widget)
    {
        if (qobject_cast<QFileDialog *>(widget) != nullptr) {
            return; // Qt's own words
        }
        const bool isCode = qobject_cast<QLineEdit *>(widget) != nullptr;
        take(widget, widget->windowTitle());
        take(widget, widget->toolTip());
        take(widget, widget->accessibleName());
        take(widget, widget->accessibleDescription());
        if (const auto *label = qobject_cast<QLabel *>(widget)) {
            take(widget, label->text());
        } else if (const auto *button = qobject_cast<QAbstractButton *>(widget)) {
            if (qobject_cast<QDialogButtonBox *>(widget->parentWidget()) == nullptr) {
                take(widget, button->text());
            }
        } else if (const auto *group = qobject_cast<QGroupBox *>(widget)) {
            take(widget, group->title());
        } else if (isCode) {
            take(widget, static_cast<QLineEdit *>(widget)->placeholderText());
        } else if (const auto *combo = qobject_cast<QComboBox *>(widget)) {
            for (int i = 0; i < combo->count(); ++i) {
                take(widget, combo->itemText(i));
                take(widget, combo->itemData(i, Qt::ToolTipRole).toString());
            }
        } else if (const auto *tabs = qobject_cast<QTabBar *>(widget)) {
            for (int i = 0; i < tabs->count(); ++i) {
                take(widget, tabs->tabText(i));
            }
        } else if (const auto *view = qobject_cast<QAbstractItemView *>(widget)) {
            if (view->model() != nullptr) {
                searchModel(widget, *view->model());
            }
        }
        for (const QAction *action : widget->actions()) {
            take(widget, action->text());
            take(widget, action->toolTip());
        }
        for (QObject *child : widget->children()) {
            if (auto *inner = qobject_cast<QWidget *>(child)) {
                search(inner);
            }
        }
    }
    void take(const QObject *where, QString text)
    {
        text.remove(QRegularExpression(QStringLiteral("<[^>]*>")));
        if (!isEnglish(text)) {
            return;
        }
        const QString line = QStringLiteral("%1#%2: %3")
                                 .arg(QString::fromLatin1(where->metaObject()->className()),
                                      where->objectName(), text);
        if (!m_found.contains(line)) {
            m_found.append(line);
        }
    }
    [[nodiscard]] QString found() const { return m_found.join(u'\n'); }

private:
    void searchModel(const QObject *where, const QAbstractItemModel &model,
                     const QModelIndex &parent = {}, int depth = 0)
    {
        constexpr int mostRows = 500;
        constexpr int mostDepth = 2;
        for (int column = 0; column < model.columnCount(parent); ++column) {
            take(where, model.headerData(column, Qt::Horizontal).toString());
            take(where, model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString());
        }
        for (int row = 0; row < qMin(mostRows, model.rowCount(parent)); ++row) {
            for (int column = 0; column < model.columnCount(parent); ++column) {
                const QModelIndex index = model.index(row, column, parent);
                take(where, index.data().toString());
                take(where, index.data(Qt::ToolTipRole).toString());
            }
            if (depth < mostDepth) {
                searchModel(where, model, model.index(row, 0, parent), depth + 1);
            }
        }
    }

    /// Two words in lower case one after the other, or one word that stands alone and is no name of an
    /// operator, a key, a pass, a format or this program.
    static bool isEnglish(const QString &text)
    {
        static const QRegularExpression words(QStringLiteral("\\b[A-Za-z]?[a-z]+ [a-z]{2,}\\b"));
        static const QRegularExpression alone(QStringLiteral("^&?[A-Z][a-z]{3,}$"));
        static const QRegularExpression names(QStringLiteral(
            "ssh host nervure-cli worker|\\S*:\\S+ \\S+[<>]\\S+|\\bPass\\b|\\bGradient\\b|nervure"
            "|Apache License|Model Explorer|Nervure|Netron|English|Winograd|Graphviz|(Graph)?Compile|PoCL"
            "|Arena|LightNet|Ctrl|Shift|Home|Return|Backspace|Enter|Space|(Load|Save)?JSON"));
        QString rest = text;
        rest.remove(names);
        return words.match(rest).hasMatch() || alone.match(rest).hasMatch();
    }

    QStringList m_found;
};

} // namespace

/// A Chinese window is Chinese: no menu, panel, dialog, list or tooltip holds English.
class TstChinese : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theStartPageIsChinese();
    void aWindowWithAModelIsChinese();
    void dialogsAreChinese_data();
    void dialogsAreChinese();
    void aNewLanguageComesWithTheNextStart();
    void findingsAreChinese();
    void faultsOfQueriesAreChinese_data();
    void faultsOfQueriesAreChinese();

private:
    struct ChineseWindow {
        explicit ChineseWindow(const QStringList &files = {})
        {
            StartupOptions options;
            options.language = QStringLiteral("zh_CN");
            options.files = files;
            app.composition.start(options);
            window = app.composition.windows().windows().value(0);
        }
        ~ChineseWindow() { window->session().document.markSaved(); }
        bool waitUntilQuiet() const
        {
            return QTest::qWaitFor(
                [this] {
                    return window->view().scene() != nullptr
                           && window->session().jobs.jobs().isEmpty();
                },
                WindowFixture::patienceMs);
        }
        WindowFixture app;
        MainWindow *window = nullptr;
    };
    static QString sample(const QString &name) { return QDir(samplesFolder()).filePath(name); }
};

void TstChinese::theStartPageIsChinese()
{
    ChineseWindow at;
    EnglishFinder finder;
    finder.search(at.window->window());
    QVERIFY2(finder.found().isEmpty(), qPrintable(finder.found()));
}

/// Open windows are never half in one language, half in the other.
void TstChinese::aNewLanguageComesWithTheNextStart()
{
    WindowFixture app;
    StartupOptions options;
    options.language = QStringLiteral("en");
    app.composition.start(options);
    const MainWindow *window = app.composition.windows().windows().value(0);
    const auto word = [] {
        return QCoreApplication::translate("nervure::SettingsDialog", "&Language");
    };
    const QString before = word();
    Preferences preferences = app.composition.settings().preferences();
    preferences.language = QStringLiteral("zh_CN");
    app.composition.settings().setPreferences(preferences);
    QCoreApplication::processEvents();
    QCOMPARE(word(), before);
    EnglishFinder finder;
    finder.search(window->window());
    QVERIFY(!finder.found().isEmpty());
    {
        const ChineseWindow at;
        QVERIFY(word() != before);
    }
}

void TstChinese::aWindowWithAModelIsChinese()
{
    ChineseWindow at({sample(QStringLiteral("mlp.json"))});
    QVERIFY(at.waitUntilQuiet());
    EnglishFinder finder;
    const std::span<const NodeId> nodes = at.window->session().document.graph().nodes();
    for (const NodeId node : {nodes.front(), nodes[nodes.size() / 2], nodes.back()}) {
        at.window->session().selection.select(node);
        for (const PanelSpec &spec : at.window->services().panels.all()) {
            at.window->docks().show(QString::fromStdString(std::string(spec.name)));
        }
        QCoreApplication::processEvents();
        finder.search(at.window->window());
    }
    at.window->actions().trigger(QStringLiteral("delete"));
    QVERIFY(at.waitUntilQuiet());
    finder.search(at.window->window());
    QVERIFY2(finder.found().isEmpty(), qPrintable(finder.found()));
}

void TstChinese::dialogsAreChinese_data()
{
    QTest::addColumn<QString>("action");
    for (const char *action : {"settings", "keys", "about", "edit-rules", "export", "palette",
                               "name-bookmark", "add-operator"}) {
        QTest::newRow(action) << QString::fromLatin1(action);
    }
}

void TstChinese::dialogsAreChinese()
{
    QFETCH(QString, action);
    ChineseWindow at({sample(QStringLiteral("mlp.json"))});
    QVERIFY(at.waitUntilQuiet());
    EnglishFinder finder;
    int count = 0;
    const auto read = [&] {
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (qobject_cast<QDialog *>(widget) != nullptr && widget->isVisible()) {
                finder.search(widget);
                ++count;
                widget->close();
            }
        }
    };
    QTimer::singleShot(0, this, read); // for those that wait for an answer
    at.window->actions().trigger(action);
    QCoreApplication::processEvents();
    read();
    if (action == QStringLiteral("add-operator")) { // it lies on the canvas
        finder.search(at.window->window());
        ++count;
    }
    QVERIFY(count > 0);
    QVERIFY2(finder.found().isEmpty(), qPrintable(finder.found()));
}

void TstChinese::findingsAreChinese()
{
    WindowFixture files;
    const QString path = files.folder.filePath(QStringLiteral("wrong.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"json({"nodes": [
        {"op": "null", "name": "x", "inputs": [], "colour": "red", "attrs": {"shape": "(1, 3)"}},
        {"op": "dense", "name": "d", "inputs": [[0, 0, 0], [0, 0, 0]]},
        {"op": "softmax", "name": "x", "attrs": {"axis": "much"}, "inputs": [[1, 4, 0]]},
        {"op": "mystery", "name": "m", "inputs": [[2, 0, 0]]},
        {"op": "relu", "name": "r", "attrs": {"width": "3"}, "inputs": [[3, 0, 0], [0, 0, 0]]}],
        "arg_nodes": [0], "heads": [[4, 0, 0]], "more": 1})json");
    file.close();
    ChineseWindow at({path});
    QVERIFY(at.waitUntilQuiet());
    at.window->docks().show(QStringLiteral("diagnostics"));
    QVERIFY(at.window->session().document.diagnostics().size() > 3);
    EnglishFinder finder;
    finder.search(at.window->window());
    QVERIFY2(finder.found().isEmpty(), qPrintable(finder.found()));
}

void TstChinese::faultsOfQueriesAreChinese_data()
{
    QTest::addColumn<QString>("query");
    for (const char *query :
         {"has:error", "ops:conv2d", "op:", "\"conv", "(conv", "conv)", "near(x)", "path(is:input)",
          "params>many", "time>x", "bytes>x", "params~3", "shape:wide", "shape>1", "is:tall",
          "is>input", "index:x", "dtype:flat", "category:flat"}) {
        QTest::newRow(query) << QString::fromLatin1(query);
    }
}

void TstChinese::faultsOfQueriesAreChinese()
{
    QFETCH(QString, query);
    ChineseWindow at({sample(QStringLiteral("mlp.json"))});
    QVERIFY(at.waitUntilQuiet());
    at.window->docks().show(QStringLiteral("find"));
    auto *edit = at.window->findChild<QLineEdit *>(QStringLiteral("find-query"));
    auto *told = at.window->findChild<QLabel *>(QStringLiteral("find-count"));
    edit->clear();
    QTest::keyClicks(edit, query);
    QTRY_VERIFY(told->text().contains(QStringLiteral("应")));
    EnglishFinder finder;
    finder.take(told, told->text());
    QVERIFY2(finder.found().isEmpty(), qPrintable(finder.found()));
}

NERVURE_GUI_TEST(TstChinese)
#include "tst_chinese.moc"

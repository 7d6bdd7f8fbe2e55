// SPDX-License-Identifier: Apache-2.0
#include "tests/app/editing_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/panels/panel_docks.h"

#include <QAccessible>
#include <QDialog>
#include <QTimer>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// Roles of what a person can act on or read a value from.
bool isControl(QAccessible::Role role)
{
    switch (role) {
    case QAccessible::Button:
    case QAccessible::ButtonMenu:
    case QAccessible::CheckBox:
    case QAccessible::RadioButton:
    case QAccessible::ComboBox:
    case QAccessible::EditableText:
    case QAccessible::Slider:
    case QAccessible::SpinBox:
    case QAccessible::PageTab:
    case QAccessible::List:
    case QAccessible::Tree:
    case QAccessible::Table:
    case QAccessible::MenuItem:
    case QAccessible::Dialog:
    case QAccessible::Graphic:
    case QAccessible::Canvas:
    case QAccessible::ProgressBar: return true;
    default: return false;
    }
}

/// What a screen reader would stumble over under an interface, as lines to read.
class Reader {
public:
    void read(QAccessibleInterface *interface, const QString &path = {})
    {
        if (interface == nullptr || !interface->isValid() || interface->state().invisible) {
            return;
        }
        ++m_count;
        const QString name = interface->text(QAccessible::Name);
        QString here = path + u'/';
        if (const QObject *object = interface->object()) {
            here += QString::fromLatin1(object->metaObject()->className()) + u'#'
                    + object->objectName();
        }
        if (interface->role() == QAccessible::NoRole) {
            m_faults.append(here + QStringLiteral(": no role"));
        } else if (isControl(interface->role()) && name.trimmed().isEmpty()
                   && !isSeparator(*interface) && !isOfQt(interface->object())) {
            m_faults.append(here + QStringLiteral(": no name"));
        }
        if (interface->role() == QAccessible::Table || interface->role() == QAccessible::Tree
            || interface->role() == QAccessible::List) {
            return; // its cells are data, whose texts the models' own tests check
        }
        for (int i = 0; i < interface->childCount(); ++i) {
            read(interface->child(i), here);
        }
    }
    [[nodiscard]] QString faults() const { return m_faults.join(u'\n'); }
    [[nodiscard]] int count() const { return m_count; }

private:
    static bool isSeparator(const QAccessibleInterface &interface)
    {
        return interface.role() == QAccessible::MenuItem
               && interface.text(QAccessible::Name).isEmpty() && interface.childCount() == 0
               && interface.object() == nullptr;
    }
    /// The button in a line that clears it, which Qt gives no name: the keys do the same.
    static bool isOfQt(const QObject *object)
    {
        return object != nullptr && object->inherits("QLineEditIconButton");
    }
    QStringList m_faults;
    int m_count = 0;
};

QString faultsOf(QWidget *widget)
{
    Reader reader;
    reader.read(QAccessible::queryAccessibleInterface(widget));
    return reader.count() > 1 ? reader.faults() : QStringLiteral("nothing to read");
}

/// Names that depend on others come when the event loop has come round.
#define VERIFY_READABLE(widget)                                                                    \
    QTRY_VERIFY2(faultsOf(widget).isEmpty(), qPrintable(faultsOf(widget)))

} // namespace

/// The window as a screen reader walks it: every control has a name and a role, whatever was done.
class TstAccessibility : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theStartPageCanBeRead();
    void everyControlHasANameThroughAnEdit();
    void everyPanelCanBeRead();
    void dialogsCanBeRead_data();
    void dialogsCanBeRead();
    void theCanvasTellsWhatIsSelected();
};

void TstAccessibility::theStartPageCanBeRead()
{
    WindowFixture app;
    VERIFY_READABLE(app.composition.windows().openStart()->window());
}

void TstAccessibility::everyControlHasANameThroughAnEdit()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    QWidget *window = at.window->window();
    VERIFY_READABLE(window);
    at.click("fc1");
    VERIFY_READABLE(window);
    at.key(Qt::Key_Delete);
    QVERIFY(at.document().isDirty());
    VERIFY_READABLE(window);
    at.undo();
    VERIFY_READABLE(window);
    // A run on the reference, which every machine has.
    at.window->actions().trigger(QStringLiteral("run"));
    QTRY_VERIFY_WITH_TIMEOUT(!at.window->session().profiles.isRunning(), WindowFixture::patienceMs);
    VERIFY_READABLE(window);
}

void TstAccessibility::everyPanelCanBeRead()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("fc1");
    for (const PanelSpec &spec : at.window->services().panels.all()) {
        const QString name = QString::fromStdString(std::string(spec.name));
        at.window->docks().raise(name);
        QCoreApplication::processEvents();
        VERIFY_READABLE(at.window->window());
    }
}

void TstAccessibility::dialogsCanBeRead_data()
{
    QTest::addColumn<QString>("action");
    for (const char *action : {"settings", "keys", "about", "edit-rules", "export", "palette",
                               "name-bookmark", "add-operator"}) {
        QTest::newRow(action) << QString::fromLatin1(action);
    }
}

void TstAccessibility::dialogsCanBeRead()
{
    QFETCH(QString, action);
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("fc1");
    QString faults = QStringLiteral("it did not open");
    const auto read = [&] {
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            const bool isAsked = qobject_cast<QDialog *>(widget) != nullptr
                                 || widget->windowFlags().testFlag(Qt::Popup);
            if (isAsked && widget->isVisible()) {
                faults = faultsOf(widget);
                widget->close();
                return true;
            }
        }
        return false;
    };
    QTimer::singleShot(0, this, read); // for those that wait for an answer
    at.window->actions().trigger(action);
    QCoreApplication::processEvents();
    read();
    if (action == QStringLiteral("add-operator")) { // it lies on the canvas
        VERIFY_READABLE(at.window->window());
        faults.clear();
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults));
}

void TstAccessibility::theCanvasTellsWhatIsSelected()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("fc1");
    QAccessibleInterface *canvas = QAccessible::queryAccessibleInterface(&at.view());
    QVERIFY(canvas);
    QVERIFY(!canvas->text(QAccessible::Name).isEmpty());
    bool isTold = canvas->text(QAccessible::Value).contains(QStringLiteral("fc1"))
                  || canvas->text(QAccessible::Description).contains(QStringLiteral("fc1"));
    for (int i = 0; i < canvas->childCount() && !isTold; ++i) {
        QAccessibleInterface *child = canvas->child(i);
        isTold = child != nullptr && child->state().selected
                 && child->text(QAccessible::Name).contains(QStringLiteral("fc1"));
    }
    QVERIFY(isTold);
}

NERVURE_GUI_TEST(TstAccessibility)
#include "tst_accessibility.moc"

// SPDX-License-Identifier: Apache-2.0
#include "app/window/read_only_notice.h"

#include "app/window/message_bar.h"
#include "tests/app/editing_fixture.h"
#include "tests/support/test_class.h"

#include <QFileDialog>
#include <QPushButton>
#include <QTimer>

using namespace nervure;
using namespace nervure::tests;

/// A document whose format is only read says so at its first edit.
class TstReadOnlyNotice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFirstEditSaysItAndOffersToSave();
    void whatCanBeSavedSaysNothing();

private:
    static MessageBar *bar(const EditingFixture &at)
    {
        return static_cast<MessageBar *>(find<QWidget>(at.window, "file-bar"));
    }
    /// Deletes the last operator with the key.
    static void edit(const EditingFixture &at)
    {
        at.window->session().selection.select(at.graph().nodes().back());
        at.key(Qt::Key_Delete);
    }
};

void TstReadOnlyNotice::theFirstEditSaysItAndOffersToSave()
{
    EditingFixture at(
        QString::fromStdString((sourceFolder() / "tests/fuzz/seeds/net/macros.net").string()));
    QVERIFY(at.isReady);
    QVERIFY(bar(at)->isHidden());
    edit(at);
    QVERIFY(at.document().isDirty());
    QVERIFY(!bar(at)->isHidden());
    const QString text = bar(at)->text();
    QVERIFY2(text.contains(QStringLiteral("only read")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("LightNet IR")), qPrintable(text));
    bool wasAsked = false;
    QTimer::singleShot(0, this, [&wasAsked] {
        auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
        wasAsked = dialog != nullptr;
        if (dialog != nullptr) {
            dialog->reject();
        }
    });
    QTest::mouseClick(find<QPushButton>(at.window, "read-only-save-as"), Qt::LeftButton);
    QVERIFY(wasAsked);
    bar(at)->hide();
    edit(at);
    QVERIFY(bar(at)->isHidden());
}

void TstReadOnlyNotice::whatCanBeSavedSaysNothing()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    edit(at);
    QVERIFY(at.document().isDirty());
    QVERIFY(bar(at)->isHidden());
}

NERVURE_GUI_TEST(TstReadOnlyNotice)
#include "tst_read_only_notice.moc"

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/dialogs/unsaved_changes_dialog.h"

#include <QApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>
#include <QTimer>

using namespace nervure;

class TstUnsavedChangesDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyButtonHasItsMeaning_data();
    void everyButtonHasItsMeaning();
    void escapeMeansCancel();

private:
    /// Answers the question that opens next.
    static void answer(const std::function<void(QMessageBox *)> &how)
    {
        QTimer::singleShot(0, qApp, [how] {
            auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
            QVERIFY(box);
            how(box);
        });
    }
};

void TstUnsavedChangesDialog::everyButtonHasItsMeaning_data()
{
    QTest::addColumn<int>("role");
    QTest::addColumn<int>("choice");
    QTest::newRow("save") << int(QMessageBox::AcceptRole) << int(UnsavedChoice::Save);
    QTest::newRow("discard") << int(QMessageBox::DestructiveRole) << int(UnsavedChoice::Discard);
    QTest::newRow("cancel") << int(QMessageBox::RejectRole) << int(UnsavedChoice::Cancel);
}

void TstUnsavedChangesDialog::everyButtonHasItsMeaning()
{
    QFETCH(int, role);
    QFETCH(int, choice);
    answer([role](QMessageBox *box) {
        for (QAbstractButton *button : box->buttons()) {
            if (int(box->buttonRole(button)) == role) {
                QTest::mouseClick(button, Qt::LeftButton);
            }
        }
    });
    QCOMPARE(int(askAboutUnsavedChanges(nullptr, QStringLiteral("a.json"))), choice);
}

void TstUnsavedChangesDialog::escapeMeansCancel()
{
    answer([](QMessageBox *box) { QTest::keyClick(box, Qt::Key_Escape); });
    QCOMPARE(askAboutUnsavedChanges(nullptr, QStringLiteral("a.json")), UnsavedChoice::Cancel);
}

NERVURE_GUI_TEST(TstUnsavedChangesDialog)
#include "tst_unsaved_changes_dialog.moc"

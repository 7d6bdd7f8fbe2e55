// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/window_fixture.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

namespace nervure::tests {

/// Fills in the file dialog that comes up next: chooses a format by keys, types the name, unless what
/// is suggested is taken.
class FileAnswer {
public:
    FileAnswer(const QString &filter, const QString &path)
    {
        QObject::connect(&m_timer, &QTimer::timeout, qApp, [this, filter, path] {
            auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
            // It fills in the present name when it has read the folder.
            const auto *list = dialog != nullptr ? find<QListView>(dialog, "listView") : nullptr;
            if (list != nullptr && list->model()->rowCount(list->rootIndex()) > 0) {
                m_timer.stop();
                fill(*dialog, filter, path);
            }
        });
        m_timer.start(10);
    }

private:
    static void fill(QFileDialog &dialog, const QString &filter, const QString &path)
    {
        auto *types = find<QComboBox>(&dialog, "fileTypeCombo");
        const int row = types->findText(filter, Qt::MatchContains);
        QTest::keyClick(types, Qt::Key_Home);
        for (int step = 0; step < row; ++step) {
            QTest::keyClick(types, Qt::Key_Down);
        }
        auto *name = find<QLineEdit>(&dialog, "fileNameEdit");
        QApplication::setActiveWindow(&dialog);
        name->setFocus();
        if (!path.isEmpty()) {
            name->selectAll();
            QTest::keyClicks(name, QFileInfo(path).fileName());
        }
        // Return would take a completion.
        auto *buttons = dialog.findChild<QDialogButtonBox *>();
        QTest::mouseClick(buttons->button(QDialogButtonBox::Save), Qt::LeftButton);
        if (dialog.isVisible()) {
            dialog.reject();
        }
    }

    QTimer m_timer;
};

/// Answers that the document's format is only read, and keeps the words.
class OtherFormatAnswer {
public:
    explicit OtherFormatAnswer(bool accepts)
    {
        QObject::connect(&m_timer, &QTimer::timeout, qApp, [this, accepts] {
            auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
            if (box == nullptr || box->objectName() != QLatin1String("other-format-dialog")) {
                return;
            }
            m_timer.stop();
            words = box->text() + u' ' + box->informativeText();
            QTest::keyClick(box, accepts ? Qt::Key_Return : Qt::Key_Escape);
        });
        m_timer.start(10);
    }
    QString words;

private:
    QTimer m_timer;
};

/// Answers the list of losses when it comes up, and keeps it.
class LossesAnswer {
public:
    explicit LossesAnswer(bool accepts)
    {
        QObject::connect(&m_timer, &QTimer::timeout, qApp, [this, accepts] {
            QWidget *dialog = QApplication::activeModalWidget();
            if (dialog == nullptr || dialog->objectName() != QLatin1String("losses-dialog")) {
                return;
            }
            m_timer.stop();
            const auto *list = find<QListWidget>(dialog, "losses-list");
            for (int row = 0; row < list->count(); ++row) {
                losses.append(list->item(row)->text());
            }
            QTest::keyClick(dialog, accepts ? Qt::Key_Return : Qt::Key_Escape);
        });
        m_timer.start(10);
    }
    QStringList losses;

private:
    QTimer m_timer;
};

} // namespace nervure::tests

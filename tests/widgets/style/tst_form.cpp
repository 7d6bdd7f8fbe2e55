// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/form.h"

#include "tests/support/test_class.h"
#include "widgets/style/deferred_call.h"

#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

using namespace nervure;

class TstForm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hiddenRowsTakeNoRoom()
    {
        QWidget window;
        auto *form = new Form(&window);
        auto *first = new QLineEdit;
        auto *second = new QLineEdit;
        auto *third = new QLineEdit;
        form->addRow(QStringLiteral("first"), first);
        form->addRow(QStringLiteral("second"), second);
        form->addRow(QStringLiteral("third"), third);
        const int all = form->sizeHint().height();
        const int one = first->sizeHint().height();
        form->setRowVisible(second, false);
        QVERIFY(form->titleAt(1)->isHidden());
        QVERIFY(form->sizeHint().height() <= all - one);
        form->setRowVisible(second, true);
        QCOMPARE(form->sizeHint().height(), all);
    }

    void whatHidesItsRowsKeepsToItsMemory()
    {
        // Under valgrind, and with checks of the heap: a form of Qt wrote behind its array here.
        QWidget window;
        auto *form = new Form(&window);
        auto *words = new QLabel(QStringLiteral("Words that stand on a line, or on several"));
        form->addRow(words);
        QList<QPushButton *> buttons;
        for (int i = 0; i < 12; ++i) {
            buttons.append(new QPushButton(QString::number(i)));
            form->addRow(buttons.back());
        }
        window.resize(120, 600);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        for (QPushButton *button : std::as_const(buttons)) {
            button->hide();
        }
        words->setWordWrap(true);
        form->activate(); // else the window stays as wide as the words were
        window.resize(120, 600);
        QTRY_VERIFY(words->height() > words->fontMetrics().height());
        QTRY_COMPARE(words->height(), words->heightForWidth(words->width()));
    }

    void titlesAreBuddies()
    {
        QWidget window;
        auto *form = new Form(&window);
        auto *field = new QLineEdit;
        form->addRow(QStringLiteral("&Name"), field);
        form->addRow(QString(), new QLineEdit);
        QCOMPARE(form->titleAt(0)->buddy(), field);
        QCOMPARE(form->fieldAt(0), field);
        QVERIFY(form->titleAt(1) == nullptr);
    }

    void aRowMayAskToBeRemoved()
    {
        QWidget window;
        auto *form = new Form(&window);
        const QPointer<QPushButton> button = new QPushButton;
        form->addRow(QStringLiteral("title"), button.data());
        bool isThere = false;
        connect(button, &QPushButton::clicked, form, [&] {
            form->shrinkTo(0);
            isThere = !button.isNull();
        });
        button->click();
        QVERIFY(isThere);
        QCOMPARE(form->rows(), 0);
        QVERIFY(window.findChildren<QPushButton *>().isEmpty());
        QTRY_VERIFY(button.isNull());
        form->addRow(new QLabel(QStringLiteral("new")));
        QCOMPARE(form->rows(), 1);
    }

    void aDeferredCallIsMadeOnceAndLater()
    {
        QObject owner;
        int calls = 0;
        auto *call = new DeferredCall(&owner, [&calls] { ++calls; });
        call->request();
        call->request();
        QCOMPARE(calls, 0);
        QTRY_COMPARE(calls, 1);
        call->request();
        QTRY_COMPARE(calls, 2);
    }
};

NERVURE_GUI_TEST(TstForm)
#include "tst_form.moc"

// SPDX-License-Identifier: Apache-2.0
#include "app/window/message_bar.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

using namespace nervure;

class TstMessageBar : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itIsHiddenUntilThereIsAMessage();
    void theButtonClosesIt();
};

void TstMessageBar::itIsHiddenUntilThereIsAMessage()
{
    const MessageBar bar;
    QVERIFY(bar.isHidden());
    QVERIFY(bar.text().isEmpty());
}

void TstMessageBar::theButtonClosesIt()
{
    QWidget window;
    auto *column = new QVBoxLayout(&window);
    auto *bar = new MessageBar(&window);
    column->addWidget(bar);
    window.show();
    bar->showMessage(MessageBar::Kind::Error, QStringLiteral("x.json: truncated"));
    QVERIFY(bar->isVisible());
    QCOMPARE(bar->text(), QStringLiteral("x.json: truncated"));
    QTest::mouseClick(bar->findChild<QToolButton *>(), Qt::LeftButton);
    QVERIFY(!bar->isVisible());
    QVERIFY(bar->text().isEmpty());
}

NERVURE_GUI_TEST(TstMessageBar)
#include "tst_message_bar.moc"

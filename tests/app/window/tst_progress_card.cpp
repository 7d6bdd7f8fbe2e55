// SPDX-License-Identifier: Apache-2.0
#include "app/window/progress_card.h"
#include "tests/support/test_class.h"

#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace nervure;

class TstProgressCard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quickWorkNeverShowsIt()
    {
        QWidget area;
        area.resize(800, 600);
        area.show();
        ProgressCard card(&area);
        card.begin(QStringLiteral("Reading"));
        card.end();
        QVERIFY(!QTest::qWaitFor([&card] { return card.isVisible(); }, 400));
    }

    void slowWorkShowsItInTheMiddleAndItCancels()
    {
        QWidget area;
        area.resize(800, 600);
        area.show();
        ProgressCard card(&area);
        card.begin(QStringLiteral("Reading"));
        QTRY_VERIFY(card.isVisible());
        QVERIFY((card.geometry().center() - area.rect().center()).manhattanLength() <= 2);
        area.resize(500, 400);
        QTRY_VERIFY((card.geometry().center() - area.rect().center()).manhattanLength() <= 2);
        auto *bar = card.findChild<QProgressBar *>();
        QCOMPARE(bar->maximum(), 0);
        card.setProgress(0.25);
        QCOMPARE(bar->value() * 4, bar->maximum());
        QSignalSpy canceled(&card, &ProgressCard::canceled);
        auto *button = card.findChild<QPushButton *>(QStringLiteral("progress-cancel"));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(canceled.count(), 1);
    }
};

NERVURE_GUI_TEST(TstProgressCard)
#include "tst_progress_card.moc"

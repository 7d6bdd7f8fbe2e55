// SPDX-License-Identifier: Apache-2.0
#include "widgets/dialogs/export_dialog.h"

#include "tests/support/test_class.h"
#include "widgets/dialogs/color_rules_dialog.h"
#include "widgets/text/format.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTest>

using namespace nervure;

/// The dialogs that ask about pictures: export, color rules.
class TstExportDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSizeFollowsWhatIsChosen()
    {
        const auto extentOf = [](const PictureChoice &choice) {
            const bool isImage = choice.format == QLatin1StringView("png");
            const QSizeF size = (choice.selectionOnly ? QSizeF(100, 50) : QSizeF(1000, 500))
                                + QSizeF(0, choice.hasLegend ? 7 : 0);
            return PictureExtent{size * (isImage ? choice.scale : 1),
                                 choice.format == QLatin1StringView("pdf") ? 3 : 1};
        };
        ExportDialog dialog({extentOf, 3, false});
        auto *format = dialog.findChild<QComboBox *>(QStringLiteral("export-format"));
        auto *part = dialog.findChild<QComboBox *>(QStringLiteral("export-part"));
        auto *scale = dialog.findChild<QDoubleSpinBox *>(QStringLiteral("export-scale"));
        const auto *size = dialog.findChild<QLabel *>(QStringLiteral("export-size"));
        QVERIFY(!scale->isEnabled());
        format->setCurrentIndex(format->findData(QStringLiteral("png")));
        QVERIFY(scale->isEnabled());
        scale->setValue(4);
        QVERIFY(size->text().contains(formatCount(4000)));
        part->setCurrentIndex(1);
        QVERIFY(size->text().contains(QStringLiteral("400 × 200")));
        auto *legend = dialog.findChild<QCheckBox *>(QStringLiteral("export-legend"));
        QTest::mouseClick(legend, Qt::LeftButton, {}, {8, legend->height() / 2});
        QVERIFY(size->text().contains(QStringLiteral("400 × 228")));
        QTest::mouseClick(legend, Qt::LeftButton, {}, {8, legend->height() / 2});
        format->setCurrentIndex(format->findData(QStringLiteral("pdf")));
        QVERIFY(size->text().contains(QStringLiteral("100 × 50 points")));
        QVERIFY(size->text().startsWith(QLatin1Char('3')));
        format->setCurrentIndex(format->findData(QStringLiteral("dot")));
        QVERIFY(size->text().isEmpty());
        format->setCurrentIndex(format->findData(QStringLiteral("png")));
        const PictureChoice choice = dialog.choice();
        QCOMPARE(choice.format, QStringLiteral("png"));
        QVERIFY(choice.selectionOnly);
        QCOMPARE(choice.scale, 4.0);
    }

    void coloredPicturesComeWithTheirLegend()
    {
        const auto extentOf = [](const PictureChoice &) { return PictureExtent{{1000, 500}}; };
        ExportDialog plain({extentOf, 0, false, false});
        QVERIFY(!plain.choice().hasLegend);
        ExportDialog colored({extentOf, 0, false, true});
        QVERIFY(colored.choice().hasLegend);
        auto *legend = colored.findChild<QCheckBox *>(QStringLiteral("export-legend"));
        QTest::mouseClick(legend, Qt::LeftButton, {}, {8, legend->height() / 2});
        QVERIFY(!colored.choice().hasLegend);
        auto *format = colored.findChild<QComboBox *>(QStringLiteral("export-format"));
        format->setCurrentIndex(format->findData(QStringLiteral("dot")));
        QVERIFY(!legend->isEnabled());
        auto *dark = colored.findChild<QCheckBox *>(QStringLiteral("export-dark"));
        QTest::mouseClick(dark, Qt::LeftButton, {}, {8, dark->height() / 2});
        QVERIFY(colored.choice().isDark);
    }

    void formatAndScaleAreWhatTheyWere()
    {
        PictureFacts facts{[](const PictureChoice &) { return PictureExtent{{1000, 500}}; }};
        facts.last.format = QStringLiteral("png");
        facts.last.scale = 3.5;
        const ExportDialog dialog(facts);
        QCOMPARE(dialog.choice().format, QStringLiteral("png"));
        QCOMPARE(dialog.choice().scale, 3.5);
        facts.last.format = QStringLiteral("gif"); // an older version's, or a person's
        facts.last.scale = -1;
        QCOMPARE(ExportDialog(facts).choice().format, QStringLiteral("svg"));
        QVERIFY(ExportDialog(facts).choice().scale > 0);
    }

    void withoutASelectionThereIsNoPart()
    {
        const ExportDialog dialog({[](const PictureChoice &) {
                                       return PictureExtent{{1000, 500}};
                                   },
                                   0, true});
        QCOMPARE(dialog.findChild<QComboBox *>(QStringLiteral("export-part"))->count(), 1);
        QVERIFY(dialog.choice().isDark);
    }

    void rulesAreSwitchedOrderedAndRemoved()
    {
        ColorSources sources;
        sources.addRule(QStringLiteral("op:conv2d"));
        sources.addRule(QStringLiteral("op:relu"));
        ColorRulesDialog dialog(sources);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *list = dialog.findChild<QListWidget *>(QStringLiteral("colour-rules-list"));
        QCOMPARE(list->count(), 2);
        list->item(0)->setCheckState(Qt::Unchecked);
        QVERIFY(!sources.rules()[0].isOn);
        const auto click = [&dialog](const char *name) {
            QTest::mouseClick(dialog.findChild<QPushButton *>(QString::fromLatin1(name)),
                              Qt::LeftButton);
        };
        list->setCurrentRow(1);
        click("colour-rules-up");
        QCOMPARE(sources.rules()[0].query, QStringLiteral("op:relu"));
        auto *query = dialog.findChild<QLineEdit *>(QStringLiteral("colour-rules-query"));
        QTest::keyClicks(query, QStringLiteral("params>"));
        click("colour-rules-add");
        QCOMPARE(sources.rules().size(), std::size_t(2));
        QTest::keyClicks(query, QStringLiteral("1"));
        QTest::keyClick(query, Qt::Key_Return);
        QCOMPARE(sources.rules().size(), std::size_t(3));
        list->setCurrentRow(0);
        click("colour-rules-remove");
        QCOMPARE(sources.rules()[0].query, QStringLiteral("op:conv2d"));
    }
};

NERVURE_GUI_TEST(TstExportDialog)
#include "tst_export_dialog.moc"

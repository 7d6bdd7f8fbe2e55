// SPDX-License-Identifier: Apache-2.0
#include "core/support/version.h"
#include "tests/support/test_class.h"
#include "widgets/dialogs/about_dialog.h"

#include <QLabel>
#include <QTest>
#include <QTextBrowser>

using namespace nervure;

class TstAboutDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itNamesVersionAndLicences();
};

void TstAboutDialog::itNamesVersionAndLicences()
{
    const AboutDialog dialog;
    const auto *text = dialog.findChild<QTextBrowser *>(QStringLiteral("about-licences"));
    QVERIFY(text);
    for (const auto word :
         {"Apache", "Qt", "Graphviz", "CLI11", "fmt", "libpng", "zlib", "MIT", "LGPL"}) {
        QVERIFY2(text->toPlainText().contains(QLatin1String(word)), word);
    }
    bool hasVersion = false;
    for (const QLabel *label : dialog.findChildren<QLabel *>()) {
        hasVersion = hasVersion || label->text().contains(QLatin1String(programVersion()));
    }
    QVERIFY(hasVersion);
}

NERVURE_GUI_TEST(TstAboutDialog)
#include "tst_about_dialog.moc"

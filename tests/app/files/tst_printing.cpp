// SPDX-License-Identifier: Apache-2.0
#include "app/files/printing.h"

#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/graph_view.h"

#include <QPrinter>

using namespace nervure;
using namespace nervure::tests;

class TstPrinting : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void picturesAreOnePageWide_data()
    {
        QTest::addColumn<QSizeF>("picture");
        QTest::addColumn<double>("scale");
        QTest::newRow("small") << QSizeF(100, 100) << 0.75;
        QTest::newRow("long") << QSizeF(500, 8000) << 0.75;
        QTest::newRow("wide") << QSizeF(50'000, 1000) << 560 / 50'000.0;
        QTest::newRow("endless") << QSizeF(1000, 5e6) << 800 * 200 / 5e6;
    }
    void picturesAreOnePageWide()
    {
        QFETCH(QSizeF, picture);
        QFETCH(double, scale);
        QCOMPARE(printScale(picture, QSizeF(560, 800)), scale);
    }

    void everyPageOfAModelIsPrinted()
    {
        WindowFixture fixture;
        MainWindow *window = fixture.open(fixture.sample(QStringLiteral("squeezenet1.1.json")));
        QVERIFY(window != nullptr);
        const QString path = fixture.folder.filePath(QStringLiteral("pages.pdf"));
        QPrinter printer;
        printer.setOutputFormat(QPrinter::PdfFormat);
        printer.setOutputFileName(path);
        printScene(printer, *window->view().scene(), window->view().marks());
        const QByteArray pdf =
            QByteArray::fromStdString(nervure::tests::readFile(path.toStdString()));
        QVERIFY(pdf.startsWith("%PDF"));
        QVERIFY(pdf.count("/Type /Page\n") > 3);
    }
};

NERVURE_GUI_TEST(TstPrinting)
#include "tst_printing.moc"

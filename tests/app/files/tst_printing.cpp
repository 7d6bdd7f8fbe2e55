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
    void picturesAreSpreadOverPages_data()
    {
        QTest::addColumn<QSizeF>("picture");
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("rows");
        QTest::newRow("small") << QSizeF(100, 100) << 1 << 1;
        QTest::newRow("just a page") << QSizeF(500, 800 / 0.75) << 1 << 1;
        QTest::newRow("long") << QSizeF(500, 8000) << 1 << 8;
        QTest::newRow("wide") << QSizeF(50'000, 1000) << 1 << 1;
        QTest::newRow("endless") << QSizeF(1000, 5e6) << 1 << 200;
    }
    void picturesAreSpreadOverPages()
    {
        QFETCH(QSizeF, picture);
        QFETCH(int, columns);
        QFETCH(int, rows);
        const QSizeF page(560, 800);
        const PrintPages pages = pagesFor(picture, page);
        QCOMPARE(pages.columns, columns);
        QCOMPARE(pages.rows, rows);
        QVERIFY(pages.scale > 0 && pages.scale <= 0.75);
        QVERIFY(picture.width() * pages.scale <= columns * page.width() + 1e-6);
        QVERIFY(picture.height() * pages.scale <= rows * page.height() + 1e-6);
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

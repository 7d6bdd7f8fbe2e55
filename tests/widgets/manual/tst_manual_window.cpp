// SPDX-License-Identifier: Apache-2.0
#include "core/support/process_use.h"
#include "tests/support/test_class.h"
#include "widgets/manual/manual_browser.h"
#include "widgets/manual/manual_pages.h"
#include "widgets/manual/manual_window.h"
#include "widgets/style/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>

#include <algorithm>

using namespace nervure;

namespace {

const QString searched = QStringLiteral("winograd");

/// The middle of the first link to this page, in the viewport; null if there is none.
QPoint placeOfLink(const ManualBrowser &text, const QString &page)
{
    for (QTextBlock block = text.document()->begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            if (manualPageOf(it.fragment().charFormat().anchorHref()) == page) {
                QTextCursor cursor(block);
                cursor.setPosition(it.fragment().position() + 1);
                return text.cursorRect(cursor).center();
            }
        }
    }
    return {};
}

} // namespace

class TstManualWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }
    void aClickOnALinkGoesToItsPageAndBack();
    void thePageIsChosenInTheList();
    void searchLeavesPagesWithTheWordsAndGoesThroughThem();
    void wordsThatAreNowhereAreSaid();
    void tablesAndCodeAreSetOff();
    void anotherThemeIsThereAtOnce();

private:
    template <typename Widget>
    Widget *part(const char *name)
    {
        return m_window->findChild<Widget *>(QString::fromLatin1(name));
    }
    QStringList shownPages()
    {
        QStringList names;
        const auto *list = part<QListWidget>("manual-pages");
        for (int row = 0; row < list->count(); ++row) {
            if (!list->item(row)->isHidden()) {
                names.append(manualPageNames().at(row));
            }
        }
        return names;
    }

    std::unique_ptr<ManualWindow> m_window;
};

void TstManualWindow::init()
{
    m_window = std::make_unique<ManualWindow>();
    m_window->showPage(QStringLiteral("first-steps"));
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TstManualWindow::aClickOnALinkGoesToItsPageAndBack()
{
    auto *text = part<ManualBrowser>("manual-text");
    const QPoint link = placeOfLink(*text, QStringLiteral("files"));
    QVERIFY(!link.isNull());
    QTest::mouseClick(text->viewport(), Qt::LeftButton, {}, link);
    QCOMPARE(m_window->page(), QStringLiteral("files"));
    QCOMPARE(part<QListWidget>("manual-pages")->currentRow(),
             manualPageNames().indexOf(QStringLiteral("files")));
    QTest::mouseClick(part<QToolButton>("manual-back"), Qt::LeftButton);
    QCOMPARE(m_window->page(), QStringLiteral("first-steps"));
    QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(m_window->page(), QStringLiteral("files"));
}

void TstManualWindow::thePageIsChosenInTheList()
{
    auto *list = part<QListWidget>("manual-pages");
    QCOMPARE(list->count(), manualPageNames().size());
    const auto row = static_cast<int>(manualPageNames().indexOf(QStringLiteral("devices")));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualItemRect(list->item(row)).center());
    QCOMPARE(m_window->page(), QStringLiteral("devices"));
    QVERIFY(part<ManualBrowser>("manual-text")->toPlainText().contains(QStringLiteral("PoCL")));
}

void TstManualWindow::searchLeavesPagesWithTheWordsAndGoesThroughThem()
{
    QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
    auto *line = part<QLineEdit>("manual-search");
    QVERIFY(line->hasFocus());
    QTest::keyClicks(line, searched);
    QCOMPARE(shownPages(), QStringList{QStringLiteral("profiling")});
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(m_window->page(), QStringLiteral("profiling"));
    auto *text = part<ManualBrowser>("manual-text");
    QCOMPARE(text->textCursor().selectedText().toLower(), searched);
    QCOMPARE(text->extraSelections().size(), 1);
    line->clear();
    QCOMPARE(shownPages(), manualPageNames());
    QVERIFY(text->extraSelections().isEmpty());
}

void TstManualWindow::wordsThatAreNowhereAreSaid()
{
    auto *line = part<QLineEdit>("manual-search");
    QTest::keyClicks(line, QStringLiteral("teapot"));
    QVERIFY(shownPages().isEmpty());
    const auto labels = m_window->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(),
                        [](const QLabel *label) { return label->isVisible(); }));
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(m_window->page(), QStringLiteral("first-steps"));
}

void TstManualWindow::tablesAndCodeAreSetOff()
{
    m_window->showPage(QStringLiteral("profiling"));
    const auto *text = part<ManualBrowser>("manual-text");
    QVERIFY(!text->document()->rootFrame()->childFrames().isEmpty());
    const QTextBlock code =
        text->document()->find(QStringLiteral("nervure-cli profile model.json")).block();
    QVERIFY(code.isValid());
    QVERIFY(code.blockFormat().background().style() != Qt::NoBrush);
    const QTextBlock prose = text->document()->find(QStringLiteral("process of their own")).block();
    QCOMPARE(prose.blockFormat().background().style(), Qt::NoBrush);
}

/// The longest page, in processor time: others may have the machine.
void TstManualWindow::anotherThemeIsThereAtOnce()
{
    const QStringList pages = manualPageNames();
    const QString longest =
        *std::max_element(pages.begin(), pages.end(), [](const QString &a, const QString &b) {
            return manualText(manualLanguage(), a).size() < manualText(manualLanguage(), b).size();
        });
    Theme theme(*qApp);
    theme.setChoice(ThemeChoice::Light);
    m_window->showPage(longest);
    const auto *text = part<ManualBrowser>("manual-text");
    const auto linkColor = [text] {
        for (QTextBlock at = text->document()->begin(); at.isValid(); at = at.next()) {
            for (auto it = at.begin(); !it.atEnd(); ++it) {
                if (it.fragment().charFormat().isAnchor()) {
                    return it.fragment().charFormat().foreground().color();
                }
            }
        }
        return QColor();
    };
    QTRY_COMPARE(linkColor(), text->palette().link().color());
    const QColor light = linkColor();
    const double before = ownUse().processorMs;
    theme.setChoice(ThemeChoice::Dark);
    QTRY_VERIFY(linkColor() != light);
    const double taken = ownUse().processorMs - before;
    qInfo("%s: %.0f ms", qPrintable(longest), taken);
    constexpr double most = 1000;
    QVERIFY2(taken < most, qPrintable(QString::number(taken)));
}

NERVURE_GUI_TEST(TstManualWindow)
#include "tst_manual_window.moc"

// SPDX-License-Identifier: Apache-2.0
#include "app/commands/navigation.h"

#include "app/actions/action_set.h"
#include "app/files/document_session.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/graph_view.h"

#include <QAction>
#include <QInputDialog>
#include <QLineEdit>
#include <QTimer>

using namespace nervure;
using namespace nervure::tests;

class TstNavigation : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<WindowFixture> m_fixture;
    MainWindow *m_window = nullptr;

    [[nodiscard]] NodeId nodeAt(std::size_t place) const
    {
        return m_window->session().document.graph().nodes()[place];
    }
    [[nodiscard]] NodeId current() const { return m_window->session().selection.current(); }
    [[nodiscard]] bool isOffered(const char *id) const
    {
        return m_window->actions().find(QString::fromLatin1(id))->isVisible();
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(&m_window->view(), static_cast<Qt::Key>(key), modifiers);
    }

private Q_SLOTS:
    void init()
    {
        m_fixture = std::make_unique<WindowFixture>();
        m_window = m_fixture->open(m_fixture->sample(QStringLiteral("resnet18.json")));
        QVERIFY(m_window != nullptr);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window));
        m_window->view().setAnimated(false);
        m_window->view().setFocus();
    }
    void cleanup() { m_fixture.reset(); }

    void altLeftGoesBackAndAltRightForward()
    {
        Selection &selection = m_window->session().selection;
        QVERIFY(!m_window->navigation().canGoBack());
        selection.jumpTo(nodeAt(10));
        const ViewTransform first = m_window->view().transform();
        selection.jumpTo(nodeAt(80));
        QVERIFY(m_window->view().transform() != first);
        const auto isOn = [this](const char *id) {
            return m_window->actions().find(QString::fromLatin1(id))->isEnabled();
        };
        QTRY_VERIFY(isOn("back"));
        press(Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(current(), nodeAt(10));
        QCOMPARE(m_window->view().transform().scale(), first.scale());
        const QPointF there = m_window->view().transform().origin();
        QVERIFY((there - first.origin()).manhattanLength() < 1);
        QTRY_VERIFY(isOn("forward"));
        press(Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(current(), nodeAt(80));
        // A new way cuts off what was ahead.
        m_window->navigation().goBack();
        selection.select(nodeAt(30));
        QVERIFY(!m_window->navigation().canGoForward());
    }

    void theMousesSideButtonsGoToo()
    {
        m_window->session().selection.select(nodeAt(10));
        m_window->session().selection.select(nodeAt(20));
        QTest::mouseClick(m_window->view().viewport(), Qt::BackButton);
        QCOMPARE(current(), nodeAt(10));
        QTest::mouseClick(m_window->view().viewport(), Qt::ForwardButton);
        QCOMPARE(current(), nodeAt(20));
    }

    void aBookmarkComesBackByItsDigit()
    {
        Selection &selection = m_window->session().selection;
        selection.jumpTo(nodeAt(10));
        m_window->view().setZoom(1.5, {});
        const QRectF place = m_window->view().nodeRectInView(nodeAt(10));
        press(Qt::Key_3, Qt::AltModifier);
        QVERIFY(m_window->navigation().hasBookmark(3));
        selection.jumpTo(nodeAt(90));
        m_window->view().fit();
        QTRY_VERIFY(isOffered("bookmark-3"));
        press(Qt::Key_3);
        QCOMPARE(current(), nodeAt(10));
        QCOMPARE(m_window->view().zoom(), 1.5);
        const QPointF away = m_window->view().nodeRectInView(nodeAt(10)).center() - place.center();
        QVERIFY(away.manhattanLength() < 1);
    }

    void onlyBookmarksThatAreSetAreOffered()
    {
        QVERIFY(!isOffered("bookmark-1"));
        QVERIFY(!isOffered("bookmark-7"));
        m_window->session().selection.jumpTo(nodeAt(10));
        const ViewTransform place = m_window->view().transform();
        press(Qt::Key_7);
        QVERIFY(m_window->view().transform() == place);
        press(Qt::Key_7, Qt::AltModifier);
        QTRY_VERIFY(isOffered("bookmark-7"));
        QVERIFY(!isOffered("bookmark-1"));
        const QString name = m_window->navigation().bookmark(7)->name; // of the card there
        QVERIFY(!name.isEmpty());
        const QAction *go = m_window->actions().find(QStringLiteral("bookmark-7"));
        QVERIFY(go->text().contains(name));
    }

    void aBookmarkHasANameAndAFlag()
    {
        m_window->session().selection.jumpTo(nodeAt(10));
        const QRectF card = m_window->view().nodeRectInView(nodeAt(10));
        const QPoint below(qRound(card.left() + 12 * m_window->view().zoom()),
                           qRound(card.bottom() + 2 * m_window->view().zoom()));
        const QImage plain = m_window->view().viewport()->grab().toImage();
        QTimer::singleShot(0, m_window, [this] {
            auto *dialog = m_window->findChild<QInputDialog *>(QStringLiteral("bookmark-name"));
            auto *line = dialog->findChild<QLineEdit *>();
            line->selectAll();
            QTest::keyClicks(line, QStringLiteral("the stem"));
            QTest::keyClick(line, Qt::Key_Return);
        });
        press(Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(m_window->navigation().hasBookmark(1));
        QCOMPARE(m_window->navigation().bookmark(1)->name, QStringLiteral("the stem"));
        QTRY_COMPARE(
            m_window->actions().find(QStringLiteral("bookmark-1"))->text().section(u' ', -2),
            QStringLiteral("the stem"));
        const QImage flagged = m_window->view().viewport()->grab().toImage();
        QVERIFY(plain.pixel(below) != flagged.pixel(below));
        // The same place is named again, not twice.
        m_window->navigation().nameBookmarkHere(QStringLiteral("first block"));
        QVERIFY(!m_window->navigation().hasBookmark(2));
        QCOMPARE(m_window->navigation().bookmark(1)->name, QStringLiteral("first block"));
        QTRY_VERIFY(m_window->actions().find(QStringLiteral("remove-bookmark"))->isEnabled());
        m_window->actions().trigger(QStringLiteral("remove-bookmark"));
        QVERIFY(!m_window->navigation().hasBookmark(1));
        QVERIFY(m_window->view().viewport()->grab().toImage().pixel(below) == plain.pixel(below));
    }

    void anotherModelForgetsTheWay()
    {
        m_window->session().selection.select(nodeAt(10));
        m_window->navigation().setBookmark(1);
        m_window->session().document.setContent({});
        QVERIFY(!m_window->navigation().canGoBack());
        QVERIFY(!m_window->navigation().hasBookmark(1));
    }
};

NERVURE_GUI_TEST(TstNavigation)
#include "tst_navigation.moc"

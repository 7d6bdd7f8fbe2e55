// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QWidget>

class QSettings;
class QStackedWidget;
class QTabBar;

namespace nervure {

class MainWindow;

/// A window on the desktop: one document or several, each behind a tab. A tab brings all of its document
/// with it: menus, tools, panels, view. A document that is alone shows no tab.
class TabWindow : public QWidget {
    Q_OBJECT

public:
    /// `store` holds the window's size and place; it must outlive the window.
    explicit TabWindow(QSettings &store);

    /// Shows the document behind the last tab. Owns it from now on.
    void add(MainWindow *page);
    /// Takes the document out; nobody owns it then. The window stays, be it empty.
    void take(MainWindow *page);
    /// In the order of the tabs.
    [[nodiscard]] QList<MainWindow *> pages() const;
    /// The document that is shown; null without any.
    [[nodiscard]] MainWindow *current() const;
    void setCurrent(MainWindow *page);
    /// Shows the document that is `step` tabs further, round and round.
    void goForward(int step);
    /// Whether it is closing with all that is in it.
    [[nodiscard]] bool isClosing() const { return m_isClosing; }

Q_SIGNALS:
    /// It is about to close its documents, one after the other.
    void closing();
    /// The document is to get a window of its own.
    void windowWanted(nervure::MainWindow *page);

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] MainWindow *pageAt(int tab) const;
    [[nodiscard]] int tabOf(const MainWindow *page) const;
    void showCurrent();
    void showTabs();
    void showTitles();
    void nameCloseButtons();
    void showTabMenu(const QPoint &place);
    [[nodiscard]] bool closePages(QList<MainWindow *> pages);

    QSettings &m_store;
    QTabBar *m_tabs;
    QStackedWidget *m_pages;
    bool m_isClosing = false;
};

} // namespace nervure

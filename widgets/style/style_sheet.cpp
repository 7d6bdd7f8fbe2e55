// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/style_sheet.h"

#include <array>
#include <utility>

namespace nervure {

namespace {

// @name stands for a color. Sizes are on the 4 px grid; rows and targets are at least 24 high.
constexpr const char *sheet = R"(
QMainWindow, QDialog { background: @card; }
QMainWindow::separator { background: @line; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }

QMenuBar { background: @card; border-bottom: 1px solid @line; padding: 0 4px; }
QMenuBar::item { padding: 4px 8px; background: transparent; border-radius: 4px; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @card; border: 1px solid @line; padding: 4px 0; }
QMenu::item { padding: 4px 24px 4px 28px; min-height: 18px; }
QMenu::item:selected { background: @selected; }
QMenu::item:disabled { color: @faint; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }

QToolBar { background: @card; border: 0; border-bottom: 1px solid @line; padding: 4px 8px;
    spacing: 4px; }
QToolBar::separator { background: @line; width: 1px; margin: 4px 8px; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 4px;
    padding: 4px; min-height: 18px; }
QToolButton:hover { background: @hover; }
QToolButton:pressed, QToolButton:checked { background: @selected; }
QToolButton:focus { border-color: @accent; }
QToolButton:disabled { color: @faint; }
QToolButton[popupMode="1"] { padding-right: 20px; }
QToolButton::menu-button { border: 0; width: 16px; }

QWidget#workspace-switch { border: 1px solid @border; border-radius: 5px; }
QWidget#workspace-switch QToolButton { padding: 3px 10px; color: @muted; }
QWidget#workspace-switch QToolButton:checked { color: @text; }
QWidget#workspace-switch QToolButton:disabled { color: @faint; }

QStatusBar { background: @card; border-top: 1px solid @line; color: @muted; min-height: 24px; }
QStatusBar::item { border: 0; }
QStatusBar QLabel { color: @muted; padding: 0 8px; }
QStatusBar QToolButton { color: @muted; padding: 0 8px; }

QDockWidget { titlebar-close-icon: url(:/nervure/icons/close-small.svg);
    titlebar-normal-icon: none; }
QDockWidget::close-button { border: 0; border-radius: 4px; padding: 2px; icon-size: 16px;
    subcontrol-origin: margin; subcontrol-position: top right; top: 6px; right: 8px; }
QDockWidget::close-button:hover { background: @hover; }
QDockWidget::float-button { border: 0; width: 0; height: 0; }
QDockWidget::title { background: @card; padding: 8px 8px 4px 12px; text-align: left; }
QTabBar { qproperty-drawBase: 0; background: @card; }
QTabBar::tab { background: transparent; color: @muted; padding: 8px 12px; border: 0;
    border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:hover:!selected { color: @text; background: @hover; }
QTabBar::close-button { image: url(:/nervure/icons/close-small.svg);
    subcontrol-position: right; }
QTabBar::close-button:hover { background: @selected; border-radius: 4px; }
QTabBar::tab:bottom { border-bottom: 0; border-top: 2px solid transparent; }
QTabBar::tab:bottom:selected { border-top: 2px solid @accent; }
QTabBar#document-tabs { background: @canvas; }
QTabBar#document-tabs::tab { max-width: 240px; }
QTabBar#document-tabs::tab:selected { background: @card; }
QTabWidget::pane { border: 0; border-top: 1px solid @line; }

QFrame[isMessage="true"] { background: @selected; border: 0; border-bottom: 1px solid @line; }
QFrame[isMessage="true"][isError="true"] { background: @fault; }

QFrame#operator-chooser, QFrame#consequence-list, QFrame#command-palette-frame,
QFrame#run-settings { background: @card; border: 1px solid @line; }

QPushButton { background: @card; border: 1px solid @border; border-radius: 4px;
    padding: 4px 16px; min-height: 18px; }
QPushButton:hover { background: @hover; }
QPushButton:pressed { background: @selected; }
QPushButton:focus { border-color: @accent; }
QPushButton:default { background: @primary; color: @onPrimary; border-color: @primary; }
QPushButton:default:hover { background: @primaryHover; }
QPushButton:disabled { color: @faint; border-color: @line; background: @card; }
QPushButton[flat="true"] { border-color: transparent; }
QPushButton[hasMenu="true"] { padding-left: 12px; padding-right: 22px; }
QPushButton::menu-indicator { subcontrol-origin: border; subcontrol-position: right center;
    right: 8px; }

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QAbstractSpinBox {
    background: @field; border: 1px solid @border; border-radius: 4px; padding: 3px 6px;
    selection-background-color: @selectedText; selection-color: @text; }
QLineEdit, QSpinBox, QDoubleSpinBox { min-height: 18px; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus {
    border-color: @accent; }
QLineEdit:disabled { color: @faint; }
QLineEdit[isFaulty="true"] { border: 1px solid @wrong; background: @fault; }
QLineEdit QToolButton { border: 0; padding: 0; min-height: 0; }
QLabel[isFaulty="true"] { color: @wrong; }
QCheckBox::indicator, QAbstractItemView::indicator { width: 14px; height: 14px;
    border: 1px solid @muted; border-radius: 3px; background: @field; }
QCheckBox::indicator:hover { border-color: @text; }
QCheckBox::indicator:focus { border-color: @accent; }
QCheckBox::indicator:disabled { border-color: @line; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked { background: @primary;
    border-color: @primary; image: url(:/nervure/icons/@checkMark.svg); }
QCheckBox::indicator:checked:disabled { background: @faint; border-color: @faint; }
#run-printed { border: none; border-radius: 0; background: transparent; padding: 0 4px; }
QComboBox { background: @card; border: 1px solid @border; border-radius: 4px;
    padding: 3px 8px; min-height: 18px; }
QComboBox:hover { background: @hover; }
QComboBox:focus { border-color: @accent; }
QComboBox::drop-down { border: 0; width: 20px; }
QComboBox::down-arrow, QAbstractSpinBox::down-arrow {
    image: url(:/nervure/icons/arrow-down.svg); width: 12px; height: 12px; }
QAbstractSpinBox::up-arrow { image: url(:/nervure/icons/arrow-up.svg);
    width: 12px; height: 12px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: 0; width: 16px;
    background: transparent; }
QComboBox QAbstractItemView { background: @card; border: 1px solid @line;
    selection-background-color: @selected; selection-color: @text; outline: 0; }

QAbstractItemView { border: 0; outline: 0; alternate-background-color: @canvas;
    selection-background-color: @selected; selection-color: @text; }
QTreeView, QTableView, QListView { background: @card; }
QTreeView::item, QListView::item, QTableView::item { min-height: 24px; padding: 0 4px; border: 0; }
QTreeView::item:hover, QListView::item:hover { background: @hover; }
QTreeView::item:selected, QListView::item:selected, QTableView::item:selected {
    background: @selected; color: @text; }
QHeaderView { background: @card; }
QHeaderView::section { background: @card; color: @muted; border: 0;
    border-bottom: 1px solid @line; padding: 4px 8px; min-height: 16px; }
QHeaderView::section:hover { color: @text; }
QHeaderView::up-arrow, QHeaderView::down-arrow { subcontrol-origin: margin;
    subcontrol-position: top center; width: 10px; height: 8px; }
QHeaderView::up-arrow { image: url(:/nervure/icons/arrow-up.svg); }
QHeaderView::down-arrow { image: url(:/nervure/icons/arrow-down.svg); }
QTableCornerButton::section { background: @card; border: 0; }

QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: @handle; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @muted; }
QAbstractScrollArea::corner { background: transparent; border: 0; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {
    background: transparent; border: 0; width: 0; height: 0; }

QProgressBar { background: @hover; border: 0; border-radius: 3px; max-height: 6px; color: @text;
    text-align: center; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QSlider::groove:horizontal { background: @line; height: 4px; border-radius: 2px; }
QSlider::handle:horizontal { background: @accent; width: 14px; height: 14px; margin: -5px 0;
    border-radius: 7px; }
QSplitter::handle { background: @line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: @accent; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QToolTip { background: @text; color: @card; border: 0; padding: 4px 8px; }
QGroupBox { border: 0; border-top: 1px solid @line; margin-top: 20px; padding-top: 8px; }
QGroupBox::title { subcontrol-origin: margin; left: 0; top: 4px; color: @muted; }
)";

constexpr Rgb faultColor{0xcc, 0x33, 0x11};
constexpr Rgb faultOnDark{0xff, 0x7a, 0x5c};

QString hex(Rgb color)
{
    return QString::fromStdString(hexText(color));
}

} // namespace

QString styleSheet(const Palette &palette)
{
    const bool isDark = palette.isDark;
    // Longer names first: @card must not be taken for the start of another name.
    const std::array<std::pair<const char *, QString>, 20> colors{{
        {"@primaryHover", hex(blend(palette.accent, palette.text, 0.12))},
        {"@onPrimary", hex(inkOn(palette.accent))},
        {"@primary", hex(palette.accent)},
        {"@selectedText", hex(blend(palette.card, palette.accent, 0.35))},
        {"@selected", hex(blend(palette.card, palette.accent, isDark ? 0.24 : 0.14))},
        {"@hover", hex(blend(palette.card, palette.text, isDark ? 0.08 : 0.05))},
        {"@handle", hex(blend(palette.line, palette.muted, 0.4))},
        {"@border", hex(blend(palette.line, palette.muted, 0.25))},
        {"@field", hex(isDark ? palette.canvas : palette.card)},
        {"@fault", hex(blend(palette.card, faultColor, isDark ? 0.3 : 0.1))},
        {"@wrong", hex(isDark ? faultOnDark : faultColor)},
        {"@faint", hex(blend(palette.muted, palette.card, 0.35))},
        {"@canvas", hex(palette.canvas)},
        {"@accent", hex(palette.accent)},
        {"@muted", hex(palette.muted)},
        {"@card", hex(palette.card)},
        {"@text", hex(palette.text)},
        {"@line", hex(palette.line)},
        {"@edge", hex(palette.edge)},
        {"@checkMark", isDark ? QStringLiteral("checked-dark") : QStringLiteral("checked-light")},
    }};
    QString text = QString::fromUtf8(sheet);
    for (const auto &[name, value] : colors) {
        text.replace(QLatin1String(name), value);
    }
    return text;
}

} // namespace nervure

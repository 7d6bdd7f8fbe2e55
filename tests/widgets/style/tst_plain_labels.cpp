// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/style/plain_labels.h"

#include <QApplication>
#include <QLabel>
#include <QToolTip>

#include <algorithm>

using namespace nervure;

class TstPlainLabels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { qApp->installEventFilter(&m_filter); }
    void cleanup() { qApp->removeEventFilter(&m_filter); }
    void aNameIsNoHtml();
    void aLabelMayAskForRichText();
    void aToolTipIsNoHtml();

private:
    PlainLabels m_filter;
};

void TstPlainLabels::aNameIsNoHtml()
{
    QLabel label(QStringLiteral("<h1>relu</h1>"));
    const QLabel words(QStringLiteral("relu"));
    const int asHtml = label.heightForWidth(400);
    label.show();
    QCOMPARE(label.textFormat(), Qt::PlainText);
    QVERIFY(label.sizeHint().width() > words.sizeHint().width());
    QVERIFY(label.sizeHint().height() != asHtml);
}

void TstPlainLabels::aLabelMayAskForRichText()
{
    QLabel label(QStringLiteral("<a href=\"#1\">relu</a>"));
    label.setTextFormat(Qt::RichText);
    label.show();
    QCOMPARE(label.textFormat(), Qt::RichText);
}

void TstPlainLabels::aToolTipIsNoHtml()
{
    QWidget window;
    window.resize(200, 100);
    window.show();
    const QString name = QStringLiteral("<h1>relu</h1><img src=\"secret.png\">");
    QToolTip::showText(window.mapToGlobal(QPoint(10, 10)), name, &window);
    const QWidgetList shown = QApplication::topLevelWidgets();
    const auto tip = std::find_if(shown.begin(), shown.end(), [](const QWidget *widget) {
        return widget->inherits("QTipLabel");
    });
    QVERIFY(tip != shown.end());
    const auto *label = qobject_cast<QLabel *>(*tip);
    QCOMPARE(label->text(), name);
    QCOMPARE(label->textFormat(), Qt::PlainText);
    QToolTip::hideText();
}

NERVURE_GUI_TEST(TstPlainLabels)
#include "tst_plain_labels.moc"

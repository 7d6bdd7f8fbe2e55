// SPDX-License-Identifier: Apache-2.0
#include "app/commands/operator_chooser.h"

#include "widgets/panels/palette/palette_list.h"

#include <QGuiApplication>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

namespace {
constexpr QSize chooserSize{320, 400};
} // namespace

OperatorChooser::OperatorChooser(const OpRegistry &ops, const PaletteQuery &query, QWidget *parent)
    : QFrame(parent, Qt::Popup),
      m_list(new PaletteList(ops, this))
{
    setObjectName(QStringLiteral("operator-chooser"));
    setAccessibleName(tr("Operators"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->addWidget(m_list);
    resize(chooserSize);
    m_list->setQuery(query);
    connect(m_list, &PaletteList::operatorChosen, this, [this](const QString &op) {
        const QString chosen = op; // the list goes with the window
        close();
        Q_EMIT operatorChosen(chosen);
    });
}

void OperatorChooser::popUp(const QPoint &at)
{
    const QScreen *screen = QGuiApplication::screenAt(at);
    const QRect room =
        (screen != nullptr ? screen : QGuiApplication::primaryScreen())->availableGeometry();
    move(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - width())),
         std::clamp(at.y(), room.top(), std::max(room.top(), room.bottom() - height())));
    show();
    m_list->takeFocus();
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/find/query_examples.h"

#include "widgets/style/fonts.h"
#include "widgets/text/mnemonics.h"

#include <QFontDatabase>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <array>
#include <utility>

namespace nervure {

QueryExamples::QueryExamples(QWidget *parent) : QScrollArea(parent)
{
    setObjectName(QStringLiteral("find-examples"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 8, 0, 8);
    column->setSpacing(2);
    auto *heading = new QLabel(tr("Words find names and operators. More can be asked:"), content);
    heading->setWordWrap(true);
    heading->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(heading);
    column->addSpacing(4);
    const std::array<std::pair<const char *, QString>, 7> examples{{
        {"op:conv2d & params>100k", tr("large convolutions")},
        {"attr.kernel_size:\"[3, 3]\"", tr("an attribute, whatever its brackets")},
        {"shape~\"1,*,56,56\"", tr("a shape; * is any size")},
        {"is:output | is:input", tr("either; both with a blank or &")},
        {"!category:convolution bytes>1MB", tr("large values of anything else")},
        {"ancestors(is:selected)", tr("all that the selection depends on")},
        {"path(is:input, is:output)", tr("a way from one to the other")},
    }};
    for (const auto &[query, meaning] : examples) {
        const QString text = QString::fromLatin1(query);
        auto *button = new QPushButton(withoutMnemonics(text), content);
        button->setObjectName(QStringLiteral("find-example"));
        button->setFlat(true);
        button->setCursor(Qt::PointingHandCursor);
        button->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        button->setStyleSheet(QStringLiteral("text-align: left; padding: 3px 6px;"));
        button->setAccessibleDescription(meaning);
        column->addWidget(button);
        auto *label = new QLabel(meaning, content);
        label->setForegroundRole(QPalette::PlaceholderText);
        label->setContentsMargins(8, 0, 0, 4);
        column->addWidget(label);
        connect(button, &QPushButton::clicked, this, [this, text] { Q_EMIT exampleChosen(text); });
    }
    column->addStretch();
    setWidget(content);
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "widgets/dialogs/export_dialog.h"

#include "widgets/style/form.h"
#include "widgets/text/format.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace nervure {

ExportDialog::ExportDialog(const PictureFacts &facts, QWidget *parent)
    : QDialog(parent),
      m_facts(facts),
      m_format(new QComboBox(this)),
      m_part(new QComboBox(this)),
      m_scale(new QDoubleSpinBox(this)),
      m_dark(new QCheckBox(tr("&Dark colors"), this)),
      m_legend(new QCheckBox(tr("&Legend below the picture"), this)),
      m_size(new QLabel(this))
{
    setObjectName(QStringLiteral("export-dialog"));
    setWindowTitle(tr("Export the picture"));
    m_format->setObjectName(QStringLiteral("export-format"));
    m_format->addItem(tr("SVG: drawing with text, with the coloring"), QStringLiteral("svg"));
    m_format->addItem(tr("PNG: image, with the coloring"), QStringLiteral("png"));
    m_format->addItem(tr("PDF: drawing, with the coloring"), QStringLiteral("pdf"));
    m_format->addItem(tr("DOT: graph for Graphviz, with the coloring"), QStringLiteral("dot"));
    m_format->setCurrentIndex(std::max(0, m_format->findData(facts.last.format)));
    m_part->setObjectName(QStringLiteral("export-part"));
    m_part->addItem(tr("Whole graph"), false);
    if (facts.selectedNodes > 0) {
        m_part->addItem(tr("Selection, %n node(s)", nullptr, facts.selectedNodes), true);
    }
    m_scale->setObjectName(QStringLiteral("export-scale"));
    m_scale->setRange(0.05, 16);
    m_scale->setSingleStep(0.5);
    m_scale->setValue(facts.last.scale);
    m_scale->setSuffix(tr(" ×"));
    m_dark->setObjectName(QStringLiteral("export-dark"));
    m_dark->setChecked(facts.isDark);
    m_legend->setObjectName(QStringLiteral("export-legend"));
    m_legend->setChecked(facts.isColored);
    m_size->setObjectName(QStringLiteral("export-size"));
    m_size->setForegroundRole(QPalette::PlaceholderText);
    auto *form = new Form;
    form->addRow(tr("&Format"), m_format);
    form->addRow(tr("&Part"), m_part);
    form->addRow(tr("&Scale"), m_scale);
    form->addRow(QString(), m_size);
    form->addRow(QString(), m_dark);
    form->addRow(QString(), m_legend);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Save)->setText(tr("Choose a file…"));
    auto *column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_format, &QComboBox::currentIndexChanged, this, &ExportDialog::showSize);
    connect(m_part, &QComboBox::currentIndexChanged, this, &ExportDialog::showSize);
    connect(m_scale, &QDoubleSpinBox::valueChanged, this, &ExportDialog::showSize);
    connect(m_legend, &QCheckBox::toggled, this, &ExportDialog::showSize);
    showSize();
}

PictureChoice ExportDialog::choice() const
{
    return {m_format->currentData().toString(), m_part->currentData().toBool(), m_scale->value(),
            m_dark->isChecked(), m_legend->isChecked()};
}

void ExportDialog::showSize()
{
    const PictureChoice choice = this->choice();
    const bool isDrawn = choice.format != QLatin1StringView("dot");
    const bool isPdf = choice.format == QLatin1StringView("pdf");
    m_scale->setEnabled(isPdf || choice.format == QLatin1StringView("png"));
    m_legend->setEnabled(isDrawn);
    if (!isDrawn) {
        m_size->clear();
        return;
    }
    const PictureExtent extent = m_facts.extentOf(choice);
    constexpr double most = 1e9; // pixels; no picture is that large, and no number compares so
    if (!(extent.size.width() < most && extent.size.height() < most)) {
        m_size->clear();
        return;
    }
    const QString text = !isPdf ? tr("%1 × %2 pixels")
                         : extent.pages == 1
                             ? tr("%1 × %2 points")
                             : tr("%n pages of %1 × %2 points", nullptr, extent.pages);
    m_size->setText(text.arg(formatCount(std::llround(extent.size.width())),
                             formatCount(std::llround(extent.size.height()))));
}

} // namespace nervure

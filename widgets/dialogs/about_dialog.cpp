// SPDX-License-Identifier: Apache-2.0
#include "widgets/dialogs/about_dialog.h"

#include "core/support/version.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace nervure {

namespace {

constexpr int logoSize = 64;

struct Part {
    const char *name;
    const char *licence;
    const char *address;
};

/// What the program is built from; version numbers are the system's own.
constexpr Part parts[] = {
    {"Qt " QT_VERSION_STR, "LGPL 3", "https://www.qt.io"},
    {"Graphviz", "EPL 1.0", "https://graphviz.org"},
    {"JSON for Modern C++", "MIT", "https://github.com/nlohmann/json"},
    {"CLI11", "BSD 3-clause", "https://github.com/CLIUtils/CLI11"},
    {"fmt", "MIT", "https://fmt.dev"},
    {"libpng", "libpng 2.0", "http://www.libpng.org"},
    {"zlib", "Zlib", "https://zlib.net"},
    {"OpenCL headers and ICD loader", "Apache 2.0", "https://www.khronos.org/opencl"},
};

QLabel *headline()
{
    auto *label = new QLabel(QStringLiteral("Nervure %1").arg(QLatin1String(programVersion())));
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * 1.5);
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

AboutDialog::AboutDialog(QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("about-dialog"));
    setWindowTitle(tr("About Nervure"));
    auto *logo = new QLabel;
    logo->setAccessibleName(QStringLiteral("Nervure"));
    logo->setPixmap(QIcon(QStringLiteral(":/nervure/icons/nervure.svg"))
                        .pixmap(QSize(logoSize, logoSize), devicePixelRatioF()));
    auto *summary =
        new QLabel(tr("Shows, edits, infers, runs and measures neural-network graphs."));
    summary->setWordWrap(true);
    auto *words = new QVBoxLayout;
    words->addWidget(headline());
    words->addWidget(summary);
    auto *top = new QHBoxLayout;
    top->setSpacing(16);
    top->addWidget(logo, 0, Qt::AlignTop);
    top->addLayout(words, 1);

    auto *text = new QTextBrowser;
    text->setObjectName(QStringLiteral("about-licences"));
    text->setAccessibleName(tr("Licences"));
    text->setOpenExternalLinks(true);
    text->setHtml(licences());
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(top);
    layout->addWidget(text, 1);
    layout->addWidget(buttons);
    resize(520, 380);
}

QString AboutDialog::licences()
{
    QString html = tr("<p>Nervure is free software under the Apache License 2.0.</p>"
                      "<p>It is built from:</p>");
    html += QStringLiteral("<ul>");
    for (const Part &part : parts) {
        html += QStringLiteral("<li><a href=\"%3\">%1</a> · %2</li>")
                    .arg(QLatin1String(part.name), QLatin1String(part.licence),
                         QLatin1String(part.address));
    }
    return html + QStringLiteral("</ul>");
}

} // namespace nervure

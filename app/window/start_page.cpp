// SPDX-License-Identifier: Apache-2.0
#include "app/window/start_page.h"

#include "app/files/file_formats.h"
#include "app/settings/recent_files.h"
#include "app/window/file_card.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace nervure {

namespace {

constexpr int columns = 3;
constexpr int logoSize = 56;
constexpr int cardGap = 12;
constexpr int dropHeight = 128;

struct Sample {
    const char *file;
    const char *title;
    const char *detail;
};

constexpr Sample samples[] = {
    {"resnet18.json", "ResNet-18", QT_TRANSLATE_NOOP("StartPage", "image classifier, NNVM")},
    {"mobilenet.json", "MobileNet", QT_TRANSLATE_NOOP("StartPage", "small classifier, NNVM")},
    {"lightnet_convnet.json", "LightNet convnet",
     QT_TRANSLATE_NOOP("StartPage", "small classifier, LightNet IR")},
};

/// A frame with a dashed border: drop here.
class DropTarget : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(palette().color(QPalette::PlaceholderText), 1, Qt::DashLine));
        painter.setBrush(palette().color(QPalette::Base));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8, 8);
    }
};

QLabel *programName()
{
    auto *label = new QLabel(QStringLiteral("Nervure"));
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * 1.8);
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

QLabel *sectionTitle()
{
    auto *label = new QLabel;
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

void clear(QGridLayout *grid)
{
    while (QLayoutItem *item = grid->takeAt(0)) {
        // A card may be the sender of the signal that leads here.
        if (QWidget *widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
}

QString shortFolder(const QString &path)
{
    const QString folder = QFileInfo(path).absolutePath();
    const QString home = QDir::homePath();
    return folder.startsWith(home + QLatin1Char('/')) || folder == home
               ? QLatin1Char('~') + folder.mid(home.size())
               : folder;
}

} // namespace

StartPage::StartPage(RecentFiles &recent, QString samplesFolder, const FormatRegistry &formats,
                     QWidget *parent)
    : QScrollArea(parent),
      m_recent(recent),
      m_samplesFolder(std::move(samplesFolder)),
      m_frameworks(frameworksRead(formats)),
      m_symbol(QStringLiteral(":/nervure/icons/nervure.svg"))
{
    setObjectName(QStringLiteral("start-page"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    buildPage();
    setWords();
    fillSamples();
    fillRecent();
    connect(&m_recent, &RecentFiles::changed, this, [this] {
        fillRecent();
        showPictures();
        askForPictures();
    });
}

void StartPage::buildPage()
{
    auto *logo = new QLabel;
    logo->setAccessibleName(QStringLiteral("Nervure"));
    logo->setPixmap(m_symbol.pixmap(QSize(logoSize, logoSize), devicePixelRatioF()));
    m_what = new QLabel;
    m_samplesTitle = sectionTitle();
    m_recentTitle = sectionTitle();
    m_samples = new QGridLayout;
    m_recentGrid = new QGridLayout;

    auto *column = new QVBoxLayout;
    column->setSpacing(12);
    column->addStretch(1);
    column->addWidget(logo, 0, Qt::AlignHCenter);
    column->addWidget(programName(), 0, Qt::AlignHCenter);
    column->addWidget(m_what, 0, Qt::AlignHCenter);
    column->addSpacing(8);
    column->addWidget(makeDropTarget());
    column->addSpacing(8);
    column->addWidget(m_samplesTitle);
    column->addLayout(m_samples);
    column->addSpacing(8);
    column->addWidget(m_recentTitle);
    column->addLayout(m_recentGrid);
    column->addStretch(2);

    auto *page = new QWidget;
    auto *center = new QHBoxLayout(page);
    center->setContentsMargins(24, 24, 24, 24);
    center->addStretch();
    center->addLayout(column);
    center->addStretch();
    for (QGridLayout *grid : {m_samples, m_recentGrid}) {
        grid->setSpacing(cardGap);
        grid->setAlignment(Qt::AlignLeft);
    }
    setWidget(page);
}

QWidget *StartPage::makeDropTarget()
{
    auto *target = new DropTarget;
    target->setMinimumSize(columns * FileCard::cardSize().width() + (columns - 1) * cardGap,
                           dropHeight);
    m_dropWords = new QLabel;
    m_formats = new QLabel;
    m_formats->setObjectName(QStringLiteral("start-formats"));
    for (QLabel *words : {m_dropWords, m_formats}) {
        words->setForegroundRole(QPalette::PlaceholderText);
    }
    m_open = new QPushButton;
    m_open->setObjectName(QStringLiteral("start-open"));
    connect(m_open, &QPushButton::clicked, this, &StartPage::openRequested);
    auto *layout = new QVBoxLayout(target);
    layout->addStretch();
    layout->addWidget(m_dropWords, 0, Qt::AlignHCenter);
    layout->addWidget(m_formats, 0, Qt::AlignHCenter);
    layout->addWidget(m_open, 0, Qt::AlignHCenter);
    layout->addStretch();
    return target;
}

void StartPage::setWords()
{
    m_what->setText(tr("See, edit, infer, run and measure neural-network graphs."));
    m_dropWords->setText(tr("Drop a model here"));
    m_formats->setText(m_frameworks.join(QStringLiteral(" · ")));
    m_open->setText(tr("Open a model…"));
    m_samplesTitle->setText(tr("Samples"));
    m_recentTitle->setText(tr("Recent"));
}

void StartPage::fillSamples()
{
    clear(m_samples);
    for (const Sample &sample : samples) {
        const QString path = m_samplesFolder + QLatin1Char('/') + QLatin1String(sample.file);
        if (!m_samplesFolder.isEmpty() && QFileInfo(path).isFile()) {
            addCard(m_samples, path, QLatin1String(sample.title),
                    QCoreApplication::translate("StartPage", sample.detail));
        }
    }
    m_samplesTitle->setVisible(m_samples->count() > 0);
}

void StartPage::fillRecent()
{
    // Cards that stay keep the keyboard's focus.
    if (m_shownRecent == m_recent.paths() && !m_shownRecent.isEmpty()) {
        return;
    }
    m_shownRecent = m_recent.paths();
    clear(m_recentGrid);
    for (const QString &path : m_shownRecent) {
        addCard(m_recentGrid, path, QFileInfo(path).fileName(), shortFolder(path));
    }
    m_recentTitle->setVisible(m_recentGrid->count() > 0);
}

void StartPage::addCard(QGridLayout *grid, const QString &path, const QString &title,
                        const QString &detail)
{
    auto *card = new FileCard(path, title, detail, m_symbol);
    card->setPicture(m_recent.picture(path));
    connect(card, &FileCard::clicked, this, [this, path] { Q_EMIT fileRequested(path); });
    const int count = grid->count();
    grid->addWidget(card, count / columns, count % columns);
}

void StartPage::changeEvent(QEvent *event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_what) {
        setWords();
        fillSamples();
    }
}

void StartPage::showEvent(QShowEvent *event)
{
    QScrollArea::showEvent(event);
    askForPictures();
}

void StartPage::showPictures()
{
    for (FileCard *card : findChildren<FileCard *>()) {
        card->setPicture(m_recent.picture(card->path()));
    }
}

void StartPage::setQuiet(bool isQuiet)
{
    m_isQuiet = isQuiet;
    askForPictures();
}

void StartPage::askForPictures()
{
    if (!isVisible() || m_isQuiet) {
        return;
    }
    for (const FileCard *card : findChildren<FileCard *>()) {
        const QString path = card->path();
        // Once for each state of the file: of some there can be none.
        const QString state = path + QFileInfo(path).lastModified().toString(Qt::ISODateWithMs);
        if (!m_asked.contains(state) && m_recent.picture(path).isNull()) {
            m_asked.insert(state);
            Q_EMIT pictureWanted(path);
        }
    }
}

} // namespace nervure

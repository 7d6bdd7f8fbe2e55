// SPDX-License-Identifier: Apache-2.0
#include "widgets/manual/manual_browser.h"

#include "widgets/manual/manual_pages.h"
#include "widgets/style/deferred_call.h"
#include "widgets/style/fonts.h"

#include <QEvent>
#include <QFileInfo>
#include <QImage>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextDocumentFragment>
#include <QTextTable>

#include <algorithm>

namespace nervure {

namespace {

constexpr int margin = 16;
constexpr int cellPadding = 4;
constexpr int lineSpacing = 130; // per cent

/// A picture that was not made is no hole in the page.
QString withoutMissingPictures(const QString &text, const QString &language)
{
    static const QRegularExpression picture(
        QStringLiteral("^!\\[[^\\]]*\\]\\(pictures/([^)]+)\\)\\n\\n"),
        QRegularExpression::MultilineOption);
    const QString folder = manualPictureFolder(language);
    QString kept;
    qsizetype end = 0;
    for (auto matches = picture.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch found = matches.next();
        if (folder.isEmpty() || !QFileInfo::exists(folder + u'/' + found.captured(1))) {
            kept += text.mid(end, found.capturedStart() - end);
            end = found.capturedEnd();
        }
    }
    return kept + text.mid(end);
}

} // namespace

ManualBrowser::ManualBrowser(QWidget *parent)
    : QTextBrowser(parent),
      m_pictures(new DeferredCall(this, [this] { layOutPictures(); })),
      m_recolor(new DeferredCall(this, [this] { recolor(); }))
{
    setObjectName(QStringLiteral("manual-text"));
    setAccessibleName(tr("Text of the page"));
    setOpenExternalLinks(true);
    setFrameShape(QFrame::NoFrame);
    document()->setDocumentMargin(margin);
    connect(this, &QTextBrowser::sourceChanged, this, [this] {
        layOut();
        markWords(m_words);
    });
}

void ManualBrowser::showPage(const QString &language, const QString &page)
{
    m_language = language;
    setSource(QUrl(manualAddress(language, page)), QTextDocument::MarkdownResource);
}

QString ManualBrowser::page() const
{
    return manualPageOf(source().toString());
}

QVariant ManualBrowser::loadResource(int type, const QUrl &name)
{
    const QString path = name.toString();
    if (type == QTextDocument::ImageResource) {
        return QImage(manualPictureFolder(m_language) + u'/' + path.section(u'/', -1));
    }
    const QString page = manualPageOf(path);
    if (page.isEmpty()) {
        return QTextBrowser::loadResource(type, name);
    }
    return withoutMissingPictures(manualText(m_language, page), m_language).toUtf8();
}

int ManualBrowser::markWords(const QStringList &words)
{
    m_words = words;
    QList<QTextEdit::ExtraSelection> marks;
    QTextCharFormat format;
    format.setBackground(palette().highlight());
    format.setForeground(palette().highlightedText());
    for (const QString &word : words) {
        for (QTextCursor at = document()->find(word); !at.isNull();
             at = document()->find(word, at)) {
            marks.append({at, format});
        }
    }
    std::sort(marks.begin(), marks.end(), [](const auto &a, const auto &b) {
        return a.cursor.selectionStart() < b.cursor.selectionStart();
    });
    setExtraSelections(marks);
    return static_cast<int>(marks.size());
}

bool ManualBrowser::goToNextMark()
{
    const int from = textCursor().selectionEnd();
    const bool hasSelection = textCursor().hasSelection();
    const auto marks = extraSelections();
    for (const QTextEdit::ExtraSelection &mark : marks) {
        const int start = mark.cursor.selectionStart();
        if (start > from || (start == from && !hasSelection)) {
            setTextCursor(mark.cursor);
            ensureCursorVisible();
            return true;
        }
    }
    return false;
}

void ManualBrowser::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !source().isEmpty()) {
        m_isRecolored = false;
        m_recolor->request(); // a change of theme comes as several changes of palette
    }
}

void ManualBrowser::showEvent(QShowEvent *event)
{
    QTextBrowser::showEvent(event);
    m_recolor->request();
}

/// Colors of links and code are in the document; nobody waits for those of a page that is not seen.
void ManualBrowser::recolor()
{
    if (!m_isRecolored && isVisible()) {
        m_isRecolored = true;
        reload();
    }
}

void ManualBrowser::resizeEvent(QResizeEvent *event)
{
    QTextBrowser::resizeEvent(event);
    m_pictures->request();
}

/// What Markdown leaves to who shows it.
void ManualBrowser::layOut()
{
    QTextCursor all(document());
    all.beginEditBlock(); // else the page is laid out for each of its tables and pictures
    all.select(QTextCursor::Document);
    QTextBlockFormat lines;
    lines.setLineHeight(lineSpacing, QTextBlockFormat::ProportionalHeight);
    all.mergeBlockFormat(lines);
    layOutTables();
    layOutCode();
    layOutPictures();
    all.endEditBlock();
    moveCursor(QTextCursor::Start);
}

void ManualBrowser::layOutTables()
{
    const auto frames = document()->rootFrame()->childFrames();
    for (QTextFrame *frame : frames) {
        if (auto *table = qobject_cast<QTextTable *>(frame)) {
            QTextTableFormat format = table->format();
            format.setBorder(1);
            format.setBorderCollapse(true);
            format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            format.setBorderBrush(palette().mid());
            format.setCellPadding(cellPadding);
            format.setTopMargin(cellPadding);
            format.setBottomMargin(margin);
            table->setFormat(format);
        }
    }
}

void ManualBrowser::layOutCode()
{
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const bool isCode = block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage)
                            || block.blockFormat().hasProperty(QTextFormat::BlockCodeFence)
                            || block.blockFormat().nonBreakableLines();
        if (isCode) {
            QTextCursor line(block);
            line.select(QTextCursor::BlockUnderCursor);
            QTextBlockFormat format = block.blockFormat();
            format.setBackground(palette().alternateBase());
            format.setLeftMargin(margin);
            QTextCursor(block).setBlockFormat(format);
        }
    }
}

/// As wide as the page at most, and scaled smoothly: who paints a document does not.
void ManualBrowser::layOutPictures()
{
    const int widest = viewport()->width() - 2 * margin;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            QTextImageFormat format = it.fragment().charFormat().toImageFormat();
            if (!format.isValid()) {
                continue;
            }
            const QUrl name(format.name());
            const auto picture = loadResource(QTextDocument::ImageResource, name).value<QImage>();
            const int width = std::min(widest, picture.width());
            if (picture.isNull() || width <= 0 || format.width() == width) {
                continue;
            }
            const double ratio = devicePixelRatioF();
            document()->addResource(
                QTextDocument::ImageResource, document()->baseUrl().resolved(name),
                picture.scaledToWidth(qRound(width * ratio), Qt::SmoothTransformation));
            format.setWidth(width);
            format.setHeight(double(picture.height()) * width / picture.width());
            QTextBlockFormat line = block.blockFormat();
            line.setLineHeight(0, QTextBlockFormat::SingleHeight);
            QTextCursor cursor(block);
            cursor.setBlockFormat(line);
            cursor.setPosition(it.fragment().position());
            cursor.setPosition(it.fragment().position() + it.fragment().length(),
                               QTextCursor::KeepAnchor);
            cursor.setCharFormat(format);
            break; // its fragments are others now; a picture has its block for itself
        }
    }
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "app/files/file_formats.h"

#include "core/builtins.h"
#include "core/formats/project/project_file.h"
#include "core/graph/dialect_titles.h"
#include "widgets/document/graph_document.h"
#include "widgets/text/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace nervure {

namespace {

QString words(const char *text)
{
    return QCoreApplication::translate("FileFormats", text);
}

QStringList patternsOf(const FormatSpec &format)
{
    QStringList patterns;
    for (const std::string &extension : format.extensions) {
        patterns.append(QStringLiteral("*.") + toQString(extension));
    }
    return patterns;
}

} // namespace

QString openFilter(const FormatRegistry &formats)
{
    QStringList patterns{QStringLiteral("*.nervure")};
    for (const FormatSpec &format : formats.all()) {
        if (format.read) {
            patterns += patternsOf(format);
        }
    }
    patterns.removeDuplicates();
    return words(QT_TRANSLATE_NOOP("FileFormats", "Models (%1)")).arg(patterns.join(u' '))
           + QStringLiteral(";;") + words(QT_TRANSLATE_NOOP("FileFormats", "All files (*)"));
}

QStringList frameworksRead(const FormatRegistry &formats)
{
    QStringList names;
    for (const Dialect dialect : allDialects) {
        const auto isRead = [dialect](const FormatSpec &format) {
            return format.read && format.dialect == dialect;
        };
        if (std::any_of(formats.all().begin(), formats.all().end(), isRead)) {
            names.append(toQString(dialectTitle(dialect)));
        }
    }
    return names;
}

bool canWrite(const FormatSpec *format)
{
    return format != nullptr && (format->write || format->writePreserving);
}

bool isOnlyRead(const GraphDocument &document)
{
    const FormatSpec *format = document.builtins().formats.find(document.formatName());
    const std::string path = document.path().toStdString();
    return !path.empty() && !hasProjectName(path) && format != nullptr && !canWrite(format);
}

const FormatSpec *relativeOf(const FormatSpec &format, const FormatRegistry &formats)
{
    for (const FormatSpec &other : formats.all()) {
        if (other.write && other.read && !format.family.empty() && other.family == format.family) {
            return &other;
        }
    }
    return nullptr;
}

std::vector<SaveChoice> saveChoices(const FormatRegistry &formats, std::string present)
{
    const FormatSpec *own = formats.find(present);
    if (own != nullptr && !canWrite(own)) {
        const FormatSpec *relative = relativeOf(*own, formats);
        present = relative != nullptr ? relative->name : std::string();
    }
    std::vector<SaveChoice> choices;
    for (const FormatSpec &format : formats.all()) {
        if (format.write || (format.name == present && canWrite(&format))) {
            choices.push_back({QStringLiteral("%1 (%2)").arg(toQString(format.title),
                                                             patternsOf(format).join(u' ')),
                               toQString(format.extensions.front()), format.name});
        }
    }
    std::stable_partition(choices.begin(), choices.end(),
                          [&](const SaveChoice &one) { return one.format == present; });
    const bool isFirstOwn = !choices.empty() && choices.front().format == present;
    choices.insert(choices.begin() + (isFirstOwn ? 1 : 0),
                   {words(QT_TRANSLATE_NOOP("FileFormats",
                                            "Nervure project, with notes and view (*.nervure)")),
                    QStringLiteral("nervure"),
                    {}});
    return choices;
}

} // namespace nervure

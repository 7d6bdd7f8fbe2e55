// SPDX-License-Identifier: Apache-2.0
#include "widgets/text/diagnostic_words.h"

#include "core/support/diagnostic.h"
#include "widgets/text/core_messages.h"
#include "widgets/text/format.h"

#include <QRegularExpression>

namespace nervure {

namespace {

QString withoutOptions(QString text)
{
    static const QRegularExpression options(
        QStringLiteral(R"( \(--[a-z][^)]*\)|:( --shape .*)+$)"));
    return text.remove(options);
}

} // namespace

QString diagnosticMessage(const Diagnostic &diagnostic)
{
    return coreMessage(withoutOptions(toQString(diagnostic.message)));
}

QString diagnosticLine(const Diagnostic &diagnostic)
{
    Diagnostic translated = diagnostic;
    translated.message = diagnosticMessage(diagnostic).toStdString();
    return toQString(formatDiagnostic(translated));
}

} // namespace nervure

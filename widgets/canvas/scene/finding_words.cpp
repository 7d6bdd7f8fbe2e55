// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/finding_words.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/node_findings.h"
#include "widgets/text/diagnostic_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace nervure {

namespace {

struct FindingWords {
    Q_DECLARE_TR_FUNCTIONS(FindingWords)
};

} // namespace

QStringList findingWords(const GraphDocument &document, const DrawnGraph &drawn, std::uint32_t box)
{
    constexpr std::size_t mostWords = 5;
    if (drawn.isInside(box)) {
        return {};
    }
    const Diagnostics findings =
        findingsAbout(findingsOfShown(document), *document.stage().graph,
                      [&drawn, box](NodeId node) { return drawn.find(node) == box; });
    QStringList words;
    for (std::size_t i = 0; i < std::min(findings.size(), mostWords); ++i) {
        const bool isError = findings[i].severity == Severity::Error;
        const QString sign = isError ? QStringLiteral("×") : QStringLiteral("!");
        words.append(sign + u' ' + diagnosticMessage(findings[i]));
    }
    if (findings.size() > mostWords) {
        words.append(FindingWords::tr("and %n more findings", nullptr,
                                      static_cast<int>(findings.size() - mostWords)));
    }
    return words;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/fix_edits.h"

#include "core/builtins.h"
#include "core/graph/check/graph_fixes.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/text/format.h"

#include <QCoreApplication>

namespace nervure {

namespace {
struct FixEdits {
    Q_DECLARE_TR_FUNCTIONS(FixEdits)
};
} // namespace

QString fixTitle(const GraphFix &fix)
{
    const QString subject = toQString(fix.subject);
    const QString with = toQString(fix.with);
    switch (fix.kind) {
    case GraphFix::Kind::RemoveAttribute: return FixEdits::tr("Remove %1").arg(subject);
    case GraphFix::Kind::RenameAttribute:
    case GraphFix::Kind::RenameNode:
    case GraphFix::Kind::RenameTensor: return FixEdits::tr("Rename %1 to %2").arg(subject, with);
    case GraphFix::Kind::ResetAttribute: return FixEdits::tr("Set %1 to %2").arg(subject, with);
    case GraphFix::Kind::RenameOperator: return FixEdits::tr("Make it %1").arg(with);
    case GraphFix::Kind::ConnectTensor: return FixEdits::tr("Read %1").arg(with);
    case GraphFix::Kind::AddVariables: return FixEdits::tr("Add the missing inputs");
    case GraphFix::Kind::FirstOutput: return FixEdits::tr("Read the first output");
    case GraphFix::Kind::RemoveInputs: return FixEdits::tr("Remove the surplus inputs");
    case GraphFix::Kind::RemoveOutputs: return FixEdits::tr("Remove the lost outputs");
    case GraphFix::Kind::RemoveDependencies: break;
    }
    return FixEdits::tr("Remove the lost dependencies");
}

QString fixTitle(const GraphDocument &document, const Diagnostic &diagnostic)
{
    if (!isEditable(document)) {
        return {};
    }
    const auto fix = fixOf(document.graph(), document.builtins().ops, diagnostic);
    return fix ? fixTitle(*fix) : QString();
}

Status applyFix(GraphDocument &document, const Diagnostic &diagnostic)
{
    const auto fix = fixOf(document.graph(), document.builtins().ops, diagnostic);
    if (!fix) {
        return makeErrorAt(diagnostic.where.node, "no-fix", "there is nothing to mend any more");
    }
    return applyEdit(document, fix->edit, fixTitle(*fix));
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/graph_changes.h"

#include "widgets/text/format.h"

#include <QCoreApplication>

#include <array>
#include <utility>

namespace nervure {

namespace {

struct GraphChanges {
    Q_DECLARE_TR_FUNCTIONS(GraphChanges)
};

QString whatText(const ChangeDetail &detail)
{
    const QString key = toQString(detail.key);
    switch (detail.kind) {
    case DetailKind::Name: return GraphChanges::tr("name");
    case DetailKind::Operator: return GraphChanges::tr("operator");
    case DetailKind::OperatorSet: return GraphChanges::tr("operator set");
    case DetailKind::Attribute: return key;
    case DetailKind::Input: return GraphChanges::tr("input %1").arg(key);
    case DetailKind::ControlDependency: return GraphChanges::tr("control dependency %1").arg(key);
    case DetailKind::Body: return GraphChanges::tr("body %1").arg(key);
    case DetailKind::Output: return GraphChanges::tr("output %1").arg(key);
    case DetailKind::Note: return GraphChanges::tr("note");
    case DetailKind::Values: return GraphChanges::tr("stored values");
    }
    return key;
}

} // namespace

QString changeSign(ChangeMark mark)
{
    switch (mark) {
    case ChangeMark::None: return {};
    case ChangeMark::Added: return QStringLiteral("+");
    case ChangeMark::Changed: return QStringLiteral("~");
    case ChangeMark::Fused: return QStringLiteral("⊕");
    case ChangeMark::Removed: return QStringLiteral("−");
    }
    return {};
}

QString changeWord(ChangeMark mark)
{
    switch (mark) {
    case ChangeMark::None: return {};
    case ChangeMark::Added: return GraphChanges::tr("new");
    case ChangeMark::Changed: return GraphChanges::tr("changed");
    case ChangeMark::Fused: return GraphChanges::tr("fused");
    case ChangeMark::Removed: return GraphChanges::tr("removed");
    }
    return {};
}

QString changeWords(const ChangeCounts &counts)
{
    const std::array<std::pair<QString, std::size_t>, 4> all{
        {{GraphChanges::tr("%1 new"), counts.made},
         {GraphChanges::tr("%1 gone"), counts.gone()},
         {GraphChanges::tr("%1 changed"), counts.otherwise()},
         {GraphChanges::tr("%1 fused"), counts.grown()}}};
    QStringList parts;
    for (const auto &[words, count] : all) {
        if (count > 0) {
            parts.append(words.arg(formatCount(static_cast<std::int64_t>(count))));
        }
    }
    return parts.join(QStringLiteral(", "));
}

QString detailText(const ChangeDetail &detail)
{
    const QString none = GraphChanges::tr("none");
    const auto side = [&none](const std::string &text) {
        return text.empty() ? none : toQString(text);
    };
    return QStringLiteral("%1: %2 → %3")
        .arg(whatText(detail), side(detail.before), side(detail.after));
}

QStringList detailTexts(const ChangeDetails &details)
{
    QStringList lines;
    for (const ChangeDetail &detail : details) {
        lines.append(detailText(detail));
    }
    return lines;
}

QString valueText(const ChangedValue &value)
{
    const QString what = value.fact == ValueFact::Sizes  ? GraphChanges::tr("shape")
                         : value.fact == ValueFact::Type ? GraphChanges::tr("type")
                                                         : GraphChanges::tr("layout");
    const QString number = value.output == 0 ? QString() : QStringLiteral("[%1]").arg(value.output);
    return QStringLiteral("%1%2: %3 → %4")
        .arg(what, number, toQString(value.before), toQString(value.after));
}

QString matchWords(const GraphMatch &match)
{
    const std::array<std::pair<QString, std::size_t>, 4> all{
        {{GraphChanges::tr("%1 certain"), match.countOf(Certainty::Certain)},
         {GraphChanges::tr("%1 likely"), match.countOf(Certainty::Likely)},
         {GraphChanges::tr("%1 guessed"), match.countOf(Certainty::Guess)},
         {GraphChanges::tr("%1 without a counterpart"),
          match.onlyBefore.size() + match.onlyAfter.size()}}};
    QStringList parts;
    for (const auto &[words, count] : all) {
        if (count > 0) {
            parts.append(words.arg(formatCount(static_cast<std::int64_t>(count))));
        }
    }
    return parts.join(QStringLiteral(", "));
}

QString matchText(const NodeMatch &match)
{
    const QString certainty = match.certainty == Certainty::Certain  ? GraphChanges::tr("certain")
                              : match.certainty == Certainty::Likely ? GraphChanges::tr("likely")
                                                                     : GraphChanges::tr("guess");
    const auto kind = [&match] {
        switch (match.kind) {
        case MatchKind::Name: return GraphChanges::tr("by its name");
        case MatchKind::Structure: return GraphChanges::tr("by structure");
        case MatchKind::Neighbor: return GraphChanges::tr("by its neighbors");
        case MatchKind::Order: return GraphChanges::tr("by order");
        case MatchKind::Kernel: return GraphChanges::tr("by its kernel");
        case MatchKind::Told: break;
        }
        return GraphChanges::tr("told by the file");
    };
    return QStringLiteral("%1, %2").arg(certainty, kind());
}

QString originText(const NodeChange &change, const Graph &before)
{
    return toQString(originWords(change, before));
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/find_model.h"

#include "core/graph/kernel_calls.h"
#include "widgets/document/graph_document.h"
#include "widgets/text/format.h"

#include <QRegularExpression>
#include <QStringList>

namespace nervure {

namespace {

/// "1x64x56x56" and "1,64,56,56" are written as people see shapes.
QString shapeWord(const QString &word)
{
    static const QRegularExpression looksLikeShape(QStringLiteral("^\\d+([x,×]\\d+)+$"));
    QString shape = word;
    if (looksLikeShape.match(word).hasMatch()) {
        shape.replace(u'x', u'×').replace(u',', u'×');
    }
    return shape;
}

/// The attribute that holds the word, or nothing.
QString fittingAttribute(const Node &node, const QString &word)
{
    for (const auto &[name, value] : node.attrs) {
        const QString text = toQString(name) + u'=' + toQString(value);
        if (text.contains(word, Qt::CaseInsensitive)) {
            return text;
        }
    }
    return {};
}

/// What in the node fits the word: "" for name and operator, else the attribute or shape.
std::optional<QString> fit(const GraphDocument &document, const FindRow &row, const Node &node,
                           const QString &word)
{
    if (row.name.contains(word, Qt::CaseInsensitive)
        || row.op.contains(word, Qt::CaseInsensitive)) {
        return QString();
    }
    if (const QString attribute = fittingAttribute(node, word); !attribute.isEmpty()) {
        return attribute;
    }
    const EntryFacts facts = document.factsOf({row.node});
    if (!facts.shape.empty()) {
        const QString shape = formatShape(facts.shape);
        if (shape.contains(shapeWord(word))) {
            return shape;
        }
    }
    return std::nullopt;
}

} // namespace

FindModel::FindModel(QObject *parent) : TableModel(parent)
{
    using Row = FindRow;
    setColumns({
        Column<Row>(tr("Name"), [](const Row &row) { return row.name; }),
        Column<Row>(tr("Operator"), [](const Row &row) { return row.op; }).muted(),
        Column<Row>(tr("Match"), [](const Row &row) { return row.match; }).code(),
    });
}

QStringList FindModel::words(const QString &query)
{
    static const QRegularExpression word(QStringLiteral("\"([^\"]*)\"?|(\\S+)"));
    QStringList result;
    auto matches = word.globalMatch(query);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        const QString text = match.captured(1).isEmpty() ? match.captured(2) : match.captured(1);
        if (!text.isEmpty()) {
            result.append(text.toLower());
        }
    }
    return result;
}

void FindModel::search(const GraphDocument &document, const QString &query)
{
    const QStringList wanted = words(query);
    std::vector<FindRow> rows;
    if (wanted.isEmpty()) {
        setRows({});
        return;
    }
    const Graph &graph = document.graph();
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        FindRow row{id,
                    toQString(node.name),
                    node.isVariable() ? tr("variable") : toQString(nodeTitle(node)),
                    {}};
        bool fits = true;
        for (const QString &word : wanted) {
            const std::optional<QString> match = fit(document, row, node, word);
            fits = match.has_value();
            if (!fits) {
                break;
            }
            if (!match->isEmpty()) {
                row.match = *match;
            }
        }
        if (fits) {
            rows.push_back(std::move(row));
        }
    }
    setRows(std::move(rows));
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/value_model.h"

#include "core/builtins.h"
#include "core/graph/analysis/value_names.h"
#include "widgets/document/graph_document.h"
#include "widgets/text/format.h"

#include <algorithm>

namespace nervure {

namespace {

QString storageText(const ValueRow &row)
{
    if (!row.storageId || *row.storageId < 0) {
        return {};
    }
    const QString id = QString::number(*row.storageId);
    const bool inPlace = row.inplaceIndex && *row.inplaceIndex >= 0;
    return inPlace ? ValueModel::tr("%1, in place").arg(id) : id;
}

QString storageToolTip(const ValueRow &row)
{
    if (!row.storageId) {
        return ValueModel::tr("Not planned yet: run PlanMemory");
    }
    if (*row.storageId < 0) {
        return ValueModel::tr("Not part of the plan: variables keep their own memory");
    }
    return ValueModel::tr("Storage %1 of NNVM's memory plan").arg(*row.storageId);
}

/// The attributes of a node as the operator parses them.
ParsedAttrs parsedAttrs(const OpSpec &spec, const Node &node)
{
    Diagnostics ignored;
    return parseAttrs(spec.attrs, node.attrs, spec.name, node.name, ignored);
}

QStringList namesOf(const std::vector<std::string> &names)
{
    QStringList result;
    for (const std::string &name : names) {
        result.append(toQString(name));
    }
    return result;
}

QStringList inputRoles(const ValueContext &known, const Node &node)
{
    QStringList roles;
    if (node.dialect == Dialect::LightNet) { // the roles of others are those of their declarations
        for (const Port &port : node.inputPorts) {
            roles.append(toQString(port.role));
        }
    }
    const OpSpec *spec = known.ops.find(node);
    if (roles.isEmpty() && spec != nullptr && spec->inputNames) {
        roles = namesOf(spec->inputNames({node, parsedAttrs(*spec, node), known.semantics}));
    }
    return roles;
}

QStringList outputRoles(const ValueContext &known, const Node &node)
{
    QStringList roles;
    for (const Port &port : node.outputPorts) {
        roles.append(toQString(port.tensor.empty() ? port.role : port.tensor));
    }
    if (!roles.isEmpty()) {
        return roles;
    }
    const OpSpec *spec = known.ops.find(node);
    const ParsedAttrs attrs = spec != nullptr ? parsedAttrs(*spec, node) : ParsedAttrs();
    return namesOf(outputNamesOf(spec, {node, attrs, known.semantics}, 1));
}

ValueRow rowOf(const ValueContext &known, const Entry &entry)
{
    const EntryFacts facts = known.factsOf(entry);
    return {{},
            valueName(known.graph, entry),
            facts.shapeText,
            facts.typeText,
            facts.storageId,
            facts.inplaceIndex,
            entry.node,
            facts.isDeclared};
}

/// What the document shows; it must outlive the answer.
ValueContext shownOf(const GraphDocument &document)
{
    return {*document.stage().graph, document.builtins().ops, document.semantics(),
            [&document](const Entry &entry) { return document.factsOf(entry); }};
}

} // namespace

QString valueName(const Graph &graph, const Entry &entry)
{
    if (!graph.contains(entry.node)) {
        return ValueModel::tr("nothing");
    }
    const QString name = toQString(graph.node(entry.node).name);
    return entry.index == 0 ? name : QStringLiteral("%1[%2]").arg(name).arg(entry.index);
}

QString valueTitle(const Graph &graph, const Entry &entry)
{
    const std::string own = ownValueName(graph, entry);
    return own.empty() ? valueName(graph, entry) : toQString(own);
}

ValueModel::ValueModel(QObject *parent) : TableModel(parent)
{
    using Row = ValueRow;
    setColumns({
        Column<Row>(tr("Role"), [](const Row &row) { return row.role; }),
        Column<Row>(tr("Value"), [](const Row &row) { return row.value; })
            .toolTip([](const Row &row) {
                return row.node.isValid()
                           ? tr("%1: Enter or double-click goes there").arg(row.value)
                           : row.value;
            }),
        Column<Row>(tr("Shape"), [](const Row &row) { return row.shape; })
            .code()
            .toolTip([](const Row &row) {
                return row.shape.isEmpty() ? tr("Not known yet: run InferShape")
                       : row.isDeclared
                           ? tr("The file declares it; it does not follow from the inputs")
                           : QString();
            }),
        Column<Row>(tr("Type"), [](const Row &row) { return row.type; }).code(),
        Column<Row>(tr("Storage"), storageText)
            .sort([](const Row &row) {
                return QVariant::fromValue(qlonglong(row.storageId.value_or(-1)));
            })
            .number()
            .toolTip(storageToolTip),
    });
}

void ValueModel::setInputs(const ValueContext &known, NodeId node)
{
    const Graph &graph = known.graph;
    const Node &shown = graph.node(node);
    const QStringList roles = inputRoles(known, shown);
    std::vector<ValueRow> rows;
    for (std::size_t i = 0; i < shown.inputs.size(); ++i) {
        ValueRow row = rowOf(known, shown.inputs[i]);
        row.role = roles.value(static_cast<qsizetype>(i), QString::number(i));
        if (!graph.contains(row.node)) {
            row.node = {};
        }
        rows.push_back(std::move(row));
    }
    setRows(std::move(rows));
}

void ValueModel::setOutputs(const ValueContext &known, NodeId node)
{
    const Graph &graph = known.graph;
    const QStringList roles = outputRoles(known, graph.node(node));
    std::vector<std::vector<ValueRow>> byOutput(static_cast<std::size_t>(roles.size()));
    for (const NodeId reader : graph.nodes()) {
        for (const Entry &entry : graph.node(reader).inputs) {
            if (entry.node == node && entry.index < byOutput.size()) {
                ValueRow row = rowOf(known, {node, entry.index});
                row.value = tr("→ %1").arg(toQString(graph.node(reader).name));
                row.node = reader;
                byOutput[entry.index].push_back(std::move(row));
            }
        }
    }
    std::vector<ValueRow> rows;
    for (std::size_t i = 0; i < byOutput.size(); ++i) {
        const Entry entry{node, static_cast<std::uint32_t>(i)};
        const bool isHead =
            std::any_of(graph.heads().begin(), graph.heads().end(), [&](const Entry &head) {
                return head.node == node && head.index == entry.index;
            });
        if (isHead || byOutput[i].empty()) {
            ValueRow row = rowOf(known, entry);
            row.value = isHead ? tr("output of the graph") : tr("read by nothing");
            row.node = {};
            byOutput[i].insert(byOutput[i].begin(), std::move(row));
        }
        for (ValueRow &row : byOutput[i]) {
            row.role = roles[static_cast<qsizetype>(i)];
            rows.push_back(std::move(row));
        }
    }
    setRows(std::move(rows));
}

void ValueModel::setReaders(const ValueContext &known, const Entry &value)
{
    const Graph &graph = known.graph;
    std::vector<ValueRow> rows;
    for (const NodeId reader : graph.nodes()) {
        const Node &node = graph.node(reader);
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            if (node.inputs[i].node != value.node || node.inputs[i].index != value.index) {
                continue;
            }
            ValueRow row = rowOf(known, value);
            row.role = inputRoles(known, node).value(static_cast<qsizetype>(i), QString::number(i));
            row.value = toQString(node.name);
            row.node = reader;
            rows.push_back(std::move(row));
        }
    }
    setRows(std::move(rows));
}

void ValueModel::setInputs(const GraphDocument &document, NodeId node)
{
    setInputs(shownOf(document), node);
}

void ValueModel::setOutputs(const GraphDocument &document, NodeId node)
{
    setOutputs(shownOf(document), node);
}

void ValueModel::setReaders(const GraphDocument &document, const Entry &value)
{
    setReaders(shownOf(document), value);
}

} // namespace nervure

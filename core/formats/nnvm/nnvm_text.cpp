// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/nnvm_text.h"

#include "core/graph/nnvm_shape.h"
#include "core/graph/traversal.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <optional>

namespace nervure {

namespace {

/// With this many inputs and more, each stands on a line of its own.
constexpr std::size_t manyInputs = 4;

std::vector<AttrDict::Item> sortedItems(const AttrDict &attrs)
{
    std::vector<AttrDict::Item> items(attrs.begin(), attrs.end());
    std::sort(items.begin(), items.end());
    return items;
}

std::string opName(const Node &node, const OpSpec *spec)
{
    return spec ? spec->name : node.op;
}

/// Appends with a comma between items.
class CommaList {
public:
    explicit CommaList(std::string &out, std::string separator = ", ")
        : m_out(out),
          m_separator(std::move(separator))
    {}

    void add(const std::string &item)
    {
        m_out += (m_isFirst ? "" : m_separator) + item;
        m_isFirst = false;
    }

private:
    std::string &m_out;
    std::string m_separator;
    bool m_isFirst = true;
};

/// How NNVM prints a value of a list; nothing for an index beyond it.
using ValueText = std::function<std::optional<std::string>(std::size_t index)>;

template <typename T, typename F>
ValueText textOf(const std::vector<T> &values, F &&print)
{
    return [&values, print](std::size_t index) {
        return index < values.size() ? std::optional<std::string>(print(values[index]))
                                     : std::nullopt;
    };
}

/// Only lists of shapes, numbers and texts can be printed. NNVM's own shapes are its lists.
struct ListPrinter {
    Semantics semantics;

    ValueText operator()(const Shapes &values) const
    {
        const bool isExact = semantics == Semantics::Exact;
        return textOf(values, [isExact](const Shape &shape) {
            return shapeText(isExact ? Shape(nnvmSizes(shape)) : shape);
        });
    }
    ValueText operator()(const std::vector<std::int64_t> &values) const
    {
        return textOf(values, [](std::int64_t value) { return std::to_string(value); });
    }
    ValueText operator()(const DTypes &values) const
    {
        return textOf(values, [](DType value) { return std::to_string(dtypeCode(value)); });
    }
    ValueText operator()(const std::vector<std::string> &values) const
    {
        return textOf(values, [](const std::string &value) { return value; });
    }
    ValueText operator()(const ValueTypes &values) const
    {
        return textOf(values, [](const ValueType &value) { return value.text(); });
    }
    template <typename T>
    ValueText operator()(const T &) const
    {
        return {};
    }
};

class IrPrinter {
public:
    IrPrinter(const IndexedGraph &graph, const NnvmIrRequest &request, Diagnostics &diagnostics)
        : m_graph(graph),
          m_request(request),
          m_diagnostics(diagnostics)
    {}

    Result<std::string> print()
    {
        for (const auto *names : {&m_request.joinEntryAttrs, &m_request.joinNodeAttrs}) {
            for (const std::string &name : *names) {
                RETURN_IF_FAILED(joinAttr(name, names == &m_request.joinEntryAttrs));
            }
        }
        printInputs();
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            if (!m_graph.node(id).isVariable()) {
                printNode(id);
            }
        }
        m_out += "  ret ";
        CommaList heads(m_out);
        for (const IndexedEntry &head : m_graph.heads()) {
            heads.add(entryText(head));
        }
        m_out += "\n}";
        printGraphAttrs();
        return std::move(m_out);
    }

private:
    struct Joined {
        std::string name;
        ValueText value;
        bool isPerEntry = false;
    };

    Status joinAttr(const std::string &name, bool isPerEntry)
    {
        const AnalysisValue *found = m_request.analyses ? m_request.analyses->find(name) : nullptr;
        if (!found) {
            return makeError("graph-attr-missing", "the graph has no attribute {} to print",
                             quoted(name));
        }
        ValueText value = std::visit(ListPrinter{m_request.semantics}, *found);
        if (!value) {
            return makeError(
                "graph-attr",
                "graph attribute {} cannot be printed, expected a list of shapes, numbers or texts",
                quoted(name));
        }
        m_joined.push_back({name, std::move(value), isPerEntry});
        return {};
    }

    void printInputs()
    {
        m_out += "Graph(";
        const auto inputs = m_graph.inputNodes();
        CommaList names(m_out, inputs.size() < manyInputs ? ", " : ",\n      ");
        for (const std::uint32_t id : inputs) {
            names.add("%" + m_graph.node(id).node->name);
        }
        m_out += ") {\n";
        if (m_joined.empty()) {
            return;
        }
        for (const std::uint32_t id : inputs) {
            m_out += "  %" + m_graph.node(id).node->name;
            printJoined(id);
            m_out += '\n';
        }
    }

    void printNode(std::uint32_t id)
    {
        const IndexedNode &node = m_graph.node(id);
        m_out += fmt::format("  %{} = {}(", id, opName(*node.node, node.spec));
        CommaList arguments(m_out);
        for (const IndexedEntry &input : node.inputs) {
            arguments.add(entryText(input));
        }
        for (const auto &[key, value] : sortedItems(node.node->attrs)) {
            arguments.add(key + "='" + value + "'");
        }
        m_out += ")";
        if (!node.controlDeps.empty()) {
            m_out += ", control_deps=[";
            CommaList deps(m_out);
            for (const std::uint32_t dep : node.controlDeps) {
                deps.add("%"
                         + (m_graph.node(dep).isVariable() ? m_graph.node(dep).node->name
                                                           : std::to_string(dep)));
            }
            m_out += "]";
        }
        printJoined(id);
        m_out += '\n';
    }

    [[nodiscard]] std::string entryText(const IndexedEntry &entry) const
    {
        const IndexedNode &node = m_graph.node(entry.nodeId);
        if (node.isVariable()) {
            return "%" + node.node->name;
        }
        const std::string text = fmt::format("%{}", entry.nodeId);
        return node.outputCount == 1 ? text : fmt::format("{}.{}", text, entry.index);
    }

    void printJoined(std::uint32_t id)
    {
        const std::uint32_t outputs = m_graph.node(id).outputCount;
        for (const Joined &joined : m_joined) {
            m_out += ", " + joined.name + "=";
            if (!joined.isPerEntry) {
                const bool isExact = m_request.semantics == Semantics::Exact;
                m_out += valueText(joined, isExact ? m_graph.entryId(id, 0) : id, id);
                continue;
            }
            std::string values;
            CommaList list(values);
            for (std::uint32_t i = 0; i < outputs; ++i) {
                list.add(valueText(joined, m_graph.entryId(id, i), id));
            }
            m_out += outputs == 1 ? values : "[" + values + "]";
        }
    }

    std::string valueText(const Joined &joined, std::size_t index, std::uint32_t id)
    {
        const std::optional<std::string> text = joined.value(index);
        if (text) {
            return *text;
        }
        const std::string &node = m_graph.node(id).node->name;
        m_diagnostics.push_back(makeWarningAt(
            node, "graph-attr", "graph attribute {} has no value {}, which is printed for {}",
            quoted(joined.name), index, quoted(node)));
        return "?";
    }

    void printGraphAttrs()
    {
        if (!m_request.graphAttrs.empty()) {
            m_out += "\ngraph_attr_keys = [" + join(m_request.graphAttrs, ", ") + "]\n";
        }
    }

    const IndexedGraph &m_graph;
    const NnvmIrRequest &m_request;
    Diagnostics &m_diagnostics;
    std::vector<Joined> m_joined;
    std::string m_out;
};

/// Prints what Symbol::Print does in NNVM.
class SymbolPrinter {
public:
    SymbolPrinter(const Graph &graph, const OpRegistry &ops) : m_graph(graph), m_ops(ops) {}

    std::string print()
    {
        const std::vector<Entry> &heads = m_graph.heads();
        const Node *only = heads.size() == 1 && m_graph.contains(heads[0].node)
                               ? &m_graph.node(heads[0].node)
                               : nullptr;
        if (only && only->inputs.empty() && only->controlDeps.empty()) {
            return only->isVariable()
                       ? "Variable:" + only->name + "\n"
                       : "AtomicFunctor  Op:" + opName(*only, m_ops.find(*only)) + "\n";
        }
        m_out = "Symbol Outputs:\n";
        for (std::size_t i = 0; i < heads.size(); ++i) {
            m_out += "\toutput" + numbered(i) + entryText(heads[i]) + "\n";
        }
        for (const NodeId id : postOrder(m_graph)) {
            printNode(m_graph.node(id));
        }
        return std::move(m_out);
    }

private:
    static std::string numbered(std::size_t i) { return fmt::format("[{}]=", i); }

    [[nodiscard]] std::string nameOf(NodeId id) const
    {
        return m_graph.contains(id) ? m_graph.node(id).name : "?";
    }

    [[nodiscard]] std::string entryText(const Entry &entry) const
    {
        return fmt::format("{}({})", nameOf(entry.node), entry.index);
    }

    void printNode(const Node &node)
    {
        if (node.isVariable()) {
            m_out += "Variable:" + node.name + "\n";
            return;
        }
        m_out += "--------------------\nOp:" + opName(node, m_ops.find(node))
                 + ", Name=" + node.name + "\nInputs:\n";
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const Entry &input = node.inputs[i];
            const bool isVariable =
                m_graph.contains(input.node) && m_graph.node(input.node).isVariable();
            m_out += "\targ" + numbered(i) + entryText(input)
                     + (isVariable ? fmt::format(" version={}", input.version) : "") + "\n";
        }
        if (!node.attrs.empty()) {
            m_out += "Attrs:\n";
            for (const auto &[key, value] : sortedItems(node.attrs)) {
                m_out += "\t" + key + "=" + value + "\n";
            }
        }
        if (!node.controlDeps.empty()) {
            m_out += "Control deps:\n";
            for (std::size_t i = 0; i < node.controlDeps.size(); ++i) {
                m_out += "\tcdep" + numbered(i) + nameOf(node.controlDeps[i]) + "\n";
            }
        }
    }

    const Graph &m_graph;
    const OpRegistry &m_ops;
    std::string m_out;
};

} // namespace

Result<std::string> nnvmIrText(const IndexedGraph &graph, const NnvmIrRequest &request,
                               Diagnostics &diagnostics)
{
    return IrPrinter(graph, request, diagnostics).print();
}

std::string nnvmSymbolText(const Graph &graph, const OpRegistry &ops)
{
    return SymbolPrinter(graph, ops).print();
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/tvm_debug_dump.h"

#include "core/formats/nnvm/tvm_graph_reader.h"
#include "core/support/file.h"
#include "core/support/json/json_tree.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nervure {

namespace {

/// How much of the text's beginning is looked at.
constexpr std::size_t dumpFrontBytes = 64 * 1024;

int sniffDump(std::string_view text, const OpRegistry & /*ops*/)
{
    const std::string_view front = text.substr(0, dumpFrontBytes);
    const auto has = [front](std::string_view word) {
        return front.find(word) != std::string_view::npos;
    };
    return has("\"nodes\"") && has("\"T\"") && has("\"type: ") ? 96 : 0;
}

/// Writes the runtime graph that a dump was made of.
class DumpTranslator {
public:
    explicit DumpTranslator(const JsonValue &root) : m_root(root) {}

    Result<std::string> translate()
    {
        const auto nodes = m_root.isObject() ? m_root.find("nodes") : std::nullopt;
        if (!nodes || !nodes->isArray()) {
            return makeError("tvm-debug", "the dump has no list 'nodes'");
        }
        std::string text = "{\"nodes\":[";
        for (const JsonValue node : *nodes) {
            RETURN_IF_FAILED(addNode(node, text));
        }
        text += "],\"node_row_ptr\":" + listText(m_rows);
        text += ",\"arg_nodes\":" + listText(m_variables);
        text += ",\"heads\":" + headsText() + ",\"attrs\":" + attributesText() + "}";
        return text;
    }

    [[nodiscard]] Diagnostics takeFindings() { return std::move(m_findings); }

private:
    static std::string textOf(const JsonValue &object, std::string_view name)
    {
        const auto value = object.isObject() ? object.find(name) : std::nullopt;
        return value && value->isString() ? value->text() : std::string();
    }

    static std::string listText(const std::vector<std::size_t> &numbers)
    {
        return fmt::format("[{}]", fmt::join(numbers, ","));
    }

    Status addNode(const JsonValue &node, std::string &text)
    {
        const std::size_t number = m_rows.size() - 1;
        const std::string name = textOf(node, "name");
        const std::string op = textOf(node, "op");
        if (name.empty() || op.empty()) {
            return makeError("tvm-debug", "node {} of the dump has no name or no operator", number);
        }
        const bool isVariable = op == "param" || op == "null";
        const auto attrs = node.find("attrs");
        const std::string type = attrs ? textOf(*attrs, "T") : std::string();
        constexpr std::string_view mark = "type: ";
        m_types += (number > 0 ? "," : "")
                   + jsonQuoted(type.starts_with(mark) ? type.substr(mark.size()) : type);
        const auto shape = node.find("shape");
        m_shapes += (number > 0 ? "," : "") + (shape ? shape->compactText() : std::string("[]"));
        text += fmt::format("{}{{\"op\":\"{}\",\"name\":{}", number > 0 ? "," : "",
                            isVariable ? "null" : "tvm_op", jsonQuoted(name));
        if (isVariable) {
            m_variables.push_back(number);
        } else {
            text += ",\"attrs\":{" + callText(op, attrs) + "}";
        }
        RETURN_IF_FAILED(addInputs(node, name, text));
        m_outputs.push_back(isVariable ? 1 : outputsOf(attrs));
        m_rows.push_back(m_rows.back() + m_outputs.back());
        m_numbers[name] = number;
        m_names.push_back(name);
        return {};
    }

    static std::size_t outputsOf(const std::optional<JsonValue> &attrs)
    {
        constexpr std::int64_t most = 4096;
        const auto count = attrs ? parseInteger(textOf(*attrs, "num_outputs")) : std::nullopt;
        return count && *count >= 1 && *count <= most ? static_cast<std::size_t>(*count) : 1;
    }

    /// The node's own attributes but for T, which the debugger added.
    static std::string callText(const std::string &kernel, const std::optional<JsonValue> &attrs)
    {
        std::string text;
        bool hasKernel = false;
        if (attrs && attrs->isObject()) {
            for (const JsonValue attr : *attrs) {
                if (attr.key() == "T") {
                    continue;
                }
                hasKernel = hasKernel || attr.key() == "func_name";
                text +=
                    (text.empty() ? "" : ",") + jsonQuoted(attr.key()) + ":" + attr.compactText();
            }
        }
        if (!hasKernel) {
            text += (text.empty() ? "" : ",") + ("\"func_name\":" + jsonQuoted(kernel));
        }
        return text;
    }

    Status addInputs(const JsonValue &node, const std::string &name, std::string &text)
    {
        text += ",\"inputs\":[";
        const auto inputs = node.find("inputs");
        bool isFirst = true;
        if (inputs && inputs->isArray()) {
            for (const JsonValue input : *inputs) {
                const auto source =
                    input.isString() ? m_numbers.find(input.text()) : m_numbers.end();
                if (source == m_numbers.end()) {
                    return makeErrorAt(name, "tvm-debug",
                                       fmt::format("input {} of node {} is no node in front of it",
                                                   input.compactText(), quoted(name)));
                }
                if (m_outputs[source->second] > 1) {
                    m_findings.push_back(makeWarningAt(
                        name, "tvm-debug-output",
                        fmt::format("node {} reads one of the {} outputs of {}, the dump does not "
                                    "say which: the first is shown",
                                    quoted(name), m_outputs[source->second],
                                    quoted(source->first))));
                }
                m_isRead[source->second] = true;
                text += fmt::format("{}[{},0,0]", isFirst ? "" : ",", source->second);
                isFirst = false;
            }
        }
        text += "]}";
        return {};
    }

    /// As the dump says; old ones do not, and end with what nobody reads.
    std::string headsText() const
    {
        if (const auto heads = m_root.find("heads")) {
            return heads->compactText();
        }
        std::string text;
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            const auto read = m_isRead.find(i);
            if (read == m_isRead.end()) {
                text += fmt::format("{}[{},0,0]", text.empty() ? "" : ",", i);
            }
        }
        return "[" + text + "]";
    }

    std::string attributesText() const
    {
        if (const auto attrs = m_root.find("attrs")) {
            return attrs->compactText();
        }
        // Without outputs of several, which old dumps do not know, a value is a node.
        std::vector<std::size_t> storage(m_names.size());
        for (std::size_t i = 0; i < storage.size(); ++i) {
            storage[i] = i;
        }
        return "{\"shape\":[\"list_shape\",[" + m_shapes + "]],\"dltype\":[\"list_str\",[" + m_types
               + "]],\"storage_id\":[\"list_int\"," + listText(storage) + "]}";
    }

    const JsonValue m_root;
    std::vector<std::size_t> m_rows{0};
    std::vector<std::size_t> m_variables;
    std::vector<std::size_t> m_outputs; ///< of each node
    std::vector<std::string> m_names;
    std::unordered_map<std::string, std::size_t> m_numbers; ///< the last node of that name so far
    std::unordered_map<std::size_t, bool> m_isRead;
    std::string m_shapes;
    std::string m_types;
    Diagnostics m_findings;
};

/// A node's name and time in microseconds.
using TraceTime = std::pair<std::string, double>;

/// Begin and end of each node, one after the other.
Result<std::vector<TraceTime>> timesIn(const JsonValue &root)
{
    const auto events = root.isObject() ? root.find("traceEvents") : std::nullopt;
    if (!events || !events->isArray()) {
        return makeError("tvm-trace", "the trace has no list 'traceEvents'");
    }
    std::vector<TraceTime> times;
    bool isOpen = false;
    for (const JsonValue event : *events) {
        const auto name = event.isObject() ? event.find("name") : std::nullopt;
        const auto at = event.isObject() ? event.find("ts") : std::nullopt;
        const auto phase = event.isObject() ? event.find("ph") : std::nullopt;
        const bool isWhole = name && name->isString() && at && at->isNumber() && phase
                             && phase->isString() && phase->text() == (isOpen ? "E" : "B");
        if (!isWhole || (isOpen && name->text() != times.back().first)) {
            return makeError("tvm-trace",
                             "event {} of the trace is not the {} of a node with a time",
                             times.size() * 2 - (isOpen ? 1 : 0), isOpen ? "end" : "beginning");
        }
        if (isOpen) {
            times.back().second = at->number() - times.back().second;
            if (times.back().second < 0) {
                return makeError("tvm-trace", "node {} of the trace ends before it begins",
                                 quoted(name->text()));
            }
        } else {
            times.emplace_back(name->text(), at->number());
        }
        isOpen = !isOpen;
    }
    return times;
}

} // namespace

Result<LoadedGraph> readTvmDebugDump(std::string_view text, const FormatContext &context)
{
    ASSIGN_OR_RETURN(const JsonTree tree, JsonTree::parse(text));
    DumpTranslator translator(tree.root());
    const auto located = [&context](Diagnostic finding) {
        finding.where.file = context.fileName; // lines would be those of another text
        finding.where.line = 0;
        finding.where.column = 0;
        return finding;
    };
    const Result<std::string> graph = translator.translate();
    if (!graph) {
        return located(graph.error());
    }
    Result<LoadedGraph> loaded = readTvmGraph(*graph, context);
    if (!loaded) {
        return located(loaded.error());
    }
    for (Diagnostic &finding : translator.takeFindings()) {
        loaded->diagnostics.push_back(std::move(finding));
    }
    for (Diagnostic &finding : loaded->diagnostics) {
        finding = located(std::move(finding));
    }
    return loaded;
}

std::optional<std::filesystem::path> traceOfDebugDump(const std::filesystem::path &dump)
{
    constexpr std::string_view dumpName = "graph_dump.json";
    const std::string name = dump.filename().string();
    if (!name.ends_with(dumpName)) {
        return std::nullopt;
    }
    const auto trace = dump.parent_path()
                       / (name.substr(0, name.size() - dumpName.size()) + "execution_trace.json");
    std::error_code error;
    return std::filesystem::is_regular_file(trace, error) ? std::optional(trace) : std::nullopt;
}

Result<std::vector<DebugTime>> timesOfDebugTrace(std::string_view trace, const Graph &graph)
{
    ASSIGN_OR_RETURN(const JsonTree tree, JsonTree::parse(trace));
    ASSIGN_OR_RETURN(const auto read, timesIn(tree.root()));
    const auto nodes = graph.nodes();
    std::vector<DebugTime> times;
    for (std::size_t i = 0; i < read.size(); ++i) {
        const Node *node = i < nodes.size() ? &graph.node(nodes[i]) : nullptr;
        if (!node || node->name != read[i].first) {
            return makeError(
                "tvm-trace", "the trace is of another graph: its node {} is {}, here {}", i,
                quoted(read[i].first), node ? quoted(node->name) : std::string("there is none"));
        }
        constexpr double msOfMicrosecond = 1e-3;
        if (!node->isVariable()) {
            times.push_back({nodes[i], read[i].second * msOfMicrosecond});
        }
    }
    return times;
}

std::vector<DebugTime> timesBesideDump(const std::filesystem::path &dump, const Graph &graph,
                                       Diagnostics &diagnostics)
{
    const auto file = traceOfDebugDump(dump);
    if (!file) {
        return {};
    }
    const Result<std::string> trace = readFile(*file);
    auto times = trace ? timesOfDebugTrace(*trace, graph) : trace.error();
    if (times) {
        return std::move(*times);
    }
    diagnostics.push_back(makeWarning("tvm-trace", "the times beside the dump are not shown: {}",
                                      times.error().message));
    diagnostics.back().where.file = file->string();
    return {};
}

void registerTvmDebugDump(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "tvm-debug";
    spec.title = "TVM debug dump";
    spec.family = "nnvm";
    spec.extensions = {"json"};
    spec.sniff = sniffDump;
    spec.read = readTvmDebugDump;
    formats.add(std::move(spec));
}

} // namespace nervure

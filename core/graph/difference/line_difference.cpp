// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/line_difference.h"

#include "core/graph/analysis/value_labels.h"
#include "core/support/text_difference.h"

#include <algorithm>

namespace nervure {

namespace {

constexpr std::size_t linesAround = 3;

std::string joinedText(const std::vector<NodeLine> &lines)
{
    std::string text;
    for (const NodeLine &line : lines) {
        text += line.text;
        text += '\n';
    }
    return text;
}

/// What is known of a node's outputs: "1×64×112×112 float32, 64 float32".
std::string outputsText(const ValueLabels &labels, const IndexedGraph &index, NodeId id)
{
    std::string text;
    const auto place = index.find(id);
    for (std::uint32_t i = 0; place && i < index.node(*place).outputCount; ++i) {
        const std::uint32_t entry = index.entryId(*place, i);
        const std::string shape = labels.shape(entry);
        const std::string type = labels.type(entry);
        text += text.empty() ? "" : ", ";
        text += shape.empty() || type.empty() ? shape + type : shape + ' ' + type;
    }
    return text;
}

std::string nodeText(const Graph &graph, const Node &node)
{
    if (node.isVariable() && node.attrs.empty()) {
        return node.name;
    }
    std::string arguments;
    const auto add = [&arguments](const std::string &text) {
        arguments += (arguments.empty() ? "" : ", ") + text;
    };
    for (const Entry &input : node.inputs) {
        add(entryText(graph, input));
    }
    for (const NodeId id : node.controlDeps) {
        add("after " + entryText(graph, {id}));
    }
    for (const auto &[key, value] : node.attrs) {
        add(std::string(key) + '=' + std::string(value));
    }
    return node.isVariable() ? node.name + '(' + arguments + ')'
                             : node.name + " = " + node.op + '(' + arguments + ')';
}

/// A line of the text is one line, whatever is in it.
std::string onOneLine(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

} // namespace

std::vector<NodeLine> graphLines(const KnownGraph &known)
{
    const Graph &graph = known.graph;
    ValueLabels labels;
    if (known.index && known.analyses) {
        labels = ValueLabels(*known.analyses, *known.index);
    }
    std::vector<NodeLine> lines;
    for (const NodeId id : graph.nodes()) {
        std::string text = nodeText(graph, graph.node(id));
        const std::string outputs =
            known.index && known.analyses ? outputsText(labels, *known.index, id) : std::string();
        lines.push_back({onOneLine(outputs.empty() ? text : text + "  # " + outputs), id});
    }
    std::string results = "return";
    for (const Entry &head : graph.heads()) {
        results += (results == "return" ? " " : ", ") + entryText(graph, head);
    }
    lines.push_back({onOneLine(results)});
    return lines;
}

std::vector<ComparedLine> compareLines(const std::vector<NodeLine> &before,
                                       const std::vector<NodeLine> &after)
{
    const std::vector<LineRun> runs = lineDifference(joinedText(before), joinedText(after));
    std::vector<ComparedLine> lines;
    using Kind = ComparedLine::Kind;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const LineRun &run = runs[i];
        const bool isGone = run.kind == LineRun::Kind::Removed;
        const Kind kind =
            isGone ? Kind::Removed : (run.kind == LineRun::Kind::Added ? Kind::Added : Kind::Same);
        const auto first = (isGone ? before.begin() + static_cast<std::ptrdiff_t>(run.oldLine)
                                   : after.begin() + static_cast<std::ptrdiff_t>(run.newLine));
        const std::size_t head = i == 0 ? 0 : linesAround;
        const std::size_t tail = i + 1 == runs.size() ? 0 : linesAround;
        const bool isLong = kind == Kind::Same && run.count > head + tail + 1;
        for (std::size_t n = 0; n < run.count; ++n) {
            if (isLong && n == head) {
                lines.push_back({Kind::Gap, {}, run.count - head - tail});
                n = run.count - tail;
            }
            if (n < run.count) {
                lines.push_back({kind, first[static_cast<std::ptrdiff_t>(n)], 0});
            }
        }
    }
    const bool isChanged = std::any_of(lines.begin(), lines.end(), [](const ComparedLine &line) {
        return line.kind == Kind::Added || line.kind == Kind::Removed;
    });
    return isChanged ? lines : std::vector<ComparedLine>();
}

} // namespace nervure

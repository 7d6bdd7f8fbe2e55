// SPDX-License-Identifier: Apache-2.0
#include "core/layout/export/dot_writer.h"

#include "core/layout/diagram/bundles.h"
#include "core/layout/diagram/group_frames.h"

#include <cstdint>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace nervure {

namespace {

/// Text as a label shows it: a backslash would begin one of Graphviz's escapes, and control
/// characters other than the end of a line are nothing to show.
std::string quotedLabel(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '\n') {
            out += "\\n";
            continue;
        }
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return out + '"';
}

std::string quotedColor(Rgb color)
{
    return '"' + hexText(color) + '"';
}

class DotWriter {
public:
    DotWriter(const DrawnGraph &graph, const DotOptions &options)
        : m_graph(graph),
          m_options(options),
          m_palette(options.isDark ? darkPalette() : lightPalette()),
          m_clusters(graph.groups.size())
    {}

    std::string write()
    {
        header();
        const std::vector<std::uint32_t> outside = sortIntoClusters();
        nodes(outside);
        clusters();
        for (const DrawnEdge &edge : m_graph.edges) {
            line(edge);
        }
        return std::move(m_out) + "}\n";
    }

private:
    /// An open group and what is directly in it.
    struct Cluster {
        std::vector<std::uint32_t> boxes;
        std::vector<std::size_t> inner;
        bool isShown = false;
    };

    void header()
    {
        m_out = "digraph model {\n  rankdir=";
        m_out += m_options.direction == LayoutDirection::Right ? "LR" : "TB";
        m_out += ";\n  bgcolor=" + quotedColor(m_palette.canvas) + ";\n"
                 + "  fontname=\"sans-serif\";\n  fontsize=10;\n  fontcolor="
                 + quotedColor(m_palette.muted)
                 + ";\n  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\", "
                   "fontsize=11, fontcolor="
                 + quotedColor(m_palette.text) + ", fillcolor=" + quotedColor(m_palette.card)
                 + "];\n  edge [fontname=\"sans-serif\", fontsize=9, color="
                 + quotedColor(m_palette.edge) + ", fontcolor=" + quotedColor(m_palette.muted)
                 + "];\n";
    }

    /// The innermost open group around a box; -1: none.
    [[nodiscard]] int openGroupOf(std::uint32_t box) const
    {
        int group = m_graph.nodes[box].group;
        while (group >= 0 && !m_graph.groups[static_cast<std::size_t>(group)].isOpen) {
            group = m_graph.groups[static_cast<std::size_t>(group)].parent;
        }
        return group;
    }

    /// Returns the boxes that are in no open group. A group of which nothing is drawn is no cluster.
    std::vector<std::uint32_t> sortIntoClusters()
    {
        std::vector<std::uint32_t> outside;
        for (std::uint32_t box = 0; box < m_graph.nodes.size(); ++box) {
            const int group = openGroupOf(box);
            (group < 0 ? outside : m_clusters[static_cast<std::size_t>(group)].boxes)
                .push_back(box);
        }
        for (std::size_t group = m_clusters.size(); group-- > 0;) {
            Cluster &cluster = m_clusters[group];
            cluster.isShown = cluster.isShown || !cluster.boxes.empty();
            const int parent = m_graph.groups[group].parent;
            if (cluster.isShown && parent >= 0) {
                m_clusters[static_cast<std::size_t>(parent)].isShown = true;
                m_clusters[static_cast<std::size_t>(parent)].inner.push_back(group);
            }
        }
        return outside;
    }

    /// Names may nest groups as deep as a file likes: no recursion.
    void clusters()
    {
        std::vector<std::size_t> open;
        const auto enter = [&](std::size_t group) {
            beginCluster(group);
            open.push_back(group);
        };
        for (std::size_t group = 0; group < m_clusters.size(); ++group) {
            if (!m_clusters[group].isShown || m_graph.groups[group].parent >= 0) {
                continue;
            }
            enter(group);
            while (!open.empty()) {
                std::vector<std::size_t> &inner = m_clusters[open.back()].inner;
                if (inner.empty()) {
                    m_out += "  }\n";
                    open.pop_back();
                    continue;
                }
                const std::size_t next = inner.back();
                inner.pop_back();
                enter(next);
            }
        }
    }

    void beginCluster(std::size_t group)
    {
        m_out += fmt::format("  subgraph cluster_{} {{\n  label={};\n  labeljust=l;\n  "
                             "style=\"rounded,filled\";\n  color={};\n  fillcolor={};\n",
                             group, quotedLabel(m_graph.groups[group].label),
                             quotedColor(m_palette.line),
                             quotedColor(blend(m_palette.canvas, m_palette.line, frame::tint)));
        nodes(m_clusters[group].boxes);
    }

    void nodes(const std::vector<std::uint32_t> &boxes)
    {
        for (const std::uint32_t box : boxes) {
            node(box);
        }
    }

    [[nodiscard]] std::string nameOf(std::uint32_t box) const
    {
        const DrawnNode &node = m_graph.nodes[box];
        if (node.kind == DrawnKind::Output) {
            return fmt::format("o{}", node.head);
        }
        return m_graph.isInside(box) || node.kind == DrawnKind::Group
                   ? fmt::format("b{}", box)
                   : fmt::format("n{}", node.node.value);
    }

    void node(std::uint32_t box)
    {
        const DrawnNode &drawn = m_graph.nodes[box];
        const bool isOutput = drawn.kind == DrawnKind::Output;
        const bool isVariable = drawn.kind == DrawnKind::Variable || isOutput;
        const auto look =
            m_options.lookOf && !isVariable ? m_options.lookOf(m_graph.ownNode(box)) : std::nullopt;
        std::string text = drawn.title;
        if (look && !look->badge.empty()) {
            text += "  " + look->badge;
        }
        for (const std::string *more : {&drawn.name, &drawn.detail}) {
            text += more->empty() ? "" : '\n' + *more;
        }
        m_out += "  " + nameOf(box) + " [label=" + quotedLabel(text) + ", color="
                 + quotedColor(look ? look->border
                                    : categoryColor(isVariable ? OpCategory::Data : drawn.category,
                                                    m_options.isDark));
        m_out += isVariable ? ", shape=ellipse, style=filled" : "";
        m_out += drawn.kind == DrawnKind::Group || isOutput ? ", peripheries=2" : "";
        m_out += drawn.isKnown || isVariable ? "" : ", style=\"rounded,filled,dashed\"";
        if (look) {
            m_out +=
                ", fillcolor=" + quotedColor(look->fill) + ", fontcolor=" + quotedColor(look->ink);
        }
        m_out += "];\n";
    }

    void line(const DrawnEdge &edge)
    {
        std::string attributes;
        const auto say = [&](std::string_view attribute) {
            attributes.append(attributes.empty() ? " [" : ", ").append(attribute);
        };
        if (!edge.label.empty()) {
            say("label=" + quotedLabel(edge.label));
        }
        if (edge.bundle >= 0) {
            say(fmt::format("penwidth={}", bundle::lineWidth));
        } else if (edge.value.index > 0 && !m_graph.isInside(edge.from)) {
            say(fmt::format("taillabel=\"{}\"", edge.value.index));
        }
        if (edge.isControl) {
            say("style=dashed");
        }
        m_out += "  " + nameOf(edge.from) + " -> " + nameOf(edge.to) + attributes
                 + (attributes.empty() ? ";\n" : "];\n");
    }

    const DrawnGraph &m_graph;
    const DotOptions &m_options;
    const Palette &m_palette;
    std::vector<Cluster> m_clusters; ///< by group
    std::string m_out;
};

} // namespace

std::string writeDot(const DrawnGraph &graph, const DotOptions &options)
{
    return DotWriter(graph, options).write();
}

} // namespace nervure

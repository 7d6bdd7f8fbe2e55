// SPDX-License-Identifier: Apache-2.0
#include "core/layout/export/svg_writer.h"

#include "core/layout/diagram/bundles.h"
#include "core/layout/diagram/group_frames.h"
#include "core/layout/diagram/stubs.h"
#include "core/layout/engine/place_stubs.h"
#include "core/layout/engine/route.h"
#include "core/layout/export/svg_text.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace nervure {

namespace {

class SvgWriter {
public:
    SvgWriter(const Drawing &drawing, const TextMeasure &measure, const SvgOptions &options)
        : m_drawing(drawing),
          m_measure(measure),
          m_options(options),
          m_palette(options.isDark ? darkPalette() : lightPalette())
    {}

    std::string write()
    {
        m_out.reserve(estimatedSize());
        writeAll();
        return std::move(m_out);
    }

    void write(const ByteSink &sink)
    {
        m_sink = &sink;
        m_out.reserve(pieceBytes + pieceBytes / 4);
        writeAll();
        sink(m_out);
    }

private:
    static constexpr std::size_t pieceBytes = std::size_t{1} << 18U;

    void writeAll()
    {
        header();
        outlines();
        frames();
        put("<g fill=\"none\" stroke=\"", m_palette.edge, "\" stroke-width=\"1.5\">\n");
        for (std::size_t i = 0; i < m_drawing.graph.edges.size(); ++i) {
            edge(i);
            handOn();
        }
        put("</g>\n<g fill=\"", m_palette.edge, "\">\n");
        for (std::size_t i = 0; i < m_drawing.graph.edges.size(); ++i) {
            arrow(i);
            handOn();
        }
        m_out += "</g>\n";
        for (std::size_t i = 0; i < m_drawing.graph.edges.size(); ++i) {
            label(i);
            handOn();
        }
        tags();
        for (std::size_t i = 0; i < m_drawing.graph.nodes.size(); ++i) {
            node(i);
            handOn();
        }
        legend();
        m_out += "</g>\n</svg>\n";
    }

    void handOn()
    {
        if (m_sink && m_out.size() >= pieceBytes) {
            (*m_sink)(m_out);
            m_out.clear();
        }
    }

    /// Somewhat more than is written: text that grows is copied again and again, room that is not used
    /// costs nothing.
    [[nodiscard]] std::size_t estimatedSize() const
    {
        constexpr std::size_t bytesOfNode = 640;
        constexpr std::size_t bytesOfEdge = 420; // with its label
        constexpr std::size_t bytesOfPoint = 20;
        std::size_t size = m_drawing.graph.nodes.size() * bytesOfNode;
        for (const PlacedEdge &edge : m_drawing.layout.edges) {
            size += bytesOfEdge + edge.points.size() * bytesOfPoint;
        }
        return size;
    }

    void header()
    {
        const auto [width, height] = svgSize(m_drawing, m_measure, m_options);
        put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" "
            "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"",
            width, "\" height=\"", height, "\" viewBox=\"0 0 ", Point{width, height},
            "\">\n<style>\n");
        rule('t', TextStyle::Title, m_palette.text);
        rule('n', TextStyle::Name, m_palette.muted);
        rule('d', TextStyle::Detail, m_palette.text);
        rule('l', TextStyle::Label, m_palette.muted);
        put(".c{fill:", m_palette.card, ";stroke:", m_palette.line, "}\n.s{fill:", m_palette.card,
            ";stroke:", m_palette.edge, "}\n");
        put("</style>\n<rect width=\"", width, "\" height=\"", height, "\" fill=\"",
            m_palette.canvas, "\"/>\n<g transform=\"translate(",
            Point{m_options.margin, m_options.margin}, ")\">\n");
    }

    void rule(char name, TextStyle style, Rgb color)
    {
        const TextFace face = textFace(style);
        put('.', name, "{font-family:", face.isMonospaced ? "monospace" : "sans-serif",
            ";font-size:", face.pixels, "px;font-weight:", std::to_string(face.weight),
            ";fill:", color, "}\n");
    }

    /// Around open groups.
    void frames()
    {
        const Rgb fill = blend(m_palette.canvas, m_palette.line, frame::tint);
        for (const PlacedFrame &placed : placedFrames(m_drawing)) {
            rect(placed.left, placed.top, placed.right - placed.left, placed.bottom - placed.top,
                 "rx=\"10\" fill=\"", fill, "\" stroke=\"", m_palette.line, "\"");
            line("n", placed.left + frame::padding, placed.top + frame::nameHeight - 1,
                 frameName(m_drawing.graph.groups[placed.group], m_measure), TextStyle::Name);
            m_out += '\n';
        }
    }

    void edge(std::size_t i)
    {
        const std::vector<Point> &points = m_drawing.layout.edges[i].points;
        if (points.size() < 4) {
            return;
        }
        m_out += "<path d=\"";
        appendPath(m_out, points);
        put("\"");
        if (m_drawing.graph.edges[i].isControl) {
            put(" stroke-dasharray=\"5 4\"");
        }
        if (m_drawing.graph.edges[i].bundle >= 0) {
            put(" stroke-width=\"", bundle::lineWidth, "\"");
        }
        put("/>\n");
    }

    void arrow(std::size_t i)
    {
        if (const auto head = arrowHead(m_drawing.layout.edges[i].points)) {
            m_out += "<path d=\"";
            appendHead(m_out, *head);
            m_out += "\"/>\n";
        }
    }

    /// The names of what is at the other ends of lines that are left out.
    void tags()
    {
        for (const StubTag &tag : stubTags(m_drawing, m_measure)) {
            const double width = m_measure.width(tag.text, TextStyle::Label);
            const double full = width + 2 * stub::padding;
            put("<g><title>");
            for (const std::uint32_t box : tag.farEnds) {
                put(box == tag.farEnds.front() ? "" : "\n", Escaped{m_drawing.graph.calledOf(box)});
            }
            put("</title>");
            if (tag.isAtSource) {
                put("<path d=\"M", tag.foot, "L", tag.at, "\" stroke=\"", m_palette.edge,
                    "\" stroke-width=\"1.5\"/>");
            }
            rect(tag.at.x - full / 2, tag.at.y - stub::tagHeight / 2, full, stub::tagHeight,
                 "rx=\"3\" class=\"s\"");
            line("l", tag.at.x - width / 2, tag.at.y + 3.6, tag.text, TextStyle::Label);
            put("</g>\n");
            handOn();
        }
    }

    void label(std::size_t i)
    {
        const std::optional<Point> &at = m_drawing.layout.edges[i].label;
        if (!at) {
            return;
        }
        const std::string &text = m_drawing.graph.edges[i].label;
        const double width = m_measure.width(text, TextStyle::Label);
        const double full = width + 2 * card::labelPadding;
        rect(at->x - full / 2, at->y - card::labelHeight / 2, full, card::labelHeight,
             "rx=\"9\" class=\"c\"");
        line("l", at->x - width / 2, at->y + 3.6, text, TextStyle::Label);
    }

    void node(std::size_t i)
    {
        const PlacedNode &placed = m_drawing.layout.nodes[i];
        const DrawnNode &drawn = m_drawing.graph.nodes[i];
        const NodeBox &box = m_drawing.boxes[i];
        put("<g transform=\"translate(", Point{placed.left(), placed.top()}, ")\"><title>",
            Escaped{drawn.title + (drawn.name.empty() ? "" : " " + drawn.name)}, "</title>");
        if (drawn.kind == DrawnKind::Variable) {
            pill(box);
        } else if (drawn.kind == DrawnKind::Output) {
            outputPill(box);
        } else {
            cardOf(drawn, box, m_drawing.graph.ownNode(static_cast<std::uint32_t>(i)));
        }
        put("</g>\n");
    }

    void pill(const NodeBox &box)
    {
        rect(0.5, 0.5, box.width - 1, box.height - 1, "rx=\"13.5\" fill=\"", m_palette.card,
             "\" stroke=\"", categoryColor(OpCategory::Data, m_options.isDark), "\"");
        const double width = m_measure.width(box.title, TextStyle::Name);
        line("n", (box.width - width) / 2, card::pillBaseline, box.title, TextStyle::Name);
    }

    /// Has a second border, where the pills of variables have one: what leaves the graph.
    void outputPill(const NodeBox &box)
    {
        const Rgb color = categoryColor(OpCategory::Data, m_options.isDark);
        rect(0.5, 0.5, box.width - 1, box.height - 1, "rx=\"13.5\" fill=\"", m_palette.card,
             "\" stroke=\"", color, "\"");
        rect(card::outputInset, card::outputInset, box.width - 2 * card::outputInset,
             box.height - 2 * card::outputInset, "rx=\"", card::pillPadding - card::outputInset,
             "\" fill=\"none\" stroke=\"", color, "\"");
        const double width = m_measure.width(box.title, TextStyle::Name);
        line("n", (box.width - width) / 2, card::pillBaseline, box.title, TextStyle::Name);
        const double below = m_measure.width(box.detail, TextStyle::Detail);
        line("d", (box.width - below) / 2, card::outputBaseline, box.detail, TextStyle::Detail);
    }

    void cardOf(const DrawnNode &drawn, const NodeBox &box, NodeId node)
    {
        if (drawn.kind == DrawnKind::Group) {
            for (const double behind : {2 * card::stackStep, card::stackStep}) {
                rect(behind + 0.5, behind + 0.5, box.width - 1, box.height - 1,
                     "rx=\"6\" class=\"c\"");
            }
        }
        const auto look = m_options.lookOf ? m_options.lookOf(node) : std::nullopt;
        const auto known = m_outlines.find(outlineOf(drawn, box));
        if (known != m_outlines.end()) {
            put("<use xlink:href=\"#o", std::to_string(known->second), "\"/>");
        } else {
            outline(drawn, box, look);
        }
        m_ink = look ? std::optional(look->ink) : std::nullopt;
        line("t", card::paddingLeft, card::titleBaseline, box.title, TextStyle::Title);
        double baseline = card::nameBaseline;
        if (!box.name.empty()) {
            line("n", card::paddingLeft, baseline, box.name, TextStyle::Name);
            baseline = card::detailBaseline;
        }
        line("d", card::paddingLeft, baseline, box.detail, TextStyle::Detail);
        if (look && !look->badge.empty()) {
            const double width = m_measure.width(look->badge, TextStyle::Label);
            line("l", box.width - card::paddingRight - width, card::titleBaseline, look->badge,
                 TextStyle::Label);
        }
        m_ink.reset();
    }

    /// What tells outlines of cards apart.
    using Outline = std::tuple<double, double, OpCategory, bool>;
    static Outline outlineOf(const DrawnNode &drawn, const NodeBox &box)
    {
        return {box.width, box.height, drawn.category, drawn.isKnown};
    }

    /// The outlines of cards that are not colored, once each: a large picture has few different ones.
    void outlines()
    {
        if (m_options.lookOf) {
            return;
        }
        m_out += "<defs>\n";
        for (std::size_t i = 0; i < m_drawing.graph.nodes.size(); ++i) {
            const DrawnNode &drawn = m_drawing.graph.nodes[i];
            const NodeBox &box = m_drawing.boxes[i];
            if (drawn.kind == DrawnKind::Variable || drawn.kind == DrawnKind::Output
                || !m_outlines.try_emplace(outlineOf(drawn, box), m_outlines.size()).second) {
                continue;
            }
            put("<g id=\"o", std::to_string(m_outlines.size() - 1), "\">");
            outline(drawn, box, {});
            m_out += "</g>\n";
        }
        m_out += "</defs>\n";
    }

    void outline(const DrawnNode &drawn, const NodeBox &box, const std::optional<CardLook> &look)
    {
        if (look) {
            rect(0.5, 0.5, box.width - 1, box.height - 1, "rx=\"6\" fill=\"", look->fill,
                 "\" stroke=\"", look->border, "\"");
        } else {
            rect(0.5, 0.5, box.width - 1, box.height - 1, "rx=\"6\" class=\"c\"");
        }
        stripe(drawn, box.height);
    }

    /// The category's color at the left edge; for unknown operators broken into dashes.
    void stripe(const DrawnNode &drawn, double height)
    {
        const Rgb color = categoryColor(drawn.category, m_options.isDark);
        if (drawn.isKnown) {
            put("<path d=\"M4 0.6A5.5 5.5 0 0 0 0 6V", height - 6, "A5.5 5.5 0 0 0 4 ",
                height - 0.6, "z\" fill=\"", color, "\"/>");
        } else {
            put("<path d=\"M2 4V", height - 4, "\" fill=\"none\" stroke=\"", color,
                "\" stroke-width=\"4\" stroke-dasharray=\"3 2\"/>");
        }
    }

    /// What the colors mean, below the picture.
    void legend()
    {
        const PictureLegend &content = m_options.legend;
        double y = m_drawing.layout.height + legend::gap + legend::padding - 2;
        if (content.scale) {
            legendScale(*content.scale, y);
        }
        for (const PictureLegend::Row &row : content.rows) {
            legendRow(row, y);
            y += legend::rowHeight;
        }
    }

    void legendRow(const PictureLegend::Row &row, double y)
    {
        double x = legend::padding;
        if (row.color) {
            const double chip = chipWidth(row);
            const double column = chipColumn(m_options.legend);
            x += (column - chip) / 2;
            const std::string dash = row.chip == PictureLegend::Chip::Hatched
                                         ? "\" stroke-dasharray=\"2 2\" fill-opacity=\"0.4"
                                         : "";
            const Rgb color = *row.color;
            rect(x, y + (legend::rowHeight - chip) / 2, chip, chip, "rx=\"2\" fill=\"", color,
                 "\" stroke=\"", color, dash, "\"");
            m_ink = inkOn(*row.color);
            const double width = m_measure.width(row.sign, TextStyle::Name);
            line("n", x + (chip - width) / 2, y + legend::baseline, row.sign, TextStyle::Name);
            x += (column + chip) / 2 + legend::chipGap;
        }
        m_ink = row.color ? m_palette.muted : m_palette.text;
        const std::string text =
            elideMiddle(row.text, TextStyle::Name, legend::widestText, m_measure);
        line("n", x, y + legend::baseline, text, TextStyle::Name);
        m_ink.reset();
    }

    /// `y` is where the rows begin then.
    void legendScale(const PictureLegend::Scale &scale, double &y)
    {
        legendRow({scale.title}, y);
        y += legend::rowHeight + 2;
        put("<linearGradient id=\"legend\">");
        for (int i = 0; i <= 10; ++i) {
            put("<stop offset=\"", i / 10.0, "\" stop-color=\"",
                scaleColor(i / 10.0, scale.isDiverging), "\"/>");
        }
        put("</linearGradient>");
        rect(legend::padding, y, legend::scaleWidth, legend::barHeight,
             "rx=\"2\" fill=\"url(#legend)\"");
        y += legend::barHeight + 2;
        const double high = m_measure.width(scale.high, TextStyle::Name);
        line("n", legend::padding, y + legend::baseline, scale.low, TextStyle::Name);
        line("n", legend::padding + legend::scaleWidth - high, y + legend::baseline, scale.high,
             TextStyle::Name);
        for (const std::string &remark : scale.remarks) {
            y += legend::rowHeight;
            line("n", legend::padding, y + legend::baseline, remark, TextStyle::Name);
        }
        if (!scale.missing.empty()) {
            y += legend::rowHeight;
            line("n", legend::padding, y + legend::baseline, "– " + scale.missing, TextStyle::Name);
        }
        y += legend::rowHeight;
    }

    template <typename... Parts>
    void put(const Parts &...parts)
    {
        (append(m_out, parts), ...);
    }

    template <typename... Parts>
    void rect(double x, double y, double width, double height, const Parts &...rest)
    {
        put("<rect x=\"", x, "\" y=\"", y, "\" width=\"", width, "\" height=\"", height, "\" ",
            rest..., "/>");
    }

    void line(std::string_view kind, double x, double y, const std::string &text, TextStyle style)
    {
        if (text.empty()) {
            return;
        }
        const std::string ink = m_ink ? "\" style=\"fill:" + hexText(*m_ink) : std::string();
        put("<text class=\"", kind, ink, "\" x=\"", x, "\" y=\"", y, "\" textLength=\"",
            m_measure.width(text, style), "\">", Escaped{text}, "</text>");
    }

    const Drawing &m_drawing;
    const TextMeasure &m_measure;
    const SvgOptions &m_options;
    const Palette &m_palette;
    std::map<Outline, std::size_t> m_outlines; ///< and their numbers
    std::optional<Rgb> m_ink;                  ///< of the texts of a card that is colored
    const ByteSink *m_sink = nullptr;          ///< none: all stays in `m_out`
    std::string m_out;
};

} // namespace

SvgSize svgSize(const Drawing &drawing, const TextMeasure &measure, const SvgOptions &options)
{
    const LegendSize legend = legendSize(options.legend, measure);
    const double below = options.legend.isEmpty() ? 0 : legend::gap + legend.height;
    return {std::max(drawing.layout.width, legend.width) + 2 * options.margin,
            drawing.layout.height + below + 2 * options.margin};
}

std::string writeSvg(const Drawing &drawing, const TextMeasure &measure, const SvgOptions &options)
{
    return SvgWriter(drawing, measure, options).write();
}

void writeSvg(const Drawing &drawing, const TextMeasure &measure, const SvgOptions &options,
              const ByteSink &sink)
{
    SvgWriter(drawing, measure, options).write(sink);
}

} // namespace nervure

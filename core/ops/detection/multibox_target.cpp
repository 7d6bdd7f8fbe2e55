// SPDX-License-Identifier: Apache-2.0
#include "core/ops/detection/multibox_target.h"
#include "core/execution/tensor.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace nervure {

namespace {

Status targetShape(const MultiboxTargetAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 3, 3));
    if (attrs.variances.size() != 4) {
        return makeError("attr-invalid", "variances has {} numbers, expected 4",
                         attrs.variances.size());
    }
    if (!in[0].hasRank() || !in[1].hasRank() || !in[2].hasRank()) {
        return {};
    }
    const Shape &anchors = in[0];
    const Shape &labels = in[1];
    const Shape &scores = in[2];
    const bool fits = anchors.size() == 3 && labels.size() == 3 && scores.size() == 3
                      && anchors[0] <= 1 && (anchors[2] == 4 || isUnknownSize(anchors[2]))
                      && (labels[2] >= 5 || isUnknownSize(labels[2]));
    if (!fits) {
        return makeError("infer-shape",
                         "inputs are {}, {} and {}, expected [1,anchors,4], [batch,labels,5] and "
                         "[batch,classes,anchors]",
                         shapeText(anchors), shapeText(labels), shapeText(scores));
    }
    const std::int64_t edges = isUnknownSize(anchors[1]) ? unknownSize : anchors[1] * 4;
    RETURN_IF_FAILED(assignOutput(out, 0, {labels[0], edges}));
    RETURN_IF_FAILED(assignOutput(out, 1, {labels[0], edges}));
    return assignOutput(out, 2, {labels[0], anchors[1]});
}

/// Left, top, right, bottom.
using Corners = std::array<float, 4>;

float sharedPart(const Corners &a, const Corners &b)
{
    const float width = std::max(0.0F, std::min(a[2], b[2]) - std::max(a[0], b[0]));
    const float height = std::max(0.0F, std::min(a[3], b[3]) - std::max(a[1], b[1]));
    const float shared = width * height;
    const float both = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared;
    return both == 0.0F ? 0.0F : shared / both;
}

std::vector<float> floatsOf(const ConstTensorView &tensor)
{
    std::vector<float> values(static_cast<std::size_t>(tensor.count()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<float>(elementAsDouble(tensor, static_cast<std::int64_t>(i)));
    }
    return values;
}

/// One image's anchors, each of which is matched with a label, taken for background, or ignored.
class AnchorMatching {
public:
    enum class Anchor : std::uint8_t { Ignored, Background, Matched };
    struct Match {
        float overlap = -1;
        std::size_t label = 0;
        Anchor state = Anchor::Ignored;
    };

    /// `scores` has the classes' rows, one number an anchor.
    AnchorMatching(const MultiboxTargetAttrs &attrs, const std::vector<Corners> &anchors,
                   const std::vector<Corners> &labels, std::span<const float> scores)
        : m_attrs(attrs),
          m_anchors(anchors),
          m_labels(labels),
          m_scores(scores),
          m_matches(anchors.size())
    {}

    Result<std::vector<Match>> run(const CancelToken *cancel)
    {
        RETURN_IF_FAILED(matchEachLabel(cancel));
        for (std::size_t i = 0; i < m_matches.size(); ++i) {
            if (m_matches[i].state != Anchor::Matched) {
                matchBest(i);
            }
        }
        if (m_attrs.negativeMiningRatio > 0) {
            mineBackground();
        } else {
            for (Match &match : m_matches) {
                match.state = match.state == Anchor::Matched ? match.state : Anchor::Background;
            }
        }
        return m_matches;
    }

private:
    /// The best pair of a label and an anchor that are both free, again and again.
    Status matchEachLabel(const CancelToken *cancel)
    {
        std::vector<bool> isTaken(m_labels.size(), false);
        for (std::size_t round = 0; round < m_labels.size(); ++round) {
            if (isCanceled(cancel)) {
                return canceledError();
            }
            float best = 1e-6F;
            std::optional<std::pair<std::size_t, std::size_t>> pair;
            for (std::size_t i = 0; i < m_anchors.size(); ++i) {
                for (std::size_t k = 0;
                     k < m_labels.size() && m_matches[i].state != Anchor::Matched; ++k) {
                    const float overlap = isTaken[k] ? 0.0F : sharedPart(m_anchors[i], m_labels[k]);
                    if (overlap > best) {
                        best = overlap;
                        pair = {i, k};
                    }
                }
            }
            if (!pair) {
                break;
            }
            m_matches[pair->first] = {best, pair->second, Anchor::Matched};
            isTaken[pair->second] = true;
        }
        return {};
    }

    /// The label that lies most over an anchor, if over enough of it.
    void matchBest(std::size_t anchor)
    {
        Match &match = m_matches[anchor];
        for (std::size_t k = 0; k < m_labels.size(); ++k) {
            const float overlap = sharedPart(m_anchors[anchor], m_labels[k]);
            if (overlap > match.overlap) {
                match.overlap = overlap;
                match.label = k;
            }
        }
        if (m_attrs.overlapThreshold > 0 && match.overlap > m_attrs.overlapThreshold) {
            match.state = Anchor::Matched;
        }
    }

    /// Takes the anchors for background that look least like it, so many for each that is matched.
    void mineBackground()
    {
        std::vector<std::pair<float, std::size_t>> free;
        std::size_t matched = 0;
        for (std::size_t i = 0; i < m_matches.size(); ++i) {
            if (m_matches[i].state == Anchor::Matched) {
                ++matched;
            } else if (m_matches[i].overlap < m_attrs.negativeMiningThresh) {
                free.emplace_back(backgroundProbability(i), i);
            }
        }
        std::stable_sort(free.begin(), free.end(),
                         [](const auto &a, const auto &b) { return a.first < b.first; });
        // As on MXNet's CPU, which does not look at minimum_negative_samples.
        const double wanted =
            static_cast<double>(m_attrs.negativeMiningRatio) * static_cast<double>(matched);
        for (std::size_t i = 0; i < free.size() && static_cast<double>(i + 1) <= wanted; ++i) {
            m_matches[free[i].second].state = Anchor::Background;
        }
    }

    [[nodiscard]] float backgroundProbability(std::size_t anchor) const
    {
        const std::size_t count = m_anchors.size();
        float most = m_scores[anchor];
        for (std::size_t at = anchor; at < m_scores.size(); at += count) {
            most = std::max(most, m_scores[at]);
        }
        float sum = 0;
        for (std::size_t at = anchor; at < m_scores.size(); at += count) {
            sum += std::exp(m_scores[at] - most);
        }
        return std::exp(m_scores[anchor] - most) / sum;
    }

    const MultiboxTargetAttrs &m_attrs;
    const std::vector<Corners> &m_anchors;
    const std::vector<Corners> &m_labels;
    std::span<const float> m_scores;
    std::vector<Match> m_matches;
};

/// How far the label's box is from the anchor's, in the units that a detector learns.
std::array<float, 4> shiftOf(const Corners &anchor, const Corners &label,
                             const NumberTuple &variances)
{
    std::array<float, 4> shift{};
    for (std::size_t i = 0; i < 2; ++i) {
        const float size = anchor[i + 2] - anchor[i];
        const float wanted = label[i + 2] - label[i];
        const float distance =
            (label[i] + label[i + 2]) * 0.5F - (anchor[i] + anchor[i + 2]) * 0.5F;
        shift[i] = distance / size / static_cast<float>(variances[i]);
        shift[i + 2] = std::log(wanted / size) / static_cast<float>(variances[i + 2]);
    }
    return shift;
}

/// Fills in the targets of one image. Its labels end at the first of class -1.
Status targetsOf(const MultiboxTargetAttrs &attrs, const ReferenceCall &call, std::int64_t image,
                 const std::vector<Corners> &anchors)
{
    const std::int64_t width = call.in[1].shape[2];
    const std::int64_t each = call.in[1].shape[1];
    std::vector<Corners> boxes;
    std::vector<float> classes;
    for (std::int64_t i = 0; i < each; ++i) {
        const auto number = [&](std::int64_t k) {
            return static_cast<float>(elementAsDouble(call.in[1], (image * each + i) * width + k));
        };
        if (number(0) == -1.0F) {
            break;
        }
        classes.push_back(number(0));
        boxes.push_back({number(1), number(2), number(3), number(4)});
    }
    if (boxes.empty()) {
        return {};
    }
    const std::vector<float> scores = floatsOf(call.in[2]);
    const std::size_t one = scores.size() / static_cast<std::size_t>(call.in[2].shape[0]);
    AnchorMatching matching(attrs, anchors, boxes,
                            std::span(scores).subspan(static_cast<std::size_t>(image) * one, one));
    ASSIGN_OR_RETURN(const auto matches, matching.run(call.cancel));
    std::int64_t at = image * static_cast<std::int64_t>(anchors.size());
    for (std::size_t i = 0; i < matches.size(); ++i, ++at) {
        if (matches[i].state == AnchorMatching::Anchor::Background) {
            storeElement(call.out[2], at, 0);
        } else if (matches[i].state == AnchorMatching::Anchor::Matched) {
            const std::size_t label = matches[i].label;
            const auto shift = shiftOf(anchors[i], boxes[label], attrs.variances);
            storeElement(call.out[2], at, static_cast<double>(classes[label] + 1));
            for (std::int64_t k = 0; k < 4; ++k) {
                storeElement(call.out[0], at * 4 + k,
                             static_cast<double>(shift[static_cast<std::size_t>(k)]));
                storeElement(call.out[1], at * 4 + k, 1);
            }
        }
    }
    return {};
}

Status targetReference(const MultiboxTargetAttrs &attrs, const ReferenceCall &call)
{
    Shapes in{shapeOf(call.in[0]), shapeOf(call.in[1]), shapeOf(call.in[2])};
    Shapes out{shapeOf(call.out[0]), shapeOf(call.out[1]), shapeOf(call.out[2])};
    RETURN_IF_FAILED(targetShape(attrs, in, out));
    RETURN_IF_FAILED(requireOneType(call));
    if (in[2][0] != in[1][0] || in[2][1] < 1 || in[2][2] != in[0][1]) {
        return makeError("infer-shape", "input 2 (cls_pred) has shape {}, expected [{},classes,{}]",
                         shapeText(in[2]), in[1][0], in[0][1]);
    }
    for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
        storeElement(call.out[0], i, 0);
        storeElement(call.out[1], i, 0);
    }
    for (std::int64_t i = 0; i < call.out[2].count(); ++i) {
        storeElement(call.out[2], i, static_cast<double>(attrs.ignoreLabel));
    }
    const std::vector<float> edges = floatsOf(call.in[0]);
    std::vector<Corners> anchors(edges.size() / 4);
    for (std::size_t i = 0; i < edges.size(); ++i) {
        anchors[i / 4][i % 4] = edges[i];
    }
    for (std::int64_t image = 0; image < in[1][0]; ++image) {
        RETURN_IF_FAILED(targetsOf(attrs, call, image, anchors));
    }
    return {};
}

} // namespace

OpBuilder<MultiboxTargetAttrs> declareMultiboxTarget(Dialect dialect, std::string name)
{
    using A = MultiboxTargetAttrs;
    OpBuilder<A> op(dialect, std::move(name));
    op.summary("what a single-shot detector should have found, for its losses")
        .category(OpCategory::Other)
        .attr(field("overlap_threshold", &A::overlapThreshold,
                    "overlap beyond which an anchor is matched with a label"))
        .attr(field("ignore_label", &A::ignoreLabel, "class of anchors that do not count"))
        .attr(field("negative_mining_ratio", &A::negativeMiningRatio,
                    "anchors of the background for each that is matched; -1: all"))
        .attr(field("negative_mining_thresh", &A::negativeMiningThresh,
                    "overlap from which an anchor is no background"))
        .attr(field("minimum_negative_samples", &A::minimumNegativeSamples,
                    "least number of anchors of the background"))
        .attr(field("variances", &A::variances, "scale of the shifts of x, y, width, height"))
        .inputs({"anchor", "label", "cls_pred"})
        .outputs({"loc_target", "loc_mask", "cls_target"})
        .shape(targetShape)
        .type(elementwiseType(3, 3));
    return op;
}

void registerMultiboxTarget(OpRegistry &ops)
{
    ops.add(declareMultiboxTarget(Dialect::Nervure, "multibox_target")
                .reference(targetReference)
                .build());
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/node_data.h"
#include "core/graph/graph.h"

#include <QObject>
#include <QString>

#include <vector>

namespace nervure {

/// A query whose nodes have a color of their own.
struct ColorRule {
    QString query;
    bool isOn = true;

    bool operator==(const ColorRule &) const = default;
};

/// What a person brings to the colors of a window: rules, data from other tools, how amounts are
/// scaled. Shared by the canvas and the panels.
class ColorSources : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// In the order they were made; of several that fit the first colors.
    [[nodiscard]] const std::vector<ColorRule> &rules() const { return m_rules; }
    /// Adds a rule, or switches it on if there is one of that query; asks to color by rules.
    void addRule(const QString &query);
    void setRules(std::vector<ColorRule> rules);

    /// What was pinned on the nodes by a file, by their names.
    [[nodiscard]] const NodeData &attachment() const { return m_attachment; }
    void setAttachment(NodeData attachment);

    /// Whether amounts are shown by their logarithm.
    [[nodiscard]] bool isLogarithmic() const { return m_isLogarithmic; }
    void setLogarithmic(bool isLogarithmic);

Q_SIGNALS:
    void rulesChanged();
    void attachmentChanged();
    void scaleChanged();
    /// Somebody wants to see the rules.
    void rulesWanted();

private:
    std::vector<ColorRule> m_rules;
    NodeData m_attachment;
    bool m_isLogarithmic = false;
};

} // namespace nervure

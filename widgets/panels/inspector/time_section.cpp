// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/time_section.h"

#include "core/execution/profile/node_times.h"
#include "core/support/text.h"
#include "widgets/document/graph_document.h"
#include "widgets/models/layer_words.h"
#include "widgets/models/run_comparison_model.h"
#include "widgets/panels/labels.h"
#include "widgets/style/form.h"
#include "widgets/text/format.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

namespace {

/// The layer that runs the node, by its root or as one of many; null where none does.
const LayerProfile *layerOf(const ProfileData &profile, const OwnNodes &nodes, NodeId node)
{
    const NodeTimes times = timesOfShown(profile, nodes);
    const auto owner = times.owners.find(node);
    const NodeId root = owner == times.owners.end() ? node : owner->second;
    const auto it = std::find(times.roots.begin(), times.roots.end(), root);
    return it == times.roots.end()
               ? nullptr
               : &profile.layers[static_cast<std::size_t>(it - times.roots.begin())];
}

QString medianText(const Statistics &ms)
{
    const QString time = formatTime(ms.median);
    const auto part = ms.uncertainty();
    return part ? QStringLiteral("%1 ±%2").arg(time, formatShare(*part)) : time;
}

QString sampleText(const Statistics &ms)
{
    QString text = TimeSection::tr("Median of %n run(s)", nullptr, static_cast<int>(ms.count));
    text +=
        u'\n'
        + TimeSection::tr("from %1 to %2, 95th percentile %3")
              .arg(formatTime(ms.min), formatTime(std::max(ms.max, ms.p95)), formatTime(ms.p95));
    if (ms.outliers > 0) {
        text += u'\n' + TimeSection::tr("%n outlier(s)", nullptr, static_cast<int>(ms.outliers));
    }
    return text;
}

QString kernelText(const KernelProfile &kernel)
{
    QStringList parts{toQString(kernel.name)};
    if (!kernel.algorithm.empty() && kernel.name.find(kernel.algorithm) == std::string::npos) {
        parts.append(toQString(kernel.algorithm));
    }
    parts.append(workSizes(kernel));
    if (kernel.calls > 1) {
        parts.append(TimeSection::tr("×%1").arg(kernel.calls));
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace

TimeSection::TimeSection(const PanelContext &context, QWidget *parent)
    : QWidget(parent),
      m_context(context),
      m_facts(new Form),
      m_verdict(new QLabel(this))
{
    setObjectName(QStringLiteral("inspector-times"));
    m_verdict->setObjectName(QStringLiteral("inspector-verdict"));
    m_verdict->setWordWrap(true);
    m_verdict->setForegroundRole(QPalette::PlaceholderText);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts->setHorizontalSpacing(16);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(sectionLabel(tr("Time"), this));
    column->addLayout(m_facts);
    column->addWidget(m_verdict);
    hide();
    connect(&context.document, &GraphDocument::profileChanged, this, &TimeSection::showTimes);
    connect(&context.document.runs(), &RunList::comparisonChanged, this, &TimeSection::showTimes);
}

void TimeSection::setNode(NodeId node)
{
    m_node = node;
    showTimes();
}

void TimeSection::addLine(const QString &title, const QString &value, const QString &toolTip)
{
    const QString name = QStringLiteral("inspector-time-%1").arg(m_facts->rows());
    QLabel *label = addFact(m_facts, name, title);
    label->setText(value);
    label->setToolTip(toolTip);
}

void TimeSection::showTimes()
{
    m_facts->shrinkTo(0);
    const auto &profile = m_context.document.profile();
    const Graph &graph = *m_context.document.stage().graph;
    const LayerProfile *layer = profile && graph.contains(m_node)
                                    ? layerOf(profile->data, *m_context.document.ownNodes(), m_node)
                                    : nullptr;
    setVisible(layer != nullptr);
    if (layer == nullptr) {
        return;
    }
    const std::string &name = graph.node(m_node).name;
    if (layer->node.name != name) {
        addLine(tr("In layer"), breakable(toQString(layer->node.name)),
                tr("Its time is told once, for all nodes of the layer"));
    }
    showLayer(*layer);
    showChange(*layer);
    m_verdict->setText(verdictSentence(*layer));
    m_verdict->setVisible(!m_verdict->text().isEmpty());
}

void TimeSection::showLayer(const LayerProfile &layer)
{
    const ProfileReport &report = *m_context.document.profile();
    const double total = totalMs(report.data);
    addLine(tr("Median"), medianText(layer.ms), sampleText(layer.ms));
    addLine(tr("Share"), formatShare(total > 0 ? layer.ms.median / total : 0),
            tr("Of all layers' time"));
    if (report.mode == RunMode::Serialized) {
        addLine(tr("Launch"), formatTime(layer.launchMs),
                tr("Host time of enqueue and finish beyond the layer's own time"));
    }
    if (layer.flops > 0) {
        addLine(tr("Operations"), tr("%1FLOP, %2 GFLOP/s")
                                      .arg(formatAmount(static_cast<double>(layer.flops)),
                                           formatAmount(layer.verdict.gflops)));
    }
    if (layer.bytes > 0) {
        addLine(tr("Bytes"),
                tr("%1, %2 GB/s").arg(formatBytes(layer.bytes), formatAmount(layer.verdict.gbs)));
    }
    for (const KernelProfile &kernel : layer.kernels) {
        addLine(tr("Kernel"), breakable(kernelText(kernel)),
                tr("Global size in work-items; without groups the driver chooses them"));
    }
}

/// By turns the fastest runs are compared, which stand nowhere else here.
void TimeSection::addBefore(const ComparedTime &time, const ComparedProfiles &compared)
{
    const QString before = formatTime(time.firstMs);
    const QString change = ratioText(time.ratio);
    if (compared.processes > 1) {
        addLine(tr("Before"), tr("%1 → %2, %3").arg(before, formatTime(time.secondMs), change),
                tr("The fastest runs of %n rounds, by turns", nullptr,
                   static_cast<int>(compared.processes)));
    } else {
        addLine(tr("Before"), tr("%1, %2").arg(before, change));
    }
}

void TimeSection::showChange(const LayerProfile &layer)
{
    const auto &compared = m_context.document.runs().comparison();
    if (!compared) {
        return;
    }
    for (const ComparedLayers &row : compared->layers) {
        if (std::find(row.second.begin(), row.second.end(), layer.node.name) != row.second.end()
            && row.isInBoth()) {
            addBefore(row.time, *compared);
            addLine(tr("Change"), changeWords(row.time.change),
                    row.time.interval ? tr("Surely within %1 to %2")
                                            .arg(ratioText(row.time.interval->low),
                                                 ratioText(row.time.interval->high))
                                      : QString());
        }
    }
}

} // namespace nervure

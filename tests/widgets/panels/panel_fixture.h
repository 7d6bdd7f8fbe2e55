// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "widgets/document/color_sources.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/graph_examiner.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/jobs/profile_runner.h"
#include "widgets/jobs/proof_runner.h"
#include "widgets/jobs/worker_process.h"
#include "widgets/panels/panel.h"
#include "widgets_panels_builtins.h"

#include <QRegularExpression>
#include <QTest>
#include <QTreeView>

#include <memory>

namespace nervure::tests {

/// For QTest::failOnWarning: all but what the offscreen platform says of itself.
inline QRegularExpression anyWarning()
{
    return QRegularExpression(QStringLiteral("^(?!This plugin does not support)"));
}

/// A window's worth of things around one panel, with a small convolutional net:
/// data → conv0 (weight, bias) → relu0 → flatten0 → fc0 (weight, bias).
class PanelFixture {
public:
    explicit PanelFixture(const QString &workerProgram = {})
        : builtins(makeBuiltins()),
          document(builtins),
          examiner(document, jobs),
          worker(workerProgram),
          passes(document, jobs, worker),
          profiles(document, jobs, worker),
          proofs(document, jobs, worker, passes, profiles)
    {
        registerBuiltinPanels(panels);
    }

    /// Makes the panel of that name and shows it.
    Panel *show(const char *name, QSize size = {480, 480})
    {
        const PanelSpec *spec = panels.find(name);
        if (spec == nullptr) {
            return nullptr;
        }
        panel.reset(spec->factory(context()));
        panel->resize(size);
        panel->show();
        return QTest::qWaitForWindowExposed(panel.get()) ? panel.get() : nullptr;
    }

    [[nodiscard]] PanelContext context()
    {
        return {document, selection, jobs, passes, worker, profiles, proofs, builtins, colors};
    }

    void openNet() { document.setContent({net(), {}, "nnvm", {}, {}}); }

    [[nodiscard]] NodeId node(std::string_view name) const
    {
        return document.graph().findByName(name).value_or(NodeId{});
    }

    template <typename Widget>
    [[nodiscard]] Widget *child(const char *name) const
    {
        auto *found = panel->findChild<Widget *>(QString::fromLatin1(name));
        return found;
    }

    /// Clicks the first cell whose text is exactly that.
    static bool clickCell(QTreeView *view, const QString &text, bool isDouble = false)
    {
        const QModelIndex index = findCell(view, text);
        if (!index.isValid()) {
            return false;
        }
        view->scrollTo(index);
        const QPoint point = view->visualRect(index).center();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, point);
        if (isDouble) {
            QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, point);
        }
        return true;
    }
    static QModelIndex findCell(const QTreeView *view, const QString &text)
    {
        const QAbstractItemModel *model = view->model();
        for (int column = 0; column < model->columnCount(); ++column) {
            const auto found = model->match(model->index(0, column), Qt::DisplayRole, text, 1,
                                            Qt::MatchExactly | Qt::MatchRecursive);
            if (!found.isEmpty()) {
                return found.first();
            }
        }
        return {};
    }

    static Graph net()
    {
        Graph graph;
        const auto variable = [&graph](const char *name) {
            Node node;
            node.name = name;
            return Entry{graph.add(std::move(node))};
        };
        const auto op = [&graph](const char *name, const char *type, AttrDict attrs,
                                 std::vector<Entry> inputs) {
            Node node;
            node.op = type;
            node.name = name;
            node.attrs = std::move(attrs);
            node.inputs = std::move(inputs);
            return Entry{graph.add(std::move(node))};
        };
        const Entry data = variable("data");
        const Entry conv = op("conv0", "conv2d",
                              {{"channels", "8"}, {"kernel_size", "(3, 3)"}, {"padding", "(1, 1)"}},
                              {data, variable("conv0_weight"), variable("conv0_bias")});
        const Entry relu = op("relu0", "relu", {}, {conv});
        const Entry flat = op("flatten0", "flatten", {}, {relu});
        const Entry dense = op("fc0", "dense", {{"units", "10"}},
                               {flat, variable("fc0_weight"), variable("fc0_bias")});
        graph.setHeads({dense});
        return graph;
    }

    /// Of the document's graph, which can be indexed.
    [[nodiscard]] std::shared_ptr<const IndexedGraph> snapshot() const
    {
        Diagnostics ignored;
        return IndexedGraph::build(document.graph(), builtins.ops, ignored).value();
    }

    /// Shapes, types and a plan as the passes would give them for data = 1×3×8×8.
    void giveFacts()
    {
        PassStep step;
        step.name = QStringLiteral("PlanMemory");
        step.index = snapshot();
        const std::size_t count = step.index->entryCount();
        Shapes shapes(count, Shape{1, 10});
        std::vector<std::int64_t> storage(count, -1);
        std::vector<std::int64_t> inplace(count, -1);
        const auto give = [&](std::string_view name, Shape shape, std::int64_t id) {
            const auto at = step.index->entryId(*step.index->find(node(name)), 0);
            shapes[at] = std::move(shape);
            storage[at] = id;
        };
        give("data", {1, 3, 8, 8}, -1);
        give("conv0_weight", {8, 3, 3, 3}, -1);
        give("conv0_bias", {8}, -1);
        give("fc0_weight", {10, 512}, -1);
        give("fc0_bias", {10}, -1);
        give("conv0", {1, 8, 8, 8}, 0);
        give("relu0", {1, 8, 8, 8}, 0);
        give("flatten0", {1, 512}, 1);
        give("fc0", {1, 10}, 2);
        step.analyses.set(keys::shape, std::move(shapes), *step.index);
        step.analyses.set(keys::dtype, DTypes(count, DType::Float32), *step.index);
        step.analyses.set(keys::storageId, std::move(storage), *step.index);
        step.analyses.set(keys::storageInplaceIndex, std::move(inplace), *step.index);
        step.analyses.set(keys::storageAllocatedBytes, std::int64_t{4136});
        document.setPassOutcome({document.revision(), {std::move(step)}});
    }

    Builtins builtins;
    GraphDocument document;
    Selection selection;
    ColorSources colors;
    JobRunner jobs;
    GraphExaminer examiner;
    WorkerProcess worker;
    PassRunner passes;
    ProfileRunner profiles;
    ProofRunner proofs;
    PanelRegistry panels;
    std::unique_ptr<Panel> panel;
};

} // namespace nervure::tests

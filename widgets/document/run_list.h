// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/kernel_sources.h"
#include "core/engine/profile_compare.h"
#include "core/engine/run_history.h"

#include <QObject>
#include <QString>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace nervure {

/// Tells states of a document from each other: undoing an edit leads back to the state before it.
struct ModelState {
    std::uint64_t graph = 0;
    std::uint64_t inputs = 0; ///< what is said of them, and the semantics

    bool operator==(const ModelState &) const = default;
};

/// The runs of a document: which are kept, which one is shown in tables and on the canvas, and which one it is
/// compared with. Runs outlive edits, and are then of another state of the model.
class RunList : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const RunHistory &history() const { return m_history; }
    /// Another document's. Runs of a model with that hash are of the state that it is opened in.
    void setHistory(RunHistory history, const std::string &hash);

    /// Keeps what was measured of that state, and shows it.
    void add(std::shared_ptr<const ProfileReport> report, ModelState state,
             std::vector<LayerKernel> kernels = {});
    /// Keeps two that were measured together, of their states; shows the second, compared with the first.
    void addTogether(ProfileReport first, ModelState firstState, ProfileReport second,
                     ModelState secondState);
    /// The kernels of a layer of the run that is shown; none where it was not made since the model was opened.
    [[nodiscard]] std::vector<LayerKernel> kernelsOf(std::uint32_t layer) const;
    /// False where there is no such run.
    bool rename(std::uint32_t number, const QString &name);
    /// Where that was the one that is shown, the newest of the others is.
    bool remove(std::uint32_t number);

    /// 0: none.
    [[nodiscard]] std::uint32_t shown() const { return m_shown; }
    [[nodiscard]] const std::shared_ptr<const ProfileReport> &shownReport() const
    {
        return m_shownReport;
    }
    /// 0 or a number that is not there: none.
    void show(std::uint32_t number);
    /// Whether a run is of the model in that state.
    [[nodiscard]] bool isOf(std::uint32_t number, ModelState state) const;

    /// The run that the shown one is compared with; 0: none.
    [[nodiscard]] std::uint32_t compared() const { return m_compared; }
    void compareWith(std::uint32_t number);
    /// From the compared run to the one that is shown; null without one.
    [[nodiscard]] const std::shared_ptr<const ComparedProfiles> &comparison() const
    {
        return m_comparison;
    }
    /// Runs that stand beside the compared one as well, in the order in which they were added.
    [[nodiscard]] const std::vector<std::uint32_t> &further() const { return m_further; }
    /// Adds a run to the comparison, or takes it out again. Nothing happens without a comparison and for the two
    /// that it is about.
    void toggleFurther(std::uint32_t number);
    /// The shown run and the further ones, each beside the compared one; null without a comparison.
    [[nodiscard]] const std::shared_ptr<const ProfileSeries> &series() const { return m_series; }

Q_SIGNALS:
    /// Runs or their names.
    void listChanged();
    /// What a project file keeps is another than before.
    void modified();
    void shownChanged();
    /// Always after shownChanged().
    void comparisonChanged();

private:
    void setShown(std::uint32_t number);
    void compareAgain();
    void compareRuns();

    RunHistory m_history;
    std::map<std::uint32_t, ModelState> m_states;                ///< of runs whose state is known
    std::map<std::uint32_t, std::vector<LayerKernel>> m_kernels; ///< by run, not kept in files
    std::uint32_t m_shown = 0;
    std::shared_ptr<const ProfileReport> m_shownReport;
    std::uint32_t m_compared = 0;
    std::vector<std::uint32_t> m_further;
    std::shared_ptr<const ProfileSeries> m_series;
    std::shared_ptr<const ComparedProfiles> m_comparison;
};

} // namespace nervure

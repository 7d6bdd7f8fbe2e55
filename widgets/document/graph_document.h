// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/semantics.h"
#include "core/passes/pass_spec.h"
#include "core/support/result.h"
#include "widgets/document/document_content.h"
#include "widgets/document/entry_facts.h"
#include "widgets/document/own_nodes.h"
#include "widgets/document/pass_step.h"
#include "widgets/document/run_list.h"
#include "widgets/document/save_source.h"
#include "widgets/document/step_rows.h"

#include <QObject>
#include <QUndoStack>

#include <memory>
#include <optional>
#include <string>
#include <unordered_set>

namespace nervure {

struct Builtins;
class HistoryCommand;
struct Edit;

/// One open model: the graph with its undo history, the file it came from, and what was computed
/// for its present revision. Lives on the UI thread. The single owner of the Graph: jobs get
/// copies or snapshots, and hand results back through the setters, which drop stale ones.
class GraphDocument : public QObject {
    Q_OBJECT

public:
    /// `builtins` must outlive the document.
    explicit GraphDocument(const Builtins &builtins, QObject *parent = nullptr);
    ~GraphDocument() override;

    /// Shows another model; history, results and input facts start anew.
    void setContent(DocumentContent content);
    /// Whether there is nothing: no nodes and no file.
    [[nodiscard]] bool isEmpty() const;

    [[nodiscard]] const Graph &graph() const { return m_content.graph; }
    [[nodiscard]] std::uint64_t revision() const { return m_content.graph.revision(); }
    /// The snapshot that came with the content, as long as the graph is as it was read; else null.
    [[nodiscard]] std::shared_ptr<const IndexedGraph> openedIndex() const { return m_openedIndex; }
    /// Whether the graph was examined since it was changed last. Small ones always are.
    [[nodiscard]] bool isExamined() const { return m_examination.revision == revision(); }
    /// What a job found; dropped if the graph has changed since.
    void setExamination(GraphExamination examination);
    /// findParameters(), when the graph was examined last.
    [[nodiscard]] const std::unordered_set<NodeId> &parameters() const;
    /// makeGraphStatistics(), when the graph was examined last; without nodes that are gone.
    [[nodiscard]] const GraphStatistics &statistics() const;
    [[nodiscard]] const Builtins &builtins() const { return m_builtins; }

    [[nodiscard]] const QString &path() const { return m_content.path; }
    [[nodiscard]] const std::string &formatName() const { return m_content.formatName; }
    /// DocumentContent::suggestedPath.
    [[nodiscard]] const QString &suggestedPath() const { return m_content.suggestedPath; }
    /// File name, or a word for a model without a file. Without a mark for changes.
    [[nodiscard]] QString title() const;
    /// Whether the graph is another one than its file holds.
    [[nodiscard]] bool isDirty() const { return m_savedEdit != presentEdit(); }
    /// What saving writes, as values for any thread.
    [[nodiscard]] SaveSource saveSource() const { return sourceOf(m_content, m_semantics); }
    /// saveSource(), for saveToFile(): the document may be edited until endSave() is told what became
    /// of it. One save at a time.
    [[nodiscard]] SaveSource startSave();
    /// Written: the file holds the step of the history that was present at startSave(), and warnings about
    /// what could not be carried join the diagnostics. Nothing, or another model is shown since: all stays.
    void endSave(std::optional<SavedFile> saved);
    [[nodiscard]] bool isSaving() const { return m_savingEdit.has_value(); }

    /// What is shown is in no file (any more): it is unsaved until it is saved.
    void markUnsaved();
    /// No state of the history is in a file.
    void forgetSaved();
    /// What is shown is what the file holds.
    void markSaved();
    /// DocumentContent::fileFingerprint of now. Setting another one emits nothing.
    [[nodiscard]] const std::string &fileFingerprint() const { return m_content.fileFingerprint; }
    void setFileFingerprint(std::string value) { m_content.fileFingerprint = std::move(value); }
    /// Of the file that it came from or was saved to; null when that is a plain model.
    [[nodiscard]] const std::shared_ptr<const Project> &project() const
    {
        return m_content.project;
    }

    [[nodiscard]] QUndoStack &undoStack() { return m_undoStack; }
    [[nodiscard]] const QUndoStack &undoStack() const { return m_undoStack; }
    /// The first state of the history with the graph that the file holds; negative: there is none.
    [[nodiscard]] int savedStep() const;
    /// Adds a step to the history of something else than the graph.
    void push(std::unique_ptr<HistoryCommand> command);
    /// Undoes or redoes up to where `index` steps are done, and tells of the change once.
    void goToHistory(int index);
    /// Changes the graph, and the types it declares (followTypes()), so that it can be undone; `text`
    /// names the change in the Edit menu. Fails, changing nothing, with what was expected.
    Status apply(const Edit &edit, const QString &text);

    /// Other operators are declared than before: what is known of nodes of such is found out again. No edit.
    void followOperators();

    /// What the user said about the inputs; not part of the file, so it does not dirty it.
    [[nodiscard]] const InputFacts &inputFacts() const { return m_inputFacts; }
    void setInputFacts(InputFacts facts);
    /// DocumentContent::parameterFile.
    [[nodiscard]] const QString &parameterFile() const { return m_content.parameterFile; }
    [[nodiscard]] Semantics semantics() const { return m_semantics; }
    void setSemantics(Semantics semantics);

    /// The passes that were run on the present revision and input facts.
    [[nodiscard]] const std::vector<PassStep> &passSteps() const { return m_outcome.steps; }
    /// Shows the last step; dropped if the graph has changed since.
    void setPassOutcome(PassOutcome outcome);
    /// How many of the steps are shown: 0 is the model before any pass.
    [[nodiscard]] int shownStep() const { return m_shownStep; }
    /// Shows the model as it was after that many steps; numbers out of range go to the nearest.
    void setShownStep(int step);
    /// The steps as lists and keys go through them, see stepRows().
    [[nodiscard]] std::vector<StepRow> stepRows() const;
    [[nodiscard]] bool showsOnlyChanges() const { return m_showsOnlyChanges; }
    void setShowsOnlyChanges(bool onlyChanges);
    /// The step that stands `rows` further in that list; the one that is shown where there is none.
    [[nodiscard]] int stepBeside(int rows) const;
    /// What would be shown at that step, compared with the one before it.
    [[nodiscard]] ModelStage stageAfter(int step) const;
    /// The step that the stage's difference begins with; of step 0 itself.
    [[nodiscard]] int baseStep() const;
    /// A step that the one shown is compared with, in the place of the one before it.
    [[nodiscard]] std::optional<int> comparedStep() const { return m_comparedStep; }
    void compareWith(std::optional<int> step);
    /// Whether somebody still has to find out what that comparison says.
    [[nodiscard]] bool wantsComparison() const;
    /// Of stage `base` with the one that `shown` is; dropped where others are shown by now.
    void setComparison(StepComparison comparison, int base, const StagePlace &shown);
    /// What becomes of nodes from step to step, and the step that is shown.
    [[nodiscard]] const StagePlace &stagePlace() const { return m_place; }
    /// The stage that is shown: panels, canvas and inspector read it.
    [[nodiscard]] const ModelStage &stage() const { return m_stage; }
    /// The stage's analyses and the snapshot that they are vectors over (null: there are none).
    [[nodiscard]] const Analyses &analyses() const { return m_stage.analyses; }
    [[nodiscard]] std::shared_ptr<const IndexedGraph> analyzedIndex() const
    {
        return m_stage.index;
    }
    /// Which nodes of the stage stand for those of graph(): the only way between their ids.
    [[nodiscard]] std::shared_ptr<const OwnNodes> ownNodes() const;
    /// Facts of a value of the stage's graph, or the first one of what stands there for a node of graph().
    [[nodiscard]] EntryFacts factsOf(const Entry &entry) const;
    [[nodiscard]] EntryFacts factsOf(OwnNodeId node) const;

    /// What was measured, also of the model as it was before edits.
    [[nodiscard]] RunList &runs() { return m_runs; }
    [[nodiscard]] const RunList &runs() const { return m_runs; }
    /// The run that is shown; null: none.
    [[nodiscard]] const std::shared_ptr<const ProfileReport> &profile() const
    {
        return m_runs.shownReport();
    }
    /// Keeps and shows what was measured of that revision; dropped if the graph has another one by now.
    void setProfile(std::shared_ptr<const ProfileReport> profile, std::uint64_t revision);
    /// What the model is now, for runs.
    [[nodiscard]] ModelState modelState() const;
    /// What it was when that many of the steps were done that are done now, and its graph.
    [[nodiscard]] ModelState stateAfter(int steps) const;
    [[nodiscard]] Result<Graph> graphAfter(int steps) const;

    /// What went wrong while the picture was laid out; replaces what was told before.
    void setLayoutProblem(std::optional<Diagnostic> problem);
    /// What was found out about the file that was saved last.
    void addSaveDiagnostic(Diagnostic diagnostic);
    /// Why the work cannot be kept safe from crashes; nothing: it can.
    void setAutosaveProblem(std::optional<Diagnostic> problem);
    /// Of reading, indexing, passes, the last edit, saving, autosaving and drawing; places are in graph().
    [[nodiscard]] Diagnostics diagnostics() const;

Q_SIGNALS:
    /// Another model is shown (follows `graphChanged` and all others).
    void contentReplaced();
    /// The graph was changed by this edit: applied, undone or redone. `graphChanged` follows, once for
    /// a way through the history.
    void edited(const nervure::Edit &edit);
    void graphChanged();
    /// A large graph was examined again.
    void examined();
    /// What is shown is about to be written, off this thread.
    void saveStarted();
    /// The file at path() holds what was shown at saveStarted().
    void saved();
    /// Other steps, or another stage is shown.
    void analysesChanged();
    /// What stepRows() lists of the same steps.
    void stepRowsChanged();
    void inputFactsChanged();
    void diagnosticsChanged();
    void profileChanged();
    /// Title, path or the mark for changes.
    void titleChanged();

private:
    friend class EditCommand;

    [[nodiscard]] std::uint64_t presentEdit() const;
    void tellDirty();
    void graphEdited();
    void showHistory(std::vector<HistoryStep> history);
    void examineAgain();
    void take(GraphExamination examination);
    void forgetResults();
    void showRuns();
    void setStage(int step);
    void setOutcome(PassOutcome outcome);
    void showComparison();

    const Builtins &m_builtins;
    DocumentContent m_content;
    QUndoStack m_undoStack;
    bool m_isTravelling = false; ///< through the history: the change is told at its end
    bool m_wasEdited = false;    ///< on that way
    std::optional<std::uint64_t> m_savedEdit = 0; ///< of what the file holds; nothing: of none
    std::optional<std::uint64_t> m_savingEdit;    ///< of what is being saved
    bool m_wasDirty = false;                      ///< when it was told last
    std::shared_ptr<const IndexedGraph> m_openedIndex;
    GraphExamination m_examination;
    std::uint64_t m_readRevision = 0; ///< what the reader's diagnostics are about
    Diagnostics m_saveDiagnostics;
    std::pair<std::uint64_t, Diagnostics> m_editNotes; ///< by the edit that made this revision
    std::optional<Diagnostic> m_layoutProblem;
    std::optional<Diagnostic> m_autosaveProblem;
    InputFacts m_inputFacts;
    Semantics m_semantics = Semantics::Exact;
    PassOutcome m_outcome;
    int m_shownStep = 0;
    bool m_showsOnlyChanges = false;
    std::optional<int> m_comparedStep;
    StepComparison m_comparison; ///< of that step with the one shown
    StagePlace m_place;
    mutable std::shared_ptr<const OwnNodes> m_ownNodes; ///< of the stage; null: nobody has asked
    ModelStage m_stage{std::make_shared<const Graph>(), nullptr, {}, nullptr, nullptr};
    RunList m_runs;
    std::uint64_t m_inputState = 0; ///< ModelState::inputs
    std::uint64_t m_lastEdit = 0;   ///< number of the EditCommand that was made last
};

} // namespace nervure

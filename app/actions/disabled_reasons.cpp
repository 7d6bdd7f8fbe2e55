// SPDX-License-Identifier: Apache-2.0
#include "app/actions/disabled_reasons.h"

#include "app/actions/action_context.h"
#include "app/actions/actions.h"
#include "app/files/document_session.h"

#include <QCoreApplication>

#include <optional>

namespace nervure {

namespace {

/// What is missing where a model is open and can be edited.
struct Reason {
    const char *id; ///< of the action
    const char *text;
};

// clang-format off
constexpr Reason reasons[] = {
    {"reload", QT_TRANSLATE_NOOP("DisabledReasons", "The model has no file yet")},
    {"save", QT_TRANSLATE_NOOP("DisabledReasons", "Nothing has changed since it was saved")},
    {"import-nnvm", QT_TRANSLATE_NOOP("DisabledReasons",
                                      "The model is not another framework's: edit it as it is")},
    {"paste", QT_TRANSLATE_NOOP("DisabledReasons", "The clipboard holds no nodes")},
    {"heat-map", QT_TRANSLATE_NOOP("DisabledReasons", "There are no times: run the model first")},
    {"export-run", QT_TRANSLATE_NOOP("DisabledReasons", "There are no times: run the model first")},
    {"infer-shapes", QT_TRANSLATE_NOOP("DisabledReasons", "Passes are running")},
    {"plan-memory", QT_TRANSLATE_NOOP("DisabledReasons", "Passes are running")},
    {"previous-pass", QT_TRANSLATE_NOOP("DisabledReasons", "The model itself is shown")},
    {"next-pass", QT_TRANSLATE_NOOP("DisabledReasons", "No later pass has run")},
    {"compare-file", QT_TRANSLATE_NOOP("DisabledReasons", "Passes are running")},
    {"compare-values", QT_TRANSLATE_NOOP("DisabledReasons", "Passes or a proof are running")},
    {"compare-steps", QT_TRANSLATE_NOOP("DisabledReasons", "No pass has run")},
    {"side-by-side", QT_TRANSLATE_NOOP("DisabledReasons", "No pass has run")},
    {"run", QT_TRANSLATE_NOOP("DisabledReasons", "The model is running")},
    {"measure-edit", QT_TRANSLATE_NOOP("DisabledReasons", "The model has not been edited")},
    {"what-if", QT_TRANSLATE_NOOP("DisabledReasons", "The model is running")},
    {"tune", QT_TRANSLATE_NOOP("DisabledReasons", "The model is running")},
    {"connect-machine", QT_TRANSLATE_NOOP("DisabledReasons", "The model is running")},
    {"unfold-level", QT_TRANSLATE_NOOP("DisabledReasons", "Nothing is grouped")},
    {"fold-level", QT_TRANSLATE_NOOP("DisabledReasons", "Nothing is grouped")},
    {"unfold-all", QT_TRANSLATE_NOOP("DisabledReasons", "Nothing is grouped")},
    {"fold-all", QT_TRANSLATE_NOOP("DisabledReasons", "Nothing is grouped")},
    {"fold-here", QT_TRANSLATE_NOOP("DisabledReasons", "Select something in a group first")},
    {"name-bookmark", QT_TRANSLATE_NOOP("DisabledReasons", "All nine bookmarks are set")},
    {"remove-bookmark", QT_TRANSLATE_NOOP("DisabledReasons", "There is no bookmark here")},
    {"disconnect", QT_TRANSLATE_NOOP("DisabledReasons", "Select a line first")},
    {"control-dependency", QT_TRANSLATE_NOOP("DisabledReasons", "Select two nodes or more first")},
    {"select-path", QT_TRANSLATE_NOOP("DisabledReasons", "Select two nodes or more first")},
    {"select-between", QT_TRANSLATE_NOOP("DisabledReasons", "Select two nodes or more first")},
    {"run-earlier", QT_TRANSLATE_NOOP("DisabledReasons",
                                      "Select a node of a model that runs in the order of its file")},
    {"run-later", QT_TRANSLATE_NOOP("DisabledReasons",
                                    "Select a node of a model that runs in the order of its file")},
    {"open-subgraphs", QT_TRANSLATE_NOOP("DisabledReasons", "Select a node that holds subgraphs")},
};
/// These do not need a model.
constexpr Reason always[] = {
    {"recover", QT_TRANSLATE_NOOP("DisabledReasons", "No unsaved work was left")},
    {"undo", QT_TRANSLATE_NOOP("DisabledReasons", "There is nothing to undo")},
    {"redo", QT_TRANSLATE_NOOP("DisabledReasons", "There is nothing to redo")},
    {"stop", QT_TRANSLATE_NOOP("DisabledReasons", "Nothing is running")},
    {"next-tab", QT_TRANSLATE_NOOP("DisabledReasons", "No other model is open here")},
    {"previous-tab", QT_TRANSLATE_NOOP("DisabledReasons", "No other model is open here")},
    {"new-window", QT_TRANSLATE_NOOP("DisabledReasons", "No other model is open here")},
    {"back", QT_TRANSLATE_NOOP("DisabledReasons", "This is the first place")},
    {"forward", QT_TRANSLATE_NOOP("DisabledReasons", "This is the latest place")},
};
// clang-format on

/// What an action proves; nothing: it is another one.
std::optional<ProofExtent> provedBy(QLatin1StringView action)
{
    if (action == QLatin1StringView("prove-step")) {
        return ProofExtent::Step;
    }
    if (action == QLatin1StringView("prove-all")) {
        return ProofExtent::All;
    }
    return action == QLatin1StringView("bisect") ? std::optional(ProofExtent::First) : std::nullopt;
}

QString reasonWords(const char *text)
{
    return QCoreApplication::translate("DisabledReasons", text);
}

template <std::size_t N>
const char *find(const Reason (&all)[N], const char *id)
{
    for (const Reason &reason : all) {
        if (QLatin1StringView(reason.id) == QLatin1StringView(id)) {
            return reason.text;
        }
    }
    return nullptr;
}

} // namespace

QString whyDisabled(const ActionSpec &spec, const ActionContext &context)
{
    if (const char *text = find(always, spec.id)) {
        return reasonWords(text);
    }
    if (context.session.document.isEmpty()) {
        return reasonWords(QT_TRANSLATE_NOOP("DisabledReasons", "No model is open"));
    }
    const bool edits = spec.menu == ActionMenu::Edit || spec.menu == ActionMenu::Structure;
    if (edits && context.session.document.stage().isOfPass()) {
        return reasonWords(QT_TRANSLATE_NOOP(
            "DisabledReasons", "This is the result of a pass: step back to the model to edit it"));
    }
    if (const auto extent = provedBy(QLatin1StringView(spec.id))) {
        return context.session.proofs.whyNot(*extent);
    }
    if (const char *text = find(reasons, spec.id)) {
        return reasonWords(text);
    }
    return context.session.selection.isEmpty()
               ? reasonWords(QT_TRANSLATE_NOOP("DisabledReasons", "Select a node first"))
               : reasonWords(
                   QT_TRANSLATE_NOOP("DisabledReasons", "This does not apply to the selection"));
}

} // namespace nervure

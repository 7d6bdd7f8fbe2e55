// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <QFrame>

#include <optional>

class QLabel;
class QScrollArea;

namespace nervure {

class DeferredCall;
class PassOptions;
class PassRunner;
class PipelineList;

/// The options of the pass that is chosen in the list of passes, to be changed where it stands. What somebody
/// changes replaces them at once, as a step of the history; what the pass does not take is refused with its reason.
class PipelineOptions : public QFrame {
    Q_OBJECT

public:
    /// All outlive it.
    PipelineOptions(PassRunner &passes, const PassRegistry &registry, PipelineList &list,
                    QWidget *parent);

    /// The passes may be others than before. What is being typed stays, as long as its pass is the same.
    void showState();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fitHeight();
    void open(bool isAsked);
    void close();
    void commit();
    [[nodiscard]] const PassRequest *chosenRequest() const;

    PassRunner &m_passes;
    const PassRegistry &m_registry;
    PipelineList &m_list;
    DeferredCall *m_fit;
    QLabel *m_title;
    QScrollArea *m_area;
    PassOptions *m_options;
    QLabel *m_failure;
    bool m_isOpen = false;
    bool m_isAsked = false;             ///< somebody said so, else they only went to the pass
    const PassSpec *m_pass = nullptr;   ///< whose options the fields are
    std::size_t m_place = 0;            ///< of the pass that is shown, in the list
    std::optional<PassRequest> m_shown; ///< as it was when it was shown
};

} // namespace nervure

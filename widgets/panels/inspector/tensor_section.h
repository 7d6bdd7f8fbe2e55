// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/weight_report.h"
#include "core/proof/proof_session.h"
#include "widgets/panels/panel_spec.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QPushButton;

namespace nervure {

class TensorReader;
class ValuesView;

/// The values that a run computes for an entry of the step that is shown: computed by the worker when somebody
/// asks, and read from then on as the selection goes along, for as long as the model is what it was. Where a
/// proof has compared the value, also that of the step before, and the difference; where the model was compared with a
/// file, that of the other model.
class TensorSection : public QWidget {
    Q_OBJECT

public:
    /// `name` is its object name, and begins those of its parts.
    TensorSection(const PanelContext &context, const QString &name, QWidget *parent);

    /// Nothing: hidden.
    void setEntry(const std::optional<Entry> &entry);

protected:
    void showEvent(QShowEvent *event) override;

private:
    /// What is shown; another one makes what is known of it void.
    struct Shown {
        Entry entry;
        int step = 0;
        quint64 session = 0;

        bool operator==(const Shown &) const = default;
    };

    /// Whose values there are to choose from.
    struct Offered {
        QString file; ///< of the other model; empty: steps are beside each other
        TensorSide own = TensorSide::After;

        bool operator==(const Offered &) const = default;
    };

    void createParts(const QString &name);
    void follow();
    void offerSides();
    void ask();
    void showState();
    [[nodiscard]] TensorSide side() const;

    PanelContext m_context;
    TensorReader *m_reader;
    std::optional<Entry> m_entry;
    std::optional<Shown> m_shown; ///< what the values are of
    std::optional<Offered> m_offered;
    QPushButton *m_compute;
    QLabel *m_waiting;
    QComboBox *m_side;
    ValuesView *m_view;
};

} // namespace nervure

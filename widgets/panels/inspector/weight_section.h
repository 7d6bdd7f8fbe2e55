// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/weight_report.h"
#include "core/graph/edits/named_edits.h"
#include "core/graph/graph.h"
#include "widgets/panels/panel_spec.h"

#include <QWidget>

#include <optional>

class QPushButton;

namespace nervure {

class Form;
class ValuesView;

/// The values of a weight, read from the file when it is shown: what they are like, the first ones of a part
/// that can be chosen, and a NumPy file of it. Large ones are read when somebody asks. Reading is a job. ONNX's
/// can be given other values, moved out of the model and back, and made inputs.
class WeightSection : public QWidget {
    Q_OBJECT

public:
    /// `name` is its object name, and begins those of its parts.
    WeightSection(const PanelContext &context, const QString &name, QWidget *parent);

    /// Hidden for nodes that hold no weight.
    void setNode(NodeId node);

private:
    /// Which weight of which file is shown.
    struct Shown {
        std::shared_ptr<const FileBytes> model; ///< null: the weights are in the other file
        std::string file;
        std::string name;
        NodeId node;
        NodeId original;   ///< the node of the file that has the values
        std::string place; ///< what the graph says of where it is
        /// The variable whose values came from another model; nothing: they are in the file.
        std::optional<Node> carried = std::nullopt;

        bool operator==(const Shown &) const = default;
    };

    struct Found;

    [[nodiscard]] std::optional<Shown> weightOf(NodeId node) const;
    void createParts(const QString &name);
    void read(bool isAsked);
    void show(const Result<Found> &found);
    void chooseFile();
    void chooseArray();
    void replaceBy(const Shown &shown, const QString &file);
    /// Writes the chosen part as a NumPy file.
    void exportTo(const Shown &shown, const QString &file);
    void askForDataFile();
    void performOnShown(EditKind kind);
    void perform(EditKind kind, const EditArguments &arguments);

    PanelContext m_context;
    std::optional<Shown> m_shown;
    Form *m_form;
    ValuesView *m_view;
    QPushButton *m_readAll;
    QPushButton *m_export;
    QPushButton *m_replace;
    QPushButton *m_makeInput;
    QPushButton *m_moveOut;
    QPushButton *m_embed;
};

} // namespace nervure

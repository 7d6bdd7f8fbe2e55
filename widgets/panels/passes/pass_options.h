// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <QWidget>

namespace nervure {

class Form;

/// The options of one pass as a form, made from its declaration.
class PassOptions : public QWidget {
    Q_OBJECT

public:
    using Texts = std::vector<std::pair<std::string, std::string>>;

    explicit PassOptions(QWidget *parent);

    /// Shows the defaults of `pass`; null shows nothing.
    void setPass(const PassSpec *pass);
    /// Shows what is given, and the defaults of all else.
    void setValues(const Texts &given);
    /// Those that differ from their defaults, in the order of the declaration.
    [[nodiscard]] Texts values() const;
    /// Somebody changed one since.
    [[nodiscard]] bool isEdited() const;
    /// Gives the keyboard to the first of them.
    void takeFocus();

Q_SIGNALS:
    /// Somebody is done with one: chose, pressed Return or went elsewhere.
    void committed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Field {
        const PassOption *option;
        QWidget *editor;
        std::string given; ///< what it showed at first

        [[nodiscard]] std::string text() const;
    };

    [[nodiscard]] QWidget *createEditor(const PassOption &option);

    Form *m_form;
    std::vector<Field> m_fields;
};

} // namespace nervure

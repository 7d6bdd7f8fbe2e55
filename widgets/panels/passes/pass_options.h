// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <QWidget>

class QFormLayout;

namespace nervure {

/// The options of one pass as a form, made from its declaration.
class PassOptions : public QWidget {
    Q_OBJECT

public:
    explicit PassOptions(QWidget *parent);

    /// Shows the defaults of `pass`; null shows nothing.
    void setPass(const PassSpec *pass);
    /// Those that differ from their defaults, in the order of the declaration.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> values() const;

private:
    [[nodiscard]] QWidget *createEditor(const PassOption &option);

    struct Field {
        const PassOption *option;
        QWidget *editor;
    };

    QFormLayout *m_form;
    std::vector<Field> m_fields;
};

} // namespace nervure

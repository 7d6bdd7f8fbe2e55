// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/dialogs/settings_dialog.h"

#include <memory>
#include <vector>

class QTranslator;

namespace nervure {

/// The words of the interface, ours and Qt's own, in the language of the settings or the desktop.
class TranslationsLoader {
public:
    TranslationsLoader();
    ~TranslationsLoader();

    /// The languages there are, English first.
    [[nodiscard]] static QList<LanguageChoice> languages();

    /// Switches to `language`, or to the desktop's if it is empty; to English where there are no
    /// words in it. Widgets that exist are told by QEvent::LanguageChange.
    void load(const QString &language);

private:
    bool add(const QString &path, const QString &name, const QLocale &locale);

    std::vector<std::unique_ptr<QTranslator>> m_translators;
};

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace nervure {

/// Names of the manual's pages, in the order to read them: "first-steps".
[[nodiscard]] const QStringList &manualPageNames();

/// The languages that the manual is in, by their folders: "en", "zh".
[[nodiscard]] QStringList manualLanguages();
/// The one of the window's words.
[[nodiscard]] QString manualLanguage();

/// Where a page is among the resources, as a browser takes it: "qrc:/nervure/manual/en/files.md".
[[nodiscard]] QString manualAddress(const QString &language, const QString &page);
/// The page that an address is of; empty if it is of none.
[[nodiscard]] QString manualPageOf(const QString &address);

/// The Markdown of a page; empty if there is no such page.
[[nodiscard]] QString manualText(const QString &language, const QString &page);
/// Its first heading.
[[nodiscard]] QString manualTitle(const QString &language, const QString &page);
/// Its words alone, as they are read.
[[nodiscard]] QString manualWords(const QString &language, const QString &page);

/// Where the pictures of a language lie: of the installation, else of the build. Empty if they were not
/// made.
[[nodiscard]] QString manualPictureFolder(const QString &language);

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

class QString;

namespace nervure {

class MainWindow;

/// Opens the files that a compiler wrote after its passes into a folder: the first as the model, the others
/// as steps of it in the Passes workspace. Beside what `window` shows, which tells where that fails.
void openStepFolder(const QString &folder, MainWindow &window);

/// Reads another file as a step of the window's model, and shows both beside each other.
void compareWithModel(const QString &file, MainWindow &window);

/// Does both where the window's commands ask for them; where they want values compared, too, the panel of proofs shows
/// them.
void answerStepCommands(MainWindow &window);

} // namespace nervure

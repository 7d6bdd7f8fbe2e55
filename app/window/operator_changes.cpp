// SPDX-License-Identifier: Apache-2.0
#include "app/window/operator_changes.h"

#include "app/files/file_writer.h"
#include "app/settings/operator_files.h"
#include "app/window/message_bar.h"
#include "widgets/document/graph_document.h"

namespace nervure {

void followOperatorFiles(const OperatorFiles &files, GraphDocument &document, MessageBar &bar)
{
    QObject::connect(&files, &OperatorFiles::changed, &document, &GraphDocument::followOperators);
    const auto tell = [&files, &bar] {
        if (files.problem()) {
            bar.showMessage(MessageBar::Kind::Error, errorSentence(*files.problem()));
        }
    };
    QObject::connect(&files, &OperatorFiles::problemChanged, &bar, tell);
    tell();
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "app/commands/edit_reporter.h"

#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

namespace nervure {

bool EditReporter::tell(const Status &status)
{
    if (status) {
        Q_EMIT done();
    } else {
        QString text = diagnosticMessage(status.error());
        if (!text.isEmpty()) {
            text[0] = text.at(0).toUpper();
        }
        Q_EMIT failed(text.endsWith(u'.') ? text : text + u'.');
    }
    return status.ok();
}

} // namespace nervure

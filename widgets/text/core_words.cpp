// SPDX-License-Identifier: Apache-2.0
#include "widgets/text/core_words.h"

#include <QCoreApplication>

#include <string>

namespace nervure {

QString coreWords(std::string_view text)
{
    return QCoreApplication::translate("core", std::string(text).c_str());
}

} // namespace nervure

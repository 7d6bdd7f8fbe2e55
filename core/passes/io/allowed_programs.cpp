// SPDX-License-Identifier: Apache-2.0
#include "core/passes/io/allowed_programs.h"

#include "core/support/text.h"

#include <utility>

namespace nervure {

ProgramPermission allowPrograms(std::set<std::string> commands)
{
    return [allowed = std::move(commands)](const std::string &command) {
        return allowed.count(command) > 0
                   ? Status()
                   : Status(makeError("exec-refused", "{} was not started: nobody allowed it",
                                      quoted(command)));
    };
}

} // namespace nervure

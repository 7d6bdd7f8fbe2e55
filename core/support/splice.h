// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/byte_pieces.h"
#include "core/support/cancellation.h"

namespace nervure {

/// Writes pieces to an open file, at its present place. Long stretches of mapped files are copied by the
/// system (copy_file_range), or read and written where it cannot. Fails with code "cancelled" when it was
/// asked to stop, "file-changed" when a file that pieces are of is no longer what it was, else "file".
Status splice(int to, const BytePieces &pieces, const JobControl &control);

} // namespace nervure

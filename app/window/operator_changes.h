// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nervure {

class GraphDocument;
class MessageBar;
class OperatorFiles;

/// The document learns of operators that are declared while it is open, and the bar tells what is wrong with
/// their files, as long as both live.
void followOperatorFiles(const OperatorFiles &files, GraphDocument &document, MessageBar &bar);

} // namespace nervure

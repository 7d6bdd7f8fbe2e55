// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/nnvm_text_check.h"

#include "core/support/json/json_spans.h"
#include "core/support/text.h"

namespace nervure {

void checkNnvmText(std::string_view text, const JsonTree &tree, const FormatContext &context,
                   JsonReport &report)
{
    if (text.starts_with("\xEF\xBB\xBF")) {
        report.addAt(makeWarning("json-bytes", "the file begins with a byte order mark, which NNVM "
                                               "refuses; it is kept"),
                     0);
    }
    if (tree.hadIllegalBytes()) {
        report.addAt(makeWarning("json-bytes", "a string holds raw control characters or bytes "
                                               "that are no UTF-8; they are kept"),
                     0);
    }
    if (text.find('\\') != std::string_view::npos) {
        if (const auto offset = unusualEscape(text)) {
            report.addAt(makeWarning("json-escape", "the escape {} is one that NNVM refuses",
                                     quoted(text.substr(*offset, 2))),
                         *offset);
        }
    }
    if (tree.textAfter()) {
        Diagnostic after = makeWarning("text-after", "there is text after the graph, expected "
                                                     "the end of the file");
        if (context.semantics == Semantics::Fixed) {
            after.severity = Severity::Error;
        }
        report.addAt(after, *tree.textAfter());
    }
}

} // namespace nervure

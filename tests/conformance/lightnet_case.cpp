// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/lightnet_case.h"

#include "core/support/text.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/lightnet_document.h"
#include "tests/conformance/lightnet_oracle.h"
#include "tests/conformance/lightnet_values.h"

#include <algorithm>
#include <initializer_list>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

/// Rows by name with some of their columns, as far as they are recorded.
Json byName(const Json &rows, std::initializer_list<const char *> columns)
{
    Json table = Json::object();
    for (const Json &row : rows) {
        Json &kept = table[row.at("name").get<std::string>()] = Json::object();
        for (const char *column : columns) {
            if (row.contains(column)) {
                kept[column] = row[column];
            }
        }
    }
    return table;
}

/// The columns of `found` that `expected` has: records do not hold all of them everywhere.
Json likewise(const Json &found, const Json &expected)
{
    Json table = found;
    for (auto &[name, row] : table.items()) {
        const Json wanted = expected.value(name, Json::object());
        for (auto it = row.begin(); it != row.end();) {
            it = wanted.contains(it.key()) || wanted.empty() ? std::next(it) : row.erase(it);
        }
    }
    return table;
}

class Case {
public:
    Case(const LightNetContext &context, const std::string &text, const LightNetOracle &oracle,
         FileReport &report)
        : m_context(context),
          m_text(text),
          m_oracle(oracle),
          m_report(report),
          m_document(openLightNet(context, text))
    {
        const auto weights =
            context.folder / "corpus"
            / std::filesystem::path(oracle.record().value("corpus", "")).replace_extension(".wts");
        m_weights = std::filesystem::exists(weights) ? weights : std::filesystem::path();
    }

    void run()
    {
        m_report.check("parse", [&] { return parse(); });
        if (m_document.graph) {
            m_report.check("round trip", [&] { return roundTrip(); });
        }
        if (!m_oracle.isAccepted() || !m_document.graph) {
            return;
        }
        m_report.check("shape", [&] { return shapes(); });
        if (m_oracle.isCompiled()) {
            checkBuild();
        } else {
            m_report.check("order", [&] { return compileError(); });
        }
        runLightNetValueCase(job(), m_oracle, m_report);
    }

private:
    [[nodiscard]] LightNetJob job() const
    {
        return {m_context, *m_document.graph,
                m_oracle.isExpanderSkipped() ? LightNetMode::WithoutExpander
                                             : LightNetMode::Compile,
                m_weights};
    }

    Finding parse() const
    {
        const Diagnostic *error = m_document.firstError();
        if (!m_oracle.isAccepted()) {
            return error ? findingOf(comparePlace(m_document.found, m_oracle.complaint()))
                         : differs("no error, expected " + shortened(Json(m_oracle.complaint())));
        }
        if (error) {
            return differs(error->message);
        }
        if (!m_oracle.driver().contains("parsed")) {
            return agrees();
        }
        return findingOf(firstDifference(operatorsJson(*m_document.graph), m_oracle.parsed("ops")));
    }

    Finding roundTrip() const
    {
        Diagnostics ignored;
        const FormatContext format = m_context.formatContext();
        const auto kept =
            m_context.format.writePreserving(*m_document.graph, m_text, format, ignored);
        if (!kept || *kept != m_text) {
            return differs(kept ? firstTextDifference(*kept, m_text) : kept.error().message);
        }
        const auto written = m_context.format.write(*m_document.graph, format, ignored);
        const auto again = written ? m_context.format.read(*written, format)
                                   : Result<LoadedGraph>(written.error());
        if (!again) {
            return differs("what was written does not open: " + again.error().message);
        }
        const auto twice = m_context.format.write(again->graph, format, ignored);
        return twice ? findingOf(firstTextDifference(*twice, *written))
                     : differs(twice.error().message);
    }

    Finding shapes() const
    {
        if (!m_document.inferred.ok) {
            return differs("inference fails");
        }
        const Json expected = byName(m_oracle.parsed("tensors"), {"dtype", "dims", "len", "bytes"});
        return findingOf(
            firstDifference(likewise(tensorsJson(m_document.inferred), expected), expected));
    }

    /// LightNet parses the document, but cannot compile it.
    Finding compileError() const
    {
        const auto build = buildLightNet(job());
        if (build) {
            // Some things LightNet only finds when it runs.
            return runLightNet(job()) ? differs("is compiled and run, expected "
                                                + shortened(Json(m_oracle.complaint())))
                                      : agrees();
        }
        return build.error().code == "not-built" ? differs(build.error().message) : agrees();
    }

    void checkBuild()
    {
        const auto build = buildLightNet(job());
        const auto check = [&](const char *section, const std::function<std::string()> &compare) {
            m_report.check(section, [&] {
                return build ? findingOf(compare()) : differs(build.error().message);
            });
        };
        check("order", [&] {
            return firstDifference(operatorsJson(build->graph), m_oracle.compiled("ops"));
        });
        if (m_oracle.driver()["compiled"].contains("mem_events")) {
            check("plan", [&] {
                return firstDifference(build->events, m_oracle.driver()["compiled"]["mem_events"]);
            });
        }
        check("offsets", [&] { return compareOffsets(*build); });
        check("totals", [&] { return compareTotals(*build); });
        if (m_oracle.record().contains("emitted_ir")) {
            check("emitted IR", [&] {
                return firstDifference(Json::parse(build->emitted, nullptr, false),
                                       m_oracle.record()["emitted_ir"]);
            });
        }
        if (m_oracle.isRun() && m_oracle.record().contains("run_only_of_emitted")) {
            check("run only", [&] { return compareRunOnly(build->emitted); });
        }
    }

    [[nodiscard]] std::string compareOffsets(const LightNetBuild &build) const
    {
        Json found = Json::object();
        for (const auto &[tensor, offset] : build.offsets) {
            const auto owner = build.owners.find(tensor);
            found[tensor] = {{"offset", offset},
                             {"owner", owner == build.owners.end() ? Json() : Json(owner->second)}};
        }
        const Json expected = byName(m_oracle.compiled("tensors"), {"offset", "owner"});
        return firstDifference(likewise(found, expected), expected);
    }

    /// The compiled document, run as it is, must print what the document itself did, where
    /// LightNet's does.
    [[nodiscard]] std::string compareRunOnly(const std::string &emitted) const
    {
        const Json &expected = m_oracle.record()["run_only_of_emitted"];
        const LightNetDocument document = openLightNet(m_context, emitted);
        if (!document.graph) {
            return "is refused: " + document.firstError()->message;
        }
        const auto printed =
            printLightNet({m_context, *document.graph, LightNetMode::RunOnly, m_weights});
        const bool isExpected = expected.at("exit_status") == 0;
        if (printed.ok() != isExpected) {
            return printed ? "runs, expected " + shortened(expected) : printed.error().message;
        }
        const bool isComparable = isExpected && expected.value("same_stdout", false);
        return isComparable ? firstTextDifference(
                   *printed, m_oracle.record()["cli"]["stdout"].get<std::string>())
                            : "";
    }

    [[nodiscard]] std::string compareTotals(const LightNetBuild &build) const
    {
        return firstDifference({{"LN_MEM_NONE", 0}, {"LN_MEM_CPU", build.bytes}},
                               m_oracle.driver()["compiled"].at("mem_sizes"));
    }

    const LightNetContext &m_context;
    const std::string &m_text;
    const LightNetOracle &m_oracle;
    FileReport &m_report;
    LightNetDocument m_document;
    std::filesystem::path m_weights;
};

} // namespace

void runLightNetCase(const LightNetContext &context, const std::string &text, const Json &oracle,
                     FileReport &report)
{
    const LightNetOracle view(oracle);
    Case(context, text, view, report).run();
}

void runLightNetErrorCase(const LightNetContext &context, const Json &record, FileReport &report)
{
    const bool isRunOnly = record.value("mode", "") == "-r";
    const auto document = openLightNet(context, record.at("ir").get<std::string>());
    // What is refused only when it is compiled or run, as running without a plan.
    const auto printed =
        document.graph && !document.firstError()
            ? printLightNet({context, *document.graph,
                             isRunOnly ? LightNetMode::RunOnly : LightNetMode::Compile})
            : Result<std::string>(document.firstError() ? *document.firstError()
                                                        : makeError("refused", "is refused"));
    report.check("errors", [&] {
        Diagnostics found = document.found;
        if (!printed) {
            found.push_back(printed.error());
        }
        const auto complaint = record.value("stderr", "");
        if (record.at("exit_status") == 0) {
            return printed ? agrees() : differs("an error is given: " + printed.error().message);
        }
        return printed ? differs("no error is given, expected " + shortened(Json(complaint)))
                       : findingOf(comparePlace(found, complaint));
    });
    if (printed && record.at("exit_status") == 0) {
        report.check("stdout", [&] {
            return findingOf(firstTextDifference(*printed, record.at("stdout").get<std::string>()));
        });
    }
}

} // namespace nervure::conformance

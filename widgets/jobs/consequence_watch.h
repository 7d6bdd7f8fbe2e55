// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analyses.h"
#include "core/graph/indexed_graph.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace nervure {

class GraphDocument;
class JobRunner;

/// A value whose shape or type is another one since the graph was edited.
struct ValueChange {
    Entry value;
    Shape before;
    Shape after;
    DType typeBefore = DType::Unknown;
    DType typeAfter = DType::Unknown;
};

/// What followed from the latest edit, undo or redo.
struct Consequences {
    std::vector<ValueChange> values; ///< in the order of the graph; without those that are new
    std::int64_t bytes = 0;          ///< how much more memory: as planned, else of all values
    bool isPlanned = false;          ///< both plans are known

    [[nodiscard]] bool isEmpty() const { return values.empty() && bytes == 0; }
};

/// Compares what is known of the document's values before and after each change of its graph, off
/// the UI thread, as soon as inference has said what holds now.
class ConsequenceWatch : public QObject {
    Q_OBJECT

public:
    /// Both must outlive it.
    ConsequenceWatch(GraphDocument &document, JobRunner &jobs, QObject *parent = nullptr);

    [[nodiscard]] const Consequences &latest() const { return m_latest; }

Q_SIGNALS:
    void changed();

private:
    struct Known {
        std::uint64_t revision = 0;
        std::shared_ptr<const IndexedGraph> index;
        Analyses analyses;
    };

    void follow();
    void forget();
    void take(Consequences consequences);
    static Consequences compare(const Known &before, const Known &after);

    GraphDocument &m_document;
    JobRunner &m_jobs;
    std::optional<Known> m_known; ///< of the latest revision that shapes are known of
    Consequences m_latest;
};

} // namespace nervure

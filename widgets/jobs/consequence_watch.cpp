// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/consequence_watch.h"

#include "widgets/document/graph_document.h"
#include "widgets/jobs/job_runner.h"

namespace nervure {

namespace {

template <typename Vector>
typename Vector::value_type at(const Vector *values, std::uint32_t entry,
                               typename Vector::value_type missing)
{
    return values != nullptr && entry < values->size() ? (*values)[entry] : missing;
}

/// Of all values whose size is known.
std::int64_t bytesOf(const Shapes &shapes, const DTypes *types)
{
    std::int64_t sum = 0;
    for (std::uint32_t entry = 0; entry < shapes.size(); ++entry) {
        if (!isUnknown(shapes[entry])) {
            sum += byteCount(shapes[entry], at(types, entry, DType::Float32)).value_or(0);
        }
    }
    return sum;
}

} // namespace

ConsequenceWatch::ConsequenceWatch(GraphDocument &document, JobRunner &jobs, QObject *parent)
    : QObject(parent),
      m_document(document),
      m_jobs(jobs)
{
    connect(&document, &GraphDocument::analysesChanged, this, &ConsequenceWatch::follow);
    connect(&document, &GraphDocument::contentReplaced, this, &ConsequenceWatch::forget);
}

void ConsequenceWatch::forget()
{
    m_known.reset();
    take({});
    follow();
}

void ConsequenceWatch::follow()
{
    const ModelStage &stage = m_document.stage();
    if (stage.isOfPass() || !stage.index || stage.analyses.find(keys::shape) == nullptr) {
        return;
    }
    Known now{m_document.revision(), stage.index, stage.analyses};
    if (m_known && m_known->revision != now.revision) {
        m_jobs.start(
            {tr("Comparing shapes"), QStringLiteral("consequences")}, this,
            [before = *m_known, now](const JobControl &) { return compare(before, now); },
            [this](Consequences found) { take(std::move(found)); });
    }
    m_known = std::move(now);
}

void ConsequenceWatch::take(Consequences consequences)
{
    m_latest = std::move(consequences);
    Q_EMIT changed();
}

Consequences ConsequenceWatch::compare(const Known &before, const Known &after)
{
    Consequences found;
    const Shapes &shapesBefore = *before.analyses.find(keys::shape);
    const Shapes &shapesAfter = *after.analyses.find(keys::shape);
    const DTypes *typesBefore = before.analyses.find(keys::dtype);
    const DTypes *typesAfter = after.analyses.find(keys::dtype);
    for (std::uint32_t node = 0; node < after.index->nodeCount(); ++node) {
        const IndexedNode &now = after.index->node(node);
        const auto old = before.index->find(now.source);
        const std::uint32_t outputs = old ? before.index->node(*old).outputCount : 0;
        for (std::uint32_t out = 0; out < std::min(outputs, now.outputCount); ++out) {
            const std::uint32_t a = before.index->entryId(*old, out);
            const std::uint32_t b = after.index->entryId(node, out);
            ValueChange change{{now.source, out},
                               at(&shapesBefore, a, {}),
                               at(&shapesAfter, b, {}),
                               at(typesBefore, a, DType::Unknown),
                               at(typesAfter, b, DType::Unknown)};
            const bool isOtherType = typesBefore != nullptr && typesAfter != nullptr
                                     && change.typeBefore != change.typeAfter;
            if (change.before != change.after || isOtherType) {
                found.values.push_back(std::move(change));
            }
        }
    }
    const std::int64_t *planBefore = before.analyses.find(keys::storageAllocatedBytes);
    const std::int64_t *planAfter = after.analyses.find(keys::storageAllocatedBytes);
    found.isPlanned = planBefore != nullptr && planAfter != nullptr;
    found.bytes = found.isPlanned
                      ? *planAfter - *planBefore
                      : bytesOf(shapesAfter, typesAfter) - bytesOf(shapesBefore, typesBefore);
    return found;
}

} // namespace nervure

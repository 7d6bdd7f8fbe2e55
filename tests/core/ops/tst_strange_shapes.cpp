// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/graph.h"
#include "tests/core/ops/kernel_samples.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <random>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// Shapes of every kind, the same ones each time: of unknown rank, scalars, and of sizes that are unknown, 0
/// or small.
class StrangeShapes {
public:
    std::size_t below(std::size_t count)
    {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random);
    }

    Shape any()
    {
        Shape shape = Shape::ofRank(below(6));
        for (std::int64_t &size : shape) {
            size = static_cast<std::int64_t>(below(6)) - 1;
        }
        return below(8) == 0 ? Shape() : shape;
    }

    /// A shape that fits, but for what is strange in it.
    Shape bent(Shape shape)
    {
        if (below(6) == 0) {
            return any();
        }
        for (std::int64_t &size : shape) {
            const std::size_t kind = below(8);
            size = kind == 0 ? 0 : kind < 3 ? unknownSize : size;
        }
        return shape;
    }

private:
    std::mt19937 m_random{11}; // NOLINT: the same ones each time
};

/// A node of one operator.
struct StrangeNode {
    Node node;
    ParsedAttrs attrs;
    Diagnostics problems;

    StrangeNode(const OpSpec &spec, AttrDict dict)
    {
        node.op = spec.name;
        node.name = "n";
        node.dialect = spec.dialect;
        node.attrs = std::move(dict);
        attrs = parseAttrs(spec.attrs, node.attrs, spec.name, node.name, problems);
    }

    [[nodiscard]] RuleContext rule(Semantics semantics) const { return {node, attrs, semantics}; }
};

/// Attributes that the operator can read.
AttrDict strangeAttrs(const OpSpec &spec, StrangeShapes &random)
{
    constexpr std::array texts{"0",         "1",
                               "2",         "-1",
                               "(1,)",      "(1, 1)",
                               "(2, 1, 0)", "(1, 1, 1, 1)",
                               "True",      "((1, 1), (0, 2))"};
    AttrDict attrs;
    const std::shared_ptr<void> scratch =
        spec.attrs.makeDefault ? spec.attrs.makeDefault() : nullptr;
    for (const AttrDecl &decl : spec.attrs.decls) {
        const char *text = texts[random.below(texts.size())];
        if (scratch && random.below(2) == 0 && decl.parse(text, scratch.get()).ok()) {
            attrs.set(decl.name, text);
        }
    }
    return attrs;
}

bool isOfSizes(const Shapes &shapes)
{
    return std::all_of(shapes.begin(), shapes.end(), [](const Shape &shape) {
        return std::all_of(shape.begin(), shape.end(),
                           [](std::int64_t size) { return size >= unknownSize; });
    });
}

/// True where the operator's rule says an error of one line, or shapes.
bool isSound(const OpSpec &spec, const StrangeNode &node, Semantics semantics, Shapes in)
{
    const RuleContext rule = node.rule(semantics);
    Shapes out(outputNamesOf(&spec, rule, 1).size());
    const Status status = spec.inferShapes(rule, in, out);
    if (!status) {
        const std::string &message = status.error().message;
        return !message.empty() && message.find('\n') == std::string::npos;
    }
    return semantics == Semantics::Exact || (isOfSizes(in) && isOfSizes(out));
}

std::string said(const OpSpec &spec, const Shapes &in)
{
    std::string text = spec.name + " of";
    for (const Shape &shape : in) {
        text += ' ' + shapeText(shape);
    }
    return text;
}

} // namespace

/// Shape rules take scalars, sizes of 0 and what is unknown in whatever input: they infer or refuse.
class TstStrangeShapes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bentSamplesAreInferredOrRefused()
    {
        StrangeShapes random;
        for (const Sample &sample : allSamples(m_builtins.ops)) {
            const ProbeCase &probe = sample.probe;
            const OpSpec *spec = m_builtins.ops.find(probe.dialect, probe.op);
            if (spec == nullptr || !spec->inferShape) {
                continue;
            }
            const StrangeNode node(*spec, probe.attrs);
            for (int i = 0; i < 40; ++i) {
                Shapes in;
                for (const Shape &shape : probe.inputs) {
                    in.push_back(random.bent(shape));
                }
                QVERIFY2(isSound(*spec, node, Semantics::Fixed, in), said(*spec, in).c_str());
                QVERIFY2(isSound(*spec, node, Semantics::Exact, in), said(*spec, in).c_str());
            }
        }
    }

    void everyRuleInfersOrRefuses()
    {
        StrangeShapes random;
        for (const OpSpec &spec : m_builtins.ops.all()) {
            for (int i = 0; i < 60 && spec.inferShape; ++i) {
                fprintf(stderr, "%s\n", spec.name.c_str());
                const StrangeNode node(spec, strangeAttrs(spec, random));
                if (hasErrors(node.problems)) {
                    continue; // no rule sees such a node
                }
                const RuleContext rule = node.rule(Semantics::Fixed);
                const std::size_t count =
                    spec.inputNames ? spec.inputNames(rule).size() : random.below(4);
                Shapes in;
                for (std::size_t k = 0; k < std::min<std::size_t>(count, 16); ++k) {
                    in.push_back(random.any());
                }
                QVERIFY2(isSound(spec, node, Semantics::Fixed, in), said(spec, in).c_str());
                QVERIFY2(isSound(spec, node, Semantics::Exact, in), said(spec, in).c_str());
            }
        }
    }

private:
    Builtins m_builtins = makeBuiltins();
};

NERVURE_TEST(TstStrangeShapes)
#include "tst_strange_shapes.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/query/query.h"

#include "core/query/query_parser.h"
#include "core/support/text.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace nervure {

namespace {

using Kind = QueryExpr::Kind;

bool holds(QueryComparison comparison, double value, double wanted)
{
    switch (comparison) {
    case QueryComparison::Less: return value < wanted;
    case QueryComparison::LessEqual: return value <= wanted;
    case QueryComparison::Greater: return value > wanted;
    case QueryComparison::GreaterEqual: return value >= wanted;
    case QueryComparison::IsNot: return value != wanted;
    default: return value == wanted;
    }
}

/// A question to one node at a time.
class TermMatcher {
public:
    TermMatcher(const QueryTerm &term, const NodeFacts &facts) : m_term(term), m_facts(facts)
    {
        m_sink = [this](std::string_view text) { m_found = m_found || m_term.text.matches(text); };
    }

    bool fits(NodeId id)
    {
        if (!m_term.key) {
            return fitsWord(id);
        }
        switch (m_term.key->kind) {
        case QueryKeyKind::Text: return fitsText(id);
        case QueryKeyKind::Number: return fitsNumber(id);
        case QueryKeyKind::Sizes: return fitsShape(id);
        case QueryKeyKind::Flag:
            return m_term.flag->holds(m_facts, id) == (m_term.comparison == QueryComparison::Is);
        case QueryKeyKind::Attribute: break;
        }
        return fitsAttribute(id);
    }

private:
    bool fitsWord(NodeId id)
    {
        m_found = m_term.text.matches(m_facts.node(id).name);
        if (!m_found) {
            findQueryKey("op")->texts(m_facts, id, m_sink);
        }
        return m_found;
    }

    bool fitsText(NodeId id)
    {
        m_found = false;
        m_term.key->texts(m_facts, id, m_sink);
        return m_found != (m_term.comparison == QueryComparison::IsNot);
    }

    [[nodiscard]] bool fitsNumber(NodeId id) const
    {
        const auto value = m_term.key->number(m_facts, id);
        return value && holds(m_term.comparison, *value, m_term.number);
    }

    [[nodiscard]] bool fitsShape(NodeId id) const
    {
        bool isFound = false;
        bool isKnown = false;
        for (const std::optional<Dimensions> &shape : m_facts.shapes(id)) {
            isKnown = isKnown || shape;
            isFound = isFound
                      || (shape
                          && (m_term.comparison == QueryComparison::Contains
                                  ? m_term.shape.matchesPart(*shape)
                                  : m_term.shape.matches(*shape)));
        }
        return m_term.comparison == QueryComparison::IsNot ? !isFound && isKnown : isFound;
    }

    [[nodiscard]] bool fitsAttribute(NodeId id) const
    {
        const auto value = m_facts.attribute(id, m_term.attribute);
        if (!value || m_term.comparison == QueryComparison::Has) {
            return value.has_value();
        }
        const std::string text = comparableAttribute(*value);
        const auto number = m_term.hasNumber ? parseNumber(text) : std::nullopt;
        if (number && m_term.comparison != QueryComparison::Contains) {
            return holds(m_term.comparison, *number, m_term.number);
        }
        switch (m_term.comparison) {
        case QueryComparison::Is:
        case QueryComparison::Contains: return m_term.text.matches(text);
        case QueryComparison::IsNot: return !m_term.text.matches(text);
        default: return false;
        }
    }

    const QueryTerm &m_term;
    const NodeFacts &m_facts;
    TextSink m_sink;
    bool m_found = false;
};

/// Sets of nodes, part by part; what is out of the question already is not asked.
class Evaluation {
public:
    Evaluation(const NodeFacts &facts, const CancelToken &cancel) : m_facts(facts), m_cancel(cancel)
    {}

    [[nodiscard]] NodeSet all() const { return nodeSet(m_facts.graph(), m_facts.graph().nodes()); }

    NodeSet evaluate(const QueryExpr &expr, const NodeSet &among)
    {
        if (m_cancel.isCanceled()) {
            return NodeSet(among.size());
        }
        switch (expr.kind) {
        case Kind::Term: return matching(expr.term, among);
        case Kind::Not: {
            const NodeSet inner = evaluate(expr.children.front(), among);
            NodeSet result(among.size());
            for (std::size_t i = 0; i < among.size(); ++i) {
                result[i] = among[i] && !inner[i];
            }
            return result;
        }
        case Kind::And: {
            NodeSet result = among;
            for (const QueryExpr &part : expr.children) {
                result = evaluate(part, result);
            }
            return result;
        }
        case Kind::Or: return anyOf(expr, among);
        case Kind::Function: break;
        }
        const NodeSet set = called(expr);
        NodeSet result(among.size());
        for (std::size_t i = 0; i < among.size(); ++i) {
            result[i] = among[i] && set[i];
        }
        return result;
    }

    /// The nodes of a path in its order.
    std::vector<NodeId> path(const QueryExpr &expr)
    {
        return reach().path(argument(expr.children[0]), argument(expr.children[1]));
    }

private:
    NodeSet anyOf(const QueryExpr &expr, const NodeSet &among)
    {
        NodeSet result(among.size());
        NodeSet left = among;
        for (const QueryExpr &part : expr.children) {
            const NodeSet found = evaluate(part, left);
            for (std::size_t i = 0; i < among.size(); ++i) {
                result[i] = result[i] || found[i];
                left[i] = left[i] && !found[i];
            }
        }
        return result;
    }

    NodeSet matching(const QueryTerm &term, const NodeSet &among)
    {
        TermMatcher matcher(term, m_facts);
        NodeSet result(among.size());
        for (const NodeId id : m_facts.graph().nodes()) {
            if (among[id.value]) {
                result[id.value] = matcher.fits(id);
            }
        }
        return result;
    }

    /// A word alone that is a node's whole name means that node.
    NodeSet argument(const QueryExpr &expr)
    {
        if (expr.kind == Kind::Term && !expr.term.key) {
            if (const auto node = m_facts.graph().findByName(expr.term.word)) {
                return nodeSet(m_facts.graph(), std::span(&*node, 1));
            }
        }
        return evaluate(expr, all());
    }

    NodeSet called(const QueryExpr &expr)
    {
        switch (expr.function->kind) {
        case QueryFunctionKind::Ancestors: return reach().ancestors(argument(expr.children[0]));
        case QueryFunctionKind::Descendants: return reach().descendants(argument(expr.children[0]));
        case QueryFunctionKind::Operands: return reach().operands(argument(expr.children[0]));
        case QueryFunctionKind::Users: return reach().users(argument(expr.children[0]));
        case QueryFunctionKind::Path: return nodeSet(m_facts.graph(), path(expr));
        case QueryFunctionKind::Between: break;
        }
        return reach().between(argument(expr.children[0]), argument(expr.children[1]));
    }

    const Reachability &reach()
    {
        if (!m_reach) {
            m_reach.emplace(m_facts.graph());
        }
        return *m_reach;
    }

    const NodeFacts &m_facts;
    const CancelToken &m_cancel;
    std::optional<Reachability> m_reach;
};

void collectTerms(const QueryExpr &expr, std::vector<const QueryTerm *> &terms)
{
    if (expr.kind == Kind::Term) {
        terms.push_back(&expr.term);
    } else if (expr.kind != Kind::Function) {
        for (const QueryExpr &child : expr.children) {
            collectTerms(child, terms);
        }
    }
}

/// Columns of their own show these, and flags go without saying.
bool goesWithoutSaying(const QueryTerm &term)
{
    return !term.key || term.key->kind == QueryKeyKind::Flag || term.key->name == "name"
           || term.key->name == "op";
}

std::string shapesText(const NodeFacts &facts, NodeId id)
{
    return join(facts.shapeLabels(id), ", ");
}

} // namespace

Result<Query> Query::parse(std::string_view text)
{
    ASSIGN_OR_RETURN(QueryExpr expr, parseQueryText(text));
    return Query(std::make_shared<const QueryExpr>(std::move(expr)));
}

std::vector<NodeId> Query::find(const NodeFacts &facts, const CancelToken &cancel) const
{
    Evaluation evaluation(facts, cancel);
    const bool isPath =
        m_expr->kind == Kind::Function && m_expr->function->kind == QueryFunctionKind::Path;
    std::vector<NodeId> found =
        isPath ? evaluation.path(*m_expr)
               : nodesOf(facts.graph(), evaluation.evaluate(*m_expr, evaluation.all()));
    if (cancel.isCanceled()) {
        found.clear();
    }
    if (!isPath) {
        std::stable_partition(found.begin(), found.end(),
                              [&facts](NodeId id) { return !facts.node(id).isVariable(); });
    }
    return found;
}

bool Query::asksForInference() const
{
    std::vector<const QueryTerm *> terms;
    collectTerms(*m_expr, terms);
    return std::any_of(terms.begin(), terms.end(), [](const QueryTerm *term) {
        return term->key != nullptr && isInferred(*term->key);
    });
}

std::string Query::reason(const NodeFacts &facts, NodeId id) const
{
    std::vector<const QueryTerm *> terms;
    collectTerms(*m_expr, terms);
    terms.erase(std::remove_if(terms.begin(), terms.end(),
                               [](const QueryTerm *term) { return goesWithoutSaying(*term); }),
                terms.end());
    std::vector<std::string> parts;
    for (const QueryTerm *term : terms) {
        const bool isAttribute = term->key->kind == QueryKeyKind::Attribute;
        const bool isNamed = terms.size() > 1 && term->key->kind != QueryKeyKind::Sizes;
        const std::string value = isAttribute ? facts.attribute(id, term->attribute).value_or("")
                                              : factText(facts, id, term->key->name);
        const std::string name = isAttribute ? term->attribute : std::string(term->key->name);
        std::string part = isNamed && !value.empty() ? name + ' ' + value : value;
        if (!part.empty() && std::find(parts.begin(), parts.end(), part) == parts.end()) {
            parts.push_back(std::move(part));
        }
    }
    return join(parts, ", ");
}

std::string factText(const NodeFacts &facts, NodeId id, std::string_view key)
{
    const QueryKey *known = findQueryKey(key);
    if (!known) {
        return {};
    }
    if (known->kind == QueryKeyKind::Sizes) {
        return shapesText(facts, id);
    }
    if (known->number) {
        const auto value = known->number(facts, id);
        if (value) {
            return quantityText(*value, known->unit);
        }
        const auto owner = known->unit == QueryUnit::Time ? facts.timeOwner(id) : std::nullopt;
        return owner ? "in " + facts.node(*owner).name : std::string();
    }
    std::vector<std::string> texts;
    if (known->texts) {
        known->texts(facts, id, [&texts](std::string_view text) {
            if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
                texts.emplace_back(text);
            }
        });
    }
    return join(texts, ", ");
}

} // namespace nervure

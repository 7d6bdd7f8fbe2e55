// SPDX-License-Identifier: Apache-2.0
#include "core/support/result.h"

namespace nervure {

Failure::Failure(Diagnostic diagnostic)
    : m_diagnostic(std::make_unique<Diagnostic>(std::move(diagnostic)))
{}

Failure::Failure(const Failure &other)
    : m_diagnostic(other.isNone() ? nullptr : std::make_unique<Diagnostic>(other.diagnostic()))
{}

Failure &Failure::operator=(const Failure &other)
{
    return *this = Failure(other);
}

Failure::~Failure() = default;

} // namespace nervure

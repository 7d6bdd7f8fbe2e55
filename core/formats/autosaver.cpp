// SPDX-License-Identifier: Apache-2.0
#include "core/formats/autosaver.h"

#include <iterator>
#include <utility>

namespace nervure {

Autosaver::Autosaver(std::filesystem::path folder, Failed failed)
    : m_folder(std::move(folder)),
      m_failed(std::move(failed)),
      m_thread([this] { run(); })
{}

Autosaver::~Autosaver()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void Autosaver::begin(JournalHeader header, std::shared_ptr<const std::string> text)
{
    {
        const std::lock_guard lock(m_mutex);
        m_waiting = {true, std::move(header), std::move(text), {}};
    }
    m_changed.notify_all();
}

void Autosaver::append(Edit edit)
{
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.edits.push_back(std::move(edit));
    }
    m_changed.notify_all();
}

void Autosaver::end()
{
    begin({}, nullptr);
}

void Autosaver::wait()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(
        lock, [this] { return !m_isBusy && !m_waiting.startsAnew && m_waiting.edits.empty(); });
}

void Autosaver::run()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] {
            return m_isEnding || m_waiting.startsAnew || !m_waiting.edits.empty();
        });
        if (!m_waiting.startsAnew && m_waiting.edits.empty()) {
            return;
        }
        Work work = std::exchange(m_waiting, {});
        m_isBusy = true;
        lock.unlock();
        perform(work);
        lock.lock();
        m_isBusy = false;
        m_changed.notify_all();
    }
}

void Autosaver::perform(Work &work)
{
    if (work.startsAnew) {
        m_journal.remove();
        m_unwritten.clear();
        m_header = std::move(work.header);
        m_text = std::move(work.text);
    }
    if (!m_text) {
        return;
    }
    m_unwritten.insert(m_unwritten.end(), std::make_move_iterator(work.edits.begin()),
                       std::make_move_iterator(work.edits.end()));
    if (m_unwritten.empty()) {
        return;
    }
    const Status status = write(m_unwritten);
    if (status) {
        m_unwritten.clear();
    } else if (m_failed && !m_hasTold) {
        m_failed(status.error());
    }
    m_hasTold = !status;
}

Status Autosaver::write(const std::vector<Edit> &edits)
{
    // One that could not be mended stays as it is: a second one would lack its edits.
    if (!m_journal.isOpen() && m_journal.file().empty()) {
        Result<EditJournal> journal = EditJournal::begin(m_folder, m_header, *m_text);
        if (!journal) {
            return journal.error();
        }
        m_journal = std::move(*journal);
    }
    return m_journal.append(edits);
}

} // namespace nervure

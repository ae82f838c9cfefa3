import { useEffect, useState } from 'react'
import { forgetOthers, forgetSheets, keepSealed, openStore, rememberAccount } from '#meetings/phone/store.ts'
import type { DaySheet } from '#meetings/sheet/sheet.server.ts'
import { callApi } from '#platform/http/call-api.ts'
import { type LocalEntry, mergedLog } from './sheet-state.ts'

export type StoredNote = { personId: string; note: string; whatToDo: string }
/** Stored encrypted. */
export type StoredSheet = { sheet: DaySheet; offsetMs: number; notes: StoredNote[] }

const storedAfterMs = 12 * 3_600_000

/** Stores a coach's sheet with its notes near the meeting, for a court without signal; deletes expired ones. */
export function useStoredSheet(
  sheet: DaySheet,
  localEntries: LocalEntry[],
  offsetMs: number,
  isFromPhone: boolean,
): StoredNote[] {
  const [notes, setNotes] = useState<StoredNote[]>([])
  const isStored = !isFromPhone && sheet.isOwn && sheet.sees.phones && sheet.sees.marks
  const hasNotes = sheet.players.some(({ care }) => care)

  useEffect(() => {
    if (isFromPhone || !sheet.sees.marks) return
    rememberAccount(sheet.phone)
    clear(sheet.phone).catch(warn)
  }, [sheet.phone, sheet.sees.marks, isFromPhone])

  useEffect(() => {
    if (!isStored) return
    keepShell().catch(warn)
    if (!hasNotes) return
    callApi<{ notes: StoredNote[] }>('/desk/kept-notes', { meeting_id: sheet.id })
      .then((answer) => setNotes(answer.notes))
      .catch(warn)
  }, [isStored, hasNotes, sheet.id])

  useEffect(() => {
    if (isStored) keep({ sheet: withLocalEntries(sheet, localEntries), offsetMs, notes }).catch(warn)
  }, [isStored, sheet, localEntries, offsetMs, notes])

  return notes
}

const warn = (problem: unknown) => console.warn(problem)

async function clear(account: string) {
  await forgetOthers(account)
  const store = await openStore(account)
  await forgetSheets(store)
  store.close()
}

async function keep(stored: StoredSheet) {
  const store = await openStore(stored.sheet.phone)
  await keepSealed(store, stored.sheet.id, stored.sheet.endsAt + storedAfterMs, stored)
  store.close()
}

const withLocalEntries = (sheet: DaySheet, localEntries: LocalEntry[]): DaySheet => ({
  ...sheet,
  players: sheet.players.map((player) => ({
    ...player,
    log: mergedLog(player, localEntries).map((entry) => ({ ...entry, at: entry.at.getTime() })),
  })),
})

/** The service worker caches a page without personal data, which shows the stored sheet. */
async function keepShell() {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/desk-worker.js', { scope: '/desk' })
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage('keep')
}

import { useEffect, useState } from 'react'
import { forgetOthers, forgetSheets, keepSealed, openStore, rememberAccount } from '#meetings/phone/store.ts'
import type { DaySheet } from '#meetings/sheet.server.ts'
import { callApi } from '#platform/http/call-api.ts'
import { logOf, type OwnEntry } from './sheet-state.ts'

export type KeptNote = { personId: string; note: string; whatToDo: string }
/** A sheet as a phone keeps it, sealed. */
export type KeptSheet = { sheet: DaySheet; offsetMs: number; notes: KeptNote[] }

const keptAfterMs = 12 * 3_600_000

/** Keeps the sheet of a coach near its meeting for a court without signal, with its notes; what is older goes. */
export function useKeptSheet(
  sheet: DaySheet,
  own: OwnEntry[],
  offsetMs: number,
  isFromPhone: boolean,
): KeptNote[] {
  const [notes, setNotes] = useState<KeptNote[]>([])
  const isKept = !isFromPhone && sheet.isOwn && sheet.sees.phones && sheet.sees.marks
  const hasNotes = sheet.players.some(({ care }) => care)

  useEffect(() => {
    if (isFromPhone || !sheet.sees.marks) return
    rememberAccount(sheet.phone)
    clear(sheet.phone).catch(warn)
  }, [sheet.phone, sheet.sees.marks, isFromPhone])

  useEffect(() => {
    if (!isKept) return
    keepShell().catch(warn)
    if (!hasNotes) return
    callApi<{ notes: KeptNote[] }>('/desk/kept-notes', { meeting_id: sheet.id })
      .then((answer) => setNotes(answer.notes))
      .catch(warn)
  }, [isKept, hasNotes, sheet.id])

  useEffect(() => {
    if (isKept) keep({ sheet: withOwn(sheet, own), offsetMs, notes }).catch(warn)
  }, [isKept, sheet, own, offsetMs, notes])

  return notes
}

const warn = (problem: unknown) => console.warn(problem)

async function clear(account: string) {
  await forgetOthers(account)
  const store = await openStore(account)
  await forgetSheets(store)
  store.close()
}

async function keep(kept: KeptSheet) {
  const store = await openStore(kept.sheet.phone)
  await keepSealed(store, kept.sheet.id, kept.sheet.endsAt + keptAfterMs, kept)
  store.close()
}

const withOwn = (sheet: DaySheet, own: OwnEntry[]): DaySheet => ({
  ...sheet,
  players: sheet.players.map((player) => ({
    ...player,
    log: logOf(player, own).map((entry) => ({ ...entry, at: entry.at.getTime() })),
  })),
})

/** The worker keeps a page without a name in it, which shows what lies sealed here. */
async function keepShell() {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/desk-worker.js', { scope: '/desk' })
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage('keep')
}

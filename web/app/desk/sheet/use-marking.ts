import { useCallback, useEffect, useRef, useState } from 'react'
import type { Mark } from '#meetings/attendance/attendance.ts'
import { nextAt } from '#meetings/attendance/attendance.ts'
import { sendMarks } from '#meetings/phone/send-marks.ts'
import { addMark, openStore, readPhone, type WaitingMark, waitingMarks } from '#meetings/phone/store.ts'
import type { DaySheet } from '#meetings/sheet/sheet.server.ts'
import { type LocalEntry, playerStanding } from './sheet-state.ts'
import type { Signal } from './signal-strip.tsx'

const againMs = 4000
const noticeMs = 4000

/** Marks of this phone: stored first, shown optimistically, sent when online. */
export function useMarking(sheet: DaySheet, offsetMs: number) {
  const store = useRef<IDBDatabase>(undefined)
  const [phone, setPhone] = useState<string>()
  const [localEntries, setLocalEntries] = useState<LocalEntry[]>([])
  const [waiting, setWaiting] = useState(0)
  const [signal, setSignal] = useState<Signal>({ state: 'fine' })
  const isSending = useRef(false)

  const send = useCallback(async () => {
    if (!store.current || isSending.current) return
    isSending.current = true
    try {
      for (;;) {
        const { length } = await waitingMarks(store.current)
        setWaiting(length)
        if (!navigator.onLine) return setSignal({ state: 'no-signal' })
        if (length === 0) return setSignal(afterwards)
        setSignal((before) => (before.state === 'no-signal' ? { state: 'back' } : before))
        const sent = await sendMarks(store.current)
        if (sent.state !== 'saved') return setSignal(sent)
        if (sent.refused[0]) return setSignal({ state: 'refused', message: sent.refused[0] })
      }
    } finally {
      isSending.current = false
      if (store.current) setWaiting((await waitingMarks(store.current)).length)
    }
  }, [])

  useEffect(() => {
    let isGone = false
    async function open() {
      const opened = await openStore(sheet.phone)
      const { phone: name } = await readPhone(opened)
      const here = (await waitingMarks(opened)).filter(({ meetingId }) => meetingId === sheet.id)
      if (isGone) return opened.close()
      store.current = opened
      setLocalEntries((before) => [...before, ...here.map((mark) => toEntry(mark, name))])
      setPhone(name)
      await send()
    }
    open().catch((problem) => console.warn(problem))
    const again = setInterval(send, againMs)
    const look = () => void send()
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      isGone = true
      clearInterval(again)
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [sheet.phone, sheet.id, send])

  useEffect(() => {
    if (signal.state !== 'saved') return
    const quiet = setTimeout(() => setSignal({ state: 'fine' }), noticeMs)
    return () => clearTimeout(quiet)
  }, [signal.state])

  async function tap(personId: string, mark: Mark | null, collectedBy: string | null) {
    const player = sheet.players.find(({ id }) => id === personId)
    if (!store.current || !phone || !player) return
    const now = playerStanding(player, localEntries)
    const isSame =
      now?.mark === mark && !now?.isOfFamily && (collectedBy ?? now?.collectedBy) === now?.collectedBy
    if (isSame) return
    const taken = await addMark(
      store.current,
      { meetingId: sheet.id, personId, mark, collectedBy },
      (lastAt) => nextAt({ offsetMs, lastAt }),
    )
    setLocalEntries((before) => [...before, toEntry(taken, phone)])
    await send()
  }

  return { phone, localEntries, waiting, signal, tap: phone ? tap : undefined }
}

const toEntry = ({ personId, mark, collectedBy, at, seq }: WaitingMark, phone: string): LocalEntry => ({
  ...{ personId, mark, collectedBy, at, seq, phone },
})

/** "All marks are saved." only after marks had to wait. */
const afterwards = (before: Signal): Signal =>
  ['no-signal', 'back', 'code'].includes(before.state) ? { state: 'saved' } : before

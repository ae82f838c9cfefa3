import { countingMark, lastMark, type Mark, standingMarks } from '#meetings/attendance/attendance.ts'
import type { SheetEntry, SheetPlayer } from '#meetings/sheet/sheet.server.ts'
import { formatTime } from '#platform/format/clock.ts'
import { toLocal } from '#platform/format/dates.ts'

/** A mark of this phone that the loaded sheet lacks. */
export type LocalEntry = SheetEntry & { personId: string }

/** A player's counting mark. */
export type Standing = { mark: Mark; at: number; collectedBy: string | null; isOfFamily: boolean } | undefined

const dated = (entry: SheetEntry) => ({ ...entry, at: new Date(entry.at) })

/** Merges the sheet's log with local marks, without duplicates. */
export function mergedLog(player: SheetPlayer, localEntries: LocalEntry[]) {
  const mine = localEntries.filter(({ personId }) => personId === player.id)
  const all = new Map([...player.log, ...mine].map((entry) => [`${entry.phone} ${entry.seq}`, dated(entry)]))
  return [...all.values()]
}

export function playerStanding(player: SheetPlayer, localEntries: LocalEntry[]): Standing {
  const log = mergedLog(player, localEntries)
  const counts = countingMark(
    log,
    player.absentSince === null ? null : { reportedAt: new Date(player.absentSince) },
  )
  if (!counts) return undefined
  const last = standingMarks(log).at(-1)
  const collectedBy = last?.collectedBy ?? null
  return { mark: counts.mark, at: counts.at.getTime(), collectedBy, isOfFamily: !last }
}

/** This phone's last mark on the sheet; undefined if it was just taken back. */
export function lastTap(players: SheetPlayer[], localEntries: LocalEntry[], phone: string) {
  const entries = players.flatMap((player) => {
    const log = mergedLog(player, localEntries)
    const newest = log.filter((entry) => entry.phone === phone).toSorted((a, b) => b.seq - a.seq)[0]
    return newest ? [{ player, newest, standing: lastMark(log, phone) }] : []
  })
  const last = entries.toSorted((left, right) => right.newest.seq - left.newest.seq)[0]
  if (!last?.newest.mark || !last.standing) return undefined
  return { player: last.player, mark: last.newest.mark, at: last.newest.at.getTime() }
}

/** "8:51" in the programme's time zone. */
export const shortTime = (at: number, timeZone: string) =>
  formatTime(toLocal(new Date(at), timeZone).time).slice(0, -3)

export const markLabels: Record<Mark, string> = {
  here: 'Here',
  late: 'Late',
  absent: 'Absent',
  excused: 'Excused',
  left: 'Left',
}

/** "Noor left", "Ada is here" */
export const describeMark = (firstName: string, mark: Mark) =>
  mark === 'left' ? `${firstName} left` : `${firstName} is ${mark === 'here' ? 'here' : mark}`

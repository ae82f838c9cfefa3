import { countingMark, lastOf, type Mark, standingMarks } from '#meetings/attendance/attendance.ts'
import type { SheetEntry, SheetPlayer } from '#meetings/sheet.server.ts'
import { timeWords } from '#platform/format/clock.ts'
import { localOf } from '#platform/format/dates.ts'

/** A mark of this phone that the sheet, as it was read, does not have yet. */
export type OwnEntry = SheetEntry & { personId: string }

/** What counts of a player on the sheet. */
export type Standing = { mark: Mark; at: number; collectedBy: string | null; isOfFamily: boolean } | undefined

const dated = (entry: SheetEntry) => ({ ...entry, at: new Date(entry.at) })

/** The log of a player with what this phone marked since; each entry once. */
export function logOf(player: SheetPlayer, own: OwnEntry[]) {
  const mine = own.filter(({ personId }) => personId === player.id)
  const all = new Map([...player.log, ...mine].map((entry) => [`${entry.phone} ${entry.seq}`, dated(entry)]))
  return [...all.values()]
}

export function standingOf(player: SheetPlayer, own: OwnEntry[]): Standing {
  const log = logOf(player, own)
  const counts = countingMark(
    log,
    player.absentSince === null ? null : { reportedAt: new Date(player.absentSince) },
  )
  if (!counts) return undefined
  const last = standingMarks(log).at(-1)
  const collectedBy = last?.collectedBy ?? null
  return { mark: counts.mark, at: counts.at.getTime(), collectedBy, isOfFamily: !last }
}

/** The last mark of this phone on the whole sheet, unless the last thing it did was to take one back. */
export function lastTap(players: SheetPlayer[], own: OwnEntry[], phone: string) {
  const entries = players.flatMap((player) => {
    const log = logOf(player, own)
    const newest = log.filter((entry) => entry.phone === phone).toSorted((a, b) => b.seq - a.seq)[0]
    return newest ? [{ player, newest, standing: lastOf(log, phone) }] : []
  })
  const last = entries.toSorted((left, right) => right.newest.seq - left.newest.seq)[0]
  if (!last?.newest.mark || !last.standing) return undefined
  return { player: last.player, mark: last.newest.mark, at: last.newest.at.getTime() }
}

/** "8:51" on the programme's wall clock. */
export const shortTime = (at: number, timeZone: string) =>
  timeWords(localOf(new Date(at), timeZone).time).slice(0, -3)

export const markWords: Record<Mark, string> = {
  here: 'Here',
  late: 'Late',
  absent: 'Absent',
  excused: 'Excused',
  left: 'Left',
}

/** "Noor left", "Ada is here" */
export const saysOf = (firstName: string, mark: Mark) =>
  mark === 'left' ? `${firstName} left` : `${firstName} is ${mark === 'here' ? 'here' : mark}`

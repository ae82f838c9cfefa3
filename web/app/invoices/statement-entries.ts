import type { StatementRow } from '#ledger/statement.db.server.ts'

type Row = Omit<StatementRow, 'id' | 'refundId' | 'kind'> & { kind: string }
/** Between places, or from or to credit where null; it changes no balance. */
export type Move = {
  at: Date
  fromId: number | null
  toId: number | null
  movedCents: number
  balanceCents: number
}
export type Entry<Posted extends Row> = Posted | Move

export const isMove = <Posted extends Row>(entry: Entry<Posted>): entry is Move => 'movedCents' in entry

/** Merges each pair of `moved` postings into one line, and the parts of one move. */
export function mergeMoves<Posted extends Row>(rows: Posted[]): Entry<Posted>[] {
  const entries: Entry<Posted>[] = []
  const waiting: Posted[] = []
  for (const row of rows) {
    if (row.kind !== 'moved') {
      entries.push(row)
      continue
    }
    const at = waiting.findIndex((other) => isOtherHalf(row, other))
    const [half] = at < 0 ? [] : waiting.splice(at, 1)
    if (half) addMove(entries, toMove(half, row))
    else waiting.push(row)
  }
  // A posting without its other half is listed, so that every line adds up.
  return [...entries, ...waiting]
}

const isOtherHalf = (row: Row, other: Row) =>
  other.cents === -row.cents &&
  other.at.getTime() === row.at.getTime() &&
  other.chargeId === row.chargeId &&
  other.recordedId === row.recordedId

/** From the side that owes more afterwards. */
function toMove(one: Row, other: Row): Move {
  const [from, to] = one.cents > 0 ? [one, other] : [other, one]
  return {
    at: from.at,
    fromId: from.registrationId,
    toId: to.registrationId,
    movedCents: from.cents,
    balanceCents: other.balanceCents,
  }
}

function addMove<Posted extends Row>(entries: Entry<Posted>[], move: Move) {
  const last = entries.at(-1)
  const isSame =
    last &&
    isMove(last) &&
    last.at.getTime() === move.at.getTime() &&
    last.fromId === move.fromId &&
    last.toId === move.toId
  if (isSame) last.movedCents += move.movedCents
  else entries.push(move)
}

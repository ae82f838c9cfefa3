import type { Day } from '#platform/format/dates.ts'
import { ApiProblem, callApi, NoAnswer } from '#platform/http/call-api.ts'
import type { Standing } from './standing-in-line.tsx'

type Entry = {
  id: number
  session_id: number
  player_ids: string[]
  state: 'in line' | 'offered' | 'ended'
  place: number
  families: number
  since: Day
  moved_ahead_on: Day[]
}
export type Waiting = Standing & {
  id: number
  sessionId: number
  personIds: string[]
  isOffered: boolean
}

/** Undefined if the call fails. */
export async function readWaiting(): Promise<Waiting[] | undefined> {
  try {
    const { entries } = await callApi<{ entries: Entry[] }>('/my-waiting-list', {})
    return entries.filter(({ state }) => state !== 'ended').map(toWaiting)
  } catch (problem) {
    if (problem instanceof ApiProblem || problem instanceof NoAnswer) return undefined
    throw problem
  }
}

export async function joinWaitingList(sessionId: number, personIds: string[]): Promise<Waiting> {
  const body = { session_id: sessionId, player_ids: personIds }
  return toWaiting((await callApi<{ entry: Entry }>('/join-waiting-list', body)).entry)
}

const toWaiting = ({ id, session_id, player_ids, state, place, families, since, moved_ahead_on }: Entry) => ({
  ...{ id, sessionId: session_id, personIds: player_ids, isOffered: state === 'offered' },
  ...{ place, families, since, movedAheadOn: moved_ahead_on },
})

/** `isUnsigned`: the release comes first. */
export type NotJoined = { message: string; isUnsigned: boolean }

export function notJoined(problem: unknown): NotJoined {
  if (problem instanceof NoAnswer)
    return { message: 'We lost the connection. Press the button again.', isUnsigned: false }
  if (!(problem instanceof ApiProblem)) throw problem
  return { message: problem.message, isUnsigned: problem.code === 'release-unsigned' }
}

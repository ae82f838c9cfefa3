import { ApiProblem, callApi, NoAnswer } from '#platform/call-api.ts'
import { forgetMarks, phoneOf, type WaitingMark, waitingMarks } from './store.ts'

type Reply = { taken: string[]; refused: { id: string; message: string }[] }
/** Where the marks of this phone stand: all are taken, or why they wait. */
export type Sent =
  | { state: 'saved'; refused: string[] }
  | { state: 'no-signal' }
  | { state: 'code' }
  | { state: 'refused'; message: string }

const mostAtOnce = 200

/** Sends what waits on this phone, in its order; what the site has taken, now or before, waits no more. */
export async function sendMarks(store: IDBDatabase): Promise<Sent> {
  const refused: string[] = []
  try {
    for (;;) {
      const waiting = await waitingMarks(store)
      const meetingId = waiting[0]?.meetingId
      if (!meetingId) return { state: 'saved', refused }
      const marks = waiting.filter((mark) => mark.meetingId === meetingId).slice(0, mostAtOnce)
      const { phone } = await phoneOf(store)
      const answer = await callApi<Reply>('/desk/marks', {
        meeting_id: meetingId,
        phone,
        marks: marks.map(sentMark),
      })
      refused.push(...answer.refused.map(({ message }) => message))
      await forgetMarks(store, [...answer.taken, ...answer.refused.map(({ id }) => id)])
    }
  } catch (problem) {
    if (problem instanceof NoAnswer) return { state: 'no-signal' }
    if (!(problem instanceof ApiProblem)) throw problem
    if (problem.status === 401) return { state: 'code' }
    return problem.status >= 500 ? { state: 'no-signal' } : { state: 'refused', message: problem.message }
  }
}

const sentMark = ({ id, personId, mark, collectedBy, at, seq }: WaitingMark) => ({
  id,
  person_id: personId,
  mark,
  collected_by: collectedBy,
  at: new Date(at).toISOString(),
  seq,
})

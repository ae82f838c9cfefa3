import { ApiProblem, callApi, NoAnswer } from '#platform/http/call-api.ts'
import { forgetMarks, phoneOf, type WaitingMark, waitingMarks } from './store.ts'

type Reply = { taken: string[]; refused: { id: string; message: string }[] }
/** Where the marks of this phone stand: all are taken, or why they wait. */
export type Sent =
  | { state: 'saved'; refused: string[] }
  | { state: 'no-signal' }
  | { state: 'code' }
  | { state: 'refused'; message: string }

const mostAtOnce = 200

/**
 * Sends what waits on this phone, in its order; what the site has taken, now or before, waits no more. A meeting that
 * the site does not take marks of, as when it is another coach's now, holds back no other.
 */
export async function sendMarks(store: IDBDatabase): Promise<Sent> {
  const refused: string[] = []
  const notTaken = new Map<string, string>()
  try {
    for (;;) {
      const waiting = (await waitingMarks(store)).filter(({ meetingId }) => !notTaken.has(meetingId))
      const meetingId = waiting[0]?.meetingId
      if (!meetingId) break
      const marks = waiting.filter((mark) => mark.meetingId === meetingId).slice(0, mostAtOnce)
      const answer = await sendOf(store, meetingId, marks)
      if ('message' in answer) notTaken.set(meetingId, answer.message)
      else refused.push(...answer.refused.map(({ message }) => message))
    }
  } catch (problem) {
    if (problem instanceof NoAnswer) return { state: 'no-signal' }
    if (!(problem instanceof ApiProblem)) throw problem
    if (problem.status === 401) return { state: 'code' }
    return problem.status >= 500 ? { state: 'no-signal' } : { state: 'refused', message: problem.message }
  }
  const [message] = notTaken.values()
  return message === undefined ? { state: 'saved', refused } : { state: 'refused', message }
}

const ofThisMeeting = [403, 404, 409]

/** The marks of one meeting; those are forgotten that the site has decided about. */
async function sendOf(
  store: IDBDatabase,
  meetingId: string,
  marks: WaitingMark[],
): Promise<Reply | { message: string }> {
  const { phone } = await phoneOf(store)
  try {
    const body = { meeting_id: meetingId, phone, marks: marks.map(sentMark) }
    const reply = await callApi<Reply>('/desk/marks', body)
    await forgetMarks(store, [...reply.taken, ...reply.refused.map(({ id }) => id)])
    return reply
  } catch (problem) {
    if (problem instanceof ApiProblem && ofThisMeeting.includes(problem.status))
      return { message: problem.message }
    throw problem
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

import { ApiProblem, callApi, NoAnswer } from '#platform/http/call-api.ts'
import { forgetMarks, readPhone, type WaitingMark, waitingMarks } from './store.ts'

type Reply = { taken: string[]; refused: { id: string; message: string }[] }
export type SendResult =
  | { state: 'saved'; refused: string[] }
  | { state: 'no-signal' }
  | { state: 'code' }
  | { state: 'refused'; message: string }

const mostAtOnce = 200

/**
 * Sends pending marks in order and removes those that the site has decided on. A meeting whose marks are refused as a
 * whole, as after a change of coach, does not block the others.
 */
export async function sendMarks(store: IDBDatabase): Promise<SendResult> {
  const refused: string[] = []
  const notTaken = new Map<string, string>()
  try {
    for (;;) {
      const waiting = (await waitingMarks(store)).filter(({ meetingId }) => !notTaken.has(meetingId))
      const meetingId = waiting[0]?.meetingId
      if (!meetingId) break
      const marks = waiting.filter((mark) => mark.meetingId === meetingId).slice(0, mostAtOnce)
      const answer = await sendBatch(store, meetingId, marks)
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

const perMeetingStatuses = [403, 404, 409]

/** One batch of one meeting. */
async function sendBatch(
  store: IDBDatabase,
  meetingId: string,
  marks: WaitingMark[],
): Promise<Reply | { message: string }> {
  const { phone } = await readPhone(store)
  try {
    const body = { meeting_id: meetingId, phone, marks: marks.map(sentMark) }
    const reply = await callApi<Reply>('/desk/marks', body)
    await forgetMarks(store, [...reply.taken, ...reply.refused.map(({ id }) => id)])
    return reply
  } catch (problem) {
    if (problem instanceof ApiProblem && perMeetingStatuses.includes(problem.status))
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

import { vi } from 'vitest'

export type Call = {
  url: URL
  method: string
  headers: Record<string, string>
  body: Record<string, unknown>
}
type Answer = (call: Call) => unknown

/** Plays the gateway for what the widget fetches: the answer is JSON, an Error breaks the connection. */
export function aNetwork(answer: Answer = () => ({})) {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers = {}, body }: RequestInit = {}) => {
    const call = {
      url: new URL(url),
      method,
      headers: headers as Record<string, string>,
      body: JSON.parse(`${body ?? '{}'}`),
    }
    calls.push(call)
    const answered = await answer(call)
    if (answered instanceof Error) throw answered
    return answered instanceof Response ? answered : Response.json(answered)
  })
  return calls
}

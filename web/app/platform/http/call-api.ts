export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly body: Record<string, unknown>,
  ) {
    super(message)
  }
}

export class NoAnswer extends Error {}

/** The site itself is down, as during a restart: `deploy/nginx.conf` answers for it. */
const siteAwayCode = 'site-away'
const triesWithKey = 3
/** Longer than the gateway's time-out. */
const patienceMs = 90_000
export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** With an idempotency key it retries when the network fails or the site is down. */
export async function callApi<Answer>(path: string, body: unknown, idempotencyKey?: string): Promise<Answer> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey
  for (let tries = 1; ; tries += 1) {
    try {
      return await parseAnswer<Answer>(
        await fetch(`/api${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(patienceMs),
        }),
      )
    } catch (problem) {
      if (problem instanceof ApiProblem) throw problem
      const isTimeOut = problem instanceof DOMException && problem.name === 'TimeoutError'
      if (!idempotencyKey || isTimeOut || tries === triesWithKey)
        throw new NoAnswer('no answer', { cause: problem })
      await wait(tries * 1000)
    }
  }
}

async function parseAnswer<Answer>(response: Response): Promise<Answer> {
  const answer = await response.json()
  if (response.ok) return answer
  if (answer.code === siteAwayCode) throw new Error(answer.message)
  throw new ApiProblem(
    response.status,
    String(answer.code ?? 'internal'),
    String(answer.message ?? ''),
    answer,
  )
}

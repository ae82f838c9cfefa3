import type { Challenge, Solution } from 'altcha-lib'

/** Fetches a piece of work from the site and does it. The answer is what the form sends. */
export async function solveBotCheck(): Promise<string> {
  const reply = await fetch('/api/bot-check')
  if (!reply.ok) throw new Error(`The bot check answered ${reply.status}.`)
  const challenge: Challenge = await reply.json()
  const solution = await solve(challenge)
  return btoa(JSON.stringify({ challenge, solution }))
}

function solve(challenge: Challenge): Promise<Solution> {
  const worker = new Worker(new URL('./bot-check.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Solution>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Solution | null>) =>
      data ? resolve(data) : reject(new Error('The bot check took too long.'))
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}

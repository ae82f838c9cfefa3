import type { Challenge, Solution } from 'altcha-lib'

export async function solveBotCheck(task: object): Promise<string> {
  const challenge = task as Challenge
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

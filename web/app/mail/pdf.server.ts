import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Paper } from './paper.ts'

type Answer = { id: number; pdf: Uint8Array | null } | { id: number; problem: string }
type Waiting = { resolve: (pdf: Buffer | undefined) => void; reject: (problem: Error) => void }

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, Waiting>()

/** The paper as a PDF, set in a thread of its own; undefined where a letter of it has no face. */
export function pdfOf(paper: Paper): Promise<Buffer | undefined> {
  worker ??= startWorker()
  worker.ref()
  const id = ++lastId
  worker.postMessage({ id, paper })
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
}

function startWorker(): Worker {
  // The built site runs in the folder of `web/`, and its code lies elsewhere than its sources.
  const file = import.meta.env.PROD
    ? pathToFileURL(join(process.cwd(), 'app/mail/pdf-worker.mjs'))
    : new URL('./pdf-worker.mjs', import.meta.url)
  const started = new Worker(file)
  started.on('message', (answer: Answer) => {
    const { resolve, reject } = taken(answer.id)
    if ('pdf' in answer) resolve(answer.pdf ? Buffer.from(answer.pdf) : undefined)
    else reject(new Error(`A PDF could not be set: ${answer.problem}`))
    if (waiting.size === 0) started.unref()
  })
  started.on('error', (problem) => {
    worker = undefined
    for (const id of [...waiting.keys()]) taken(id).reject(problem)
  })
  return started
}

function taken(id: number): Waiting {
  const waiter = waiting.get(id)
  waiting.delete(id)
  if (!waiter) throw new Error(`Nobody waits for the PDF ${id}.`)
  return waiter
}

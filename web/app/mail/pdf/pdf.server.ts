import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Paper } from './paper.ts'

type Answer = { pdf: Uint8Array | null } | { problem: string }

let worker: Worker | undefined
let queue: Promise<unknown> = Promise.resolve()

/** In a worker thread, one at a time: a crash fails the paper in work only. Undefined where no font has a letter. */
export function renderPdf(paper: Paper): Promise<Buffer | undefined> {
  const pdf = queue.then(() => setPdf(paper))
  queue = pdf.catch(() => undefined)
  return pdf
}

async function setPdf(paper: Paper): Promise<Buffer | undefined> {
  worker ??= startWorker()
  worker.ref()
  worker.postMessage(paper)
  const answer = await awaitAnswer(worker)
  worker?.unref()
  if ('problem' in answer) throw new Error(`A PDF could not be set: ${answer.problem}`)
  return answer.pdf ? Buffer.from(answer.pdf) : undefined
}

function startWorker(): Worker {
  // The built site runs in `web/`, with its code elsewhere than its sources. A command runs the sources, without `env`.
  const file = import.meta.env?.PROD
    ? pathToFileURL(join(process.cwd(), 'app/mail/pdf/pdf-worker.mjs'))
    : new URL('./pdf-worker.mjs', import.meta.url)
  const started = new Worker(file)
  const forget = () => {
    if (worker === started) worker = undefined
  }
  return started.on('error', forget).on('exit', forget)
}

/** Also settles when the thread ends without a message. */
async function awaitAnswer(thread: Worker): Promise<Answer> {
  const over = new AbortController()
  const problem = once(thread, 'exit', over).then(([code]) => ({
    problem: `its thread ended with code ${code}.`,
  }))
  try {
    return await Promise.race([once(thread, 'message', over).then(([answer]) => answer), problem])
  } catch (cause) {
    return { problem: String(cause) }
  } finally {
    over.abort()
  }
}

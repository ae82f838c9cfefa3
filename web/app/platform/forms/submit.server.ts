import { data } from 'react-router'
import type { z } from 'zod'
import { isWithoutEnd } from '#platform/database/transactions.server.ts'
import { sentenceOf } from '#platform/format/sentence.ts'
import { Refusal, refuse } from '#platform/refusal.ts'
import { count } from '#platform/tally.server.ts'

/** What a page gets back from its own form when it cannot go on; `values` keeps what was typed. */
export type FormReply = {
  values?: Record<string, string>
  problems?: Record<string, string>
  refused?: { code: string; message: string }
}

const secret = /password|confirmation|token|private|altcha|recaptcha/i

/**
 * Reads a form, checks it, runs `work`; problems and refusals come back to the page with their status. A schema that
 * depends on what stands in the database is read then, so that a refusal of it comes back with what was typed. `uploads`:
 * how many bytes a form with files may have; each of its file fields is a list. `fieldOf`: at which field a refusal stands.
 */
export async function submit<Schema extends z.ZodType, Result>(
  request: Request,
  schema: Schema | (() => Promise<Schema>),
  work: (form: z.output<Schema>) => Promise<Result>,
  { uploads = 0, fieldOf }: { uploads?: number; fieldOf?: (refusal: Refusal) => string | undefined } = {},
) {
  let values: Record<string, string> = {}
  try {
    const entered = uploads > 0 ? await uploadsOf(request, uploads) : await entriesOf(request)
    values = Object.fromEntries(
      Object.entries(entered).flatMap(([name, value]) =>
        typeof value === 'string' && !secret.test(name) ? [[name, value]] : [],
      ),
    )
    const parsed = (typeof schema === 'function' ? await schema() : schema).safeParse(entered)
    if (!parsed.success) return data<FormReply>({ values, problems: problemsOf(parsed.error) }, 400)
    return await work(parsed.data)
  } catch (problem) {
    const refusal = refusalOf(problem)
    const { code, message, status } = refusal
    const field = fieldOf?.(refusal)
    if (field) return data<FormReply>({ values, problems: { [field]: message } }, status)
    return data<FormReply>({ values, refused: { code, message } }, status)
  }
}

/** A fault of ours goes on. */
function refusalOf(problem: unknown): Refusal {
  if (problem instanceof Refusal) return problem
  if (!isWithoutEnd(problem)) throw problem
  count('form that the database did not answer in time')
  return new Refusal('not-stored')
}

/** The largest form of ours has a few KB, however long the names in it. */
const mostBytes = 100 * 1024
const formType = 'application/x-www-form-urlencoded'

async function entriesOf(request: Request): Promise<Record<string, string>> {
  const form = new URLSearchParams(await bodyOf(request, formType, { most: mostBytes }).text())
  return Object.fromEntries(Array.from(form, ([name, value]) => [name, plain(value)]))
}

async function uploadsOf(request: Request, most: number): Promise<Record<string, string | File[]>> {
  const megabytes = Math.floor(most / 1_000_000)
  const words = `That is more than we take at once. Choose a file of up to ${megabytes} MB.`
  const form = await bodyOf(request, 'multipart/form-data', { most, words })
    .formData()
    .catch((problem) => {
      if (problem instanceof Refusal) throw problem
      return unread()
    })
  const entered: Record<string, string | File[]> = {}
  for (const [name, value] of form) {
    const before = entered[name]
    if (typeof value === 'string') entered[name] = plain(value)
    // A field in which no file was chosen comes with an empty one.
    else entered[name] = [...(Array.isArray(before) ? before : []), ...(value.size > 0 ? [value] : [])]
  }
  return entered
}

/** PostgreSQL keeps no text with the character 0, and nobody types one. */
const plain = (value: string) => value.replaceAll('\0', '')

const unread = () => refuse('malformed', 'This form did not come through. Send it again.')

/** Refuses what is no such form, or is longer than it may be, before it is read to its end. */
function bodyOf(
  request: Request,
  formType: string,
  { most, words }: { most: number; words?: string },
): Response {
  const type = request.headers.get('Content-Type') ?? ''
  if (!request.body || !type.startsWith(formType)) return unread()
  let bytes = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, out) {
      bytes += part.byteLength
      if (bytes > most) refuse('too-large', words)
      out.enqueue(part)
    },
  })
  return new Response(request.body.pipeThrough(counted), { headers: { 'Content-Type': type } })
}

/** The first message of each field, by its path ("player.birthday"). */
export function problemsOf(error: z.ZodError): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const issue of error.issues) problems[issue.path.join('.')] ??= sentenceOf(issue)
  return problems
}

import { data } from 'react-router'
import type { z } from 'zod'
import { isOutcomeUnknown } from '#platform/database/transactions.server.ts'
import { describeIssue } from '#platform/format/sentence.ts'
import { Refusal, refuse } from '#platform/refusal.ts'
import { countRefusal } from '#platform/tally.server.ts'

export type FormReply = {
  values?: Record<string, string>
  problems?: Record<string, string>
  refused?: { code: string; message: string }
}

const secret = /password|confirmation|token|private|altcha|recaptcha/i

/**
 * Problems and refusals return to the page with their status. `schema` as a function is read inside, so that its
 * refusal keeps the values. `uploads`: maximal bytes of a form with files. `fieldFor`: a refusal's field.
 */
export async function submit<Schema extends z.ZodType, Result>(
  request: Request,
  schema: Schema | (() => Promise<Schema>),
  work: (form: z.output<Schema>) => Promise<Result>,
  { uploads = 0, fieldFor }: { uploads?: number; fieldFor?: (refusal: Refusal) => string | undefined } = {},
) {
  let values: Record<string, string> = {}
  try {
    const entered = uploads > 0 ? await readUploads(request, uploads) : await readEntries(request)
    values = Object.fromEntries(
      Object.entries(entered).flatMap(([name, value]) =>
        typeof value === 'string' && !secret.test(name) ? [[name, value]] : [],
      ),
    )
    const parsed = (typeof schema === 'function' ? await schema() : schema).safeParse(entered)
    if (!parsed.success) return data<FormReply>({ values, problems: toFieldProblems(parsed.error) }, 400)
    return await work(parsed.data)
  } catch (problem) {
    const refusal = toRefusal(problem)
    const { code, message, status } = refusal
    const field = fieldFor?.(refusal)
    if (field) return data<FormReply>({ values, problems: { [field]: message } }, status)
    return data<FormReply>({ values, refused: { code, message } }, status)
  }
}

function toRefusal(problem: unknown): Refusal {
  if (problem instanceof Refusal) return problem
  if (!isOutcomeUnknown(problem)) throw problem
  countRefusal('form that the database did not answer in time')
  return new Refusal('not-stored')
}

const mostBytes = 100 * 1024
const formType = 'application/x-www-form-urlencoded'

async function readEntries(request: Request): Promise<Record<string, string>> {
  const form = new URLSearchParams(await limitBody(request, formType, { most: mostBytes }).text())
  return Object.fromEntries(Array.from(form, ([name, value]) => [name, plain(value)]))
}

async function readUploads(request: Request, most: number): Promise<Record<string, string | File[]>> {
  const megabytes = Math.floor(most / 1_000_000)
  const message = `That is more than we take at once. Choose a file of up to ${megabytes} MB.`
  const form = await limitBody(request, 'multipart/form-data', { most, message })
    .formData()
    .catch((problem) => {
      if (problem instanceof Refusal) throw problem
      return unread()
    })
  const entered: Record<string, string | File[]> = {}
  for (const [name, value] of form) {
    const before = entered[name]
    if (typeof value === 'string') entered[name] = plain(value)
    // A file field without a file sends an empty one.
    else entered[name] = [...(Array.isArray(before) ? before : []), ...(value.size > 0 ? [value] : [])]
  }
  return entered
}

/** PostgreSQL's text cannot hold NUL. */
const plain = (value: string) => value.replaceAll('\0', '')

const unread = () => refuse('malformed', 'This form did not come through. Send it again.')

/** Refuses another content type, and more than `most` bytes while it streams. */
function limitBody(
  request: Request,
  formType: string,
  { most, message }: { most: number; message?: string },
): Response {
  const type = request.headers.get('Content-Type') ?? ''
  if (!request.body || !type.startsWith(formType)) return unread()
  let bytes = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, out) {
      bytes += part.byteLength
      if (bytes > most) refuse('too-large', message)
      out.enqueue(part)
    },
  })
  return new Response(request.body.pipeThrough(counted), { headers: { 'Content-Type': type } })
}

export function toFieldProblems(error: z.ZodError): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const issue of error.issues) problems[issue.path.join('.')] ??= describeIssue(issue)
  return problems
}

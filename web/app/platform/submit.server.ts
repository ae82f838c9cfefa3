import { data } from 'react-router'
import type { z } from 'zod'
import { Refusal } from './refusal.ts'
import { sentenceOf } from './sentence.ts'

/** What a page gets back from its own form when it cannot go on; `values` keeps what was typed. */
export type FormReply = {
  values?: Record<string, string>
  problems?: Record<string, string>
  refused?: { code: string; message: string }
}

const secret = /password|confirmation|token|altcha|recaptcha/i

/** Reads a form, checks it, runs `work`; problems and refusals come back to the page with their status. */
export async function submit<Schema extends z.ZodType, Result>(
  request: Request,
  schema: Schema,
  work: (form: z.output<Schema>) => Promise<Result>,
) {
  const form = await request.formData()
  const entered: Record<string, string> = {}
  // PostgreSQL keeps no text with the character 0, and nobody types one.
  for (const [name, value] of form) if (typeof value === 'string') entered[name] = value.replaceAll('\0', '')
  const values = Object.fromEntries(Object.entries(entered).filter(([name]) => !secret.test(name)))
  const parsed = schema.safeParse(entered)
  if (!parsed.success) return data<FormReply>({ values, problems: problemsOf(parsed.error) }, 400)
  try {
    return await work(parsed.data)
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    const refused = { code: problem.code, message: problem.message }
    return data<FormReply>({ values, refused }, problem.status)
  }
}

/** The first message of each field, by its path ("player.birthday"). */
export function problemsOf(error: z.ZodError): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const issue of error.issues) problems[issue.path.join('.')] ??= sentenceOf(issue)
  return problems
}

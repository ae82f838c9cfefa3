import { fieldLabel } from './form-labels.ts'
import type { FormProblems, FormValues } from './session-form.ts'

export const textIn = (text = '') => text.replaceAll('\r\n', '\n').trim()
export const rowsIn = (text = '') =>
  textIn(text)
    .split('\n')
    .map((row) => row.trim())
    .filter(Boolean)

type Checked = {
  safeParse: (value: unknown) => {
    error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined
  }
}

/** Maps schema issues to fields: "Price is “free”; write dollars up to …" */
export function problemsIn(schema: Checked, value: unknown): FormProblems {
  const problems: FormProblems = {}
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
    const field = path.filter((step) => typeof step === 'string').join('-')
    problems[field] ??= `${fieldLabel(field)} ${message}.`
  }
  return problems
}

const mostLetters = 4000
export const longOnes = (values: FormValues): FormProblems =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) =>
      text.length > mostLetters
        ? [[name, `That is ${text.length.toLocaleString('en-US')} letters long. Write 4,000 at most.`]]
        : [],
    ),
  )

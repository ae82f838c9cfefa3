import type { z } from 'zod'
import type { Path } from './season-lines.ts'
import { quoted } from './season-messages.ts'

/** "season.yaml:12: … is …; write …" */
export type FileProblem = string

export type PlacedProblem = { path: Path; message: string }

/** Deduplicates and sorts by line. */
export function listProblems(file: string) {
  const problems = new Map<FileProblem, PlacedProblem & { line: number }>()
  return {
    add: (line: number, message: string, path: Path = []) => {
      problems.set(`${file}:${line}: ${message}`, { path, line, message })
    },
    isEmpty: () => problems.size === 0,
    inOrder: () => {
      const sorted = [...problems].sort((left, right) => left[1].line - right[1].line)
      return { problems: sorted.map(([message]) => message), places: sorted.map(([, place]) => place) }
    },
  }
}

/** Path and message of a schema issue; unknown keys get their own path. */
export function locateProblems(issue: z.core.$ZodIssue): [Path, string][] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => [[...path, key], `${quoted(key)} ${issue.message}`])
  const name = path.findLast((step) => typeof step === 'string')
  const number = typeof path.at(-1) === 'number' ? ` (entry ${Number(path.at(-1)) + 1})` : ''
  return [[path, name === undefined ? `the file ${issue.message}` : `${name}${number} ${issue.message}`]]
}

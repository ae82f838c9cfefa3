import type { z } from 'zod'
import type { Path } from './season-lines.ts'
import { quoted } from './season-words.ts'

/** One thing that is wrong, with its line: "season.yaml:12: … is …; write …". */
export type FileProblem = string

/** A problem by where it stands in the structure. */
export type PlacedProblem = { path: Path; words: string }

/** What is wrong with a season, each thing once. */
export function listProblems(file: string) {
  const problems = new Map<FileProblem, PlacedProblem & { line: number }>()
  return {
    add: (line: number, words: string, path: Path = []) => {
      problems.set(`${file}:${line}: ${words}`, { path, line, words })
    },
    isEmpty: () => problems.size === 0,
    inOrder: () => {
      const sorted = [...problems].sort((left, right) => left[1].line - right[1].line)
      return { problems: sorted.map(([words]) => words), places: sorted.map(([, place]) => place) }
    },
  }
}

/** Where a problem of the schema stands, and its words. Unknown names stand at their own lines. */
export function placesOf(issue: z.core.$ZodIssue): [Path, string][] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => [[...path, key], `${quoted(key)} ${issue.message}`])
  const name = path.findLast((step) => typeof step === 'string')
  const number = typeof path.at(-1) === 'number' ? ` (entry ${Number(path.at(-1)) + 1})` : ''
  return [[path, name === undefined ? `the file ${issue.message}` : `${name}${number} ${issue.message}`]]
}

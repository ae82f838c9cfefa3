import { type Document, isAlias, LineCounter, parseDocument, visit, type YAMLError } from 'yaml'
import { suggestFix, type Wrong } from './season-fixes.ts'

export type LineProblem = { line: number; words: string }
export type SeasonText = {
  document: Document
  lineAt: (offset: number) => number
  problems: LineProblem[]
  /** Lines that were guessed: no other problems are reported for them. */
  guessed: Set<number>
  /** False if parsing stopped at too many errors. */
  isWhole: boolean
}

const mostCharacters = 1_000_000
const maxFixes = 40

/**
 * Parses YAML leniently: replaces an invalid line by a suggestion and goes on, so that all errors are found at once.
 * Anchors, aliases and tags count as text that needs quotes.
 */
export function readText(text: string): SeasonText | LineProblem {
  const unreadable = unreadableIn(text)
  if (unreadable) return unreadable
  const lines = text.split('\n')
  const problems: LineProblem[] = []
  const guessed = new Set<number>()
  for (let fixes = 0; ; fixes += 1) {
    const counter = new LineCounter()
    const document = parsed(lines.join('\n'), counter)
    if (!document) return { line: 1, words: 'too many groups stand in one another; write fewer' }
    const lineAt = (offset: number) => counter.linePos(offset).line
    const wrong = firstWrong(document, lineAt)
    if (!wrong || fixes === maxFixes) {
      const twice = document.errors.filter(isTwice).map(({ pos }) => lineAt(pos[0]))
      problems.push(...twice.map((line) => ({ line, words: 'this name stands here twice; write it once' })))
      return { document, lineAt, problems, guessed, isWhole: !wrong }
    }
    const { line, words, replacement, isGuess } = suggestFix(lines, wrong)
    const isKnown = problems.some((problem) => problem.line === line)
    if (!isKnown) problems.push({ line, words })
    // A line whose fix did not help is blanked.
    lines[line - 1] = isKnown ? '' : replacement
    if (isGuess || isKnown) guessed.add(line)
  }
}

const isTwice = ({ code }: YAMLError) => code === 'DUPLICATE_KEY'

function unreadableIn(text: string): LineProblem | undefined {
  if (text.length > mostCharacters)
    return { line: 1, words: 'the file has more than a million letters; write a shorter one' }
  const strange = text.search(/[\0\ufffd]/)
  if (strange < 0) return undefined
  const line = text.slice(0, strange).split('\n').length
  return { line, words: 'a letter here cannot be read; save the file as plain text in UTF-8' }
}

/** Undefined on a stack overflow from deep nesting. */
function parsed(text: string, lineCounter: LineCounter): Document | undefined {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false })
  } catch (problem) {
    if (problem instanceof RangeError) return undefined
    throw problem
  }
}

function firstWrong(document: Document, lineAt: (offset: number) => number): Wrong | undefined {
  const error = document.errors.find((problem) => !isTwice(problem))
  if (error) return { line: lineAt(error.pos[0]), code: error.code }
  let wrong: Wrong | undefined
  visit(document, {
    Node(_, node) {
      const sign = isAlias(node) ? '*' : node.anchor ? '&' : node.tag ? '!' : undefined
      if (!sign || !node.range) return undefined
      wrong = { line: lineAt(node.range[0]), code: 'SIGN', sign }
      return visit.BREAK
    },
  })
  return wrong
}

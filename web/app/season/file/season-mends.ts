import { quoted } from './season-words.ts'

/** What is wrong with a line, by the reader's own word for it. `sign`: a mark that begins an anchor, alias or tag. */
export type Wrong = { line: number; code: string; sign?: string | undefined }
/** What to say of a line, and how it may be meant. A guess says nothing about the rest of its line. */
export type Mend = { line: number; words: string; instead: string; isGuess: boolean }

/** How a line that is no YAML can be meant, so that the lines below can be read too. */
export function mendOf(lines: string[], wrong: Wrong): Mend {
  const line = culpritOf(lines, wrong)
  const written = lines[line - 1] ?? ''
  if (wrong.code === 'TAB_AS_INDENT') {
    const instead = written.replaceAll('\t', '  ')
    return { line, words: 'a tab stands before the text; write spaces', instead, isGuess: false }
  }
  const { before, name, value } = partsOf(written)
  const why = whyQuotes(value, wrong)
  if (!why) return colonOrColumn(lines, line)
  const inQuotes = JSON.stringify(value.replace(/^["']|["']$/g, '').replaceAll('"', ''))
  const example = quoted(name ? `${name}: ${inQuotes}` : inQuotes).slice(1, -1)
  const isGuess = /^[[{]/.test(value)
  return { line, words: `${why}: ${example}`, instead: `${before}${inQuotes}`, isGuess }
}

/** Why a text must stand in quotes; undefined where quotes would not help. */
function whyQuotes(value: string, { sign }: Wrong): string | undefined {
  const first = value.charAt(0)
  if (/^[@`%*&!]/.test(first)) return `the text begins with “${first}”; put it in quotes`
  if (sign) return `“${sign}” means something else here; put the text in quotes`
  if (isOpen(value))
    return /^[[{]/.test(first)
      ? 'a bracket opens here and does not close; close it, or put the text in quotes'
      : 'a quote opens here and does not close; close it'
  if (/^["']/.test(first)) return 'the text goes on after its quotes; put all of it in quotes'
  if (/:(\s|$)/.test(value)) return 'the text has a colon; put it in quotes'
  return undefined
}

/** A line that begins further right than the one above, or has no colon. */
function colonOrColumn(lines: string[], line: number): Mend {
  const written = lines[line - 1] ?? ''
  const next = lines.findIndex((text, index) => index >= line && /^\s*[^\s#]/.test(text))
  const follower = lines[next] ?? ''
  if (partsOf(written).name && indentOf(follower) > indentOf(written))
    return {
      line: next + 1,
      words: 'this line begins further right than the one above; begin both in the same column',
      instead: ' '.repeat(indentOf(written)) + follower.trimStart(),
      isGuess: false,
    }
  const [, before = '', name = '', value = ''] =
    /^(\s*(?:- +)*)(time zone|price note|[^\s:]+) *([^:]*)$/.exec(written) ?? []
  if (name)
    return {
      line,
      words: `${quoted(written)} has no colon; write ${quoted(`${name}: ${value || '…'}`).slice(1, -1)}`,
      instead: `${before}${name}: ${JSON.stringify(value)}`,
      isGuess: true,
    }
  const words = 'this line cannot be read; check its indentation, colons and quotes'
  return { line, words, instead: '', isGuess: true }
}

const indentOf = (line: string) => line.length - line.trimStart().length

/** "  - name: value" → what stands before the value, the name and the value. */
function partsOf(line: string) {
  const [, indent = '', rest = ''] = /^(\s*(?:- +)*)(.*?)\s*$/.exec(line) ?? []
  const [, name = '', gap = '', value = ''] = /^([^\s:"'#[{@`%*&!][^:]*)(: +)(.*)$/.exec(rest) ?? []
  return name ? { before: `${indent}${name}${gap}`, name, value } : { before: indent, name, value: rest }
}

/** A quote or bracket that never closes is missed only further down: the line that opened it is meant. */
function culpritOf(lines: string[], { line, code, sign }: Wrong): number {
  const isIt = (at: number) => {
    const written = lines[at - 1] ?? ''
    return sign ? written.includes(sign) : isOpen(partsOf(written).value)
  }
  if (!sign && code !== 'MISSING_CHAR' && code !== 'BAD_INDENT') return line
  for (let at = Math.min(line, lines.length); at >= 1; at -= 1) if (isIt(at)) return at
  return line
}

const isOpen = (value: string) =>
  (/^["']/.test(value) && !/^(["']).*\1/.test(value)) || (/^[[{]/.test(value) && !/[\]}]/.test(value))

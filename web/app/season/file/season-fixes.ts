import { quoted } from './season-messages.ts'

/** `code` is the YAML parser's. `sign`: the character that begins an anchor, alias or tag. */
export type Wrong = { line: number; code: string; sign?: string | undefined }
/** A message and a corrected line. With `isGuess` no further problems of that line are reported. */
export type Fix = { line: number; words: string; replacement: string; isGuess: boolean }

/** Suggests what an invalid YAML line may mean, so that parsing can go on. */
export function suggestFix(lines: string[], wrong: Wrong): Fix {
  const line = findCulprit(lines, wrong)
  const written = lines[line - 1] ?? ''
  if (wrong.code === 'TAB_AS_INDENT') {
    const replacement = written.replaceAll('\t', '  ')
    return { line, words: 'a tab stands before the text; write spaces', replacement, isGuess: false }
  }
  const { before, name, value } = splitLine(written)
  const why = whyQuotes(value, wrong)
  if (!why) return colonOrColumn(lines, line)
  const inQuotes = JSON.stringify(value.replace(/^["']|["']$/g, '').replaceAll('"', ''))
  const example = quoted(name ? `${name}: ${inQuotes}` : inQuotes).slice(1, -1)
  const isGuess = /^[[{]/.test(value)
  return { line, words: `${why}: ${example}`, replacement: `${before}${inQuotes}`, isGuess }
}

/** Undefined where quotes would not help. */
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

/** Over-indented line, or one without colon. */
function colonOrColumn(lines: string[], line: number): Fix {
  const written = lines[line - 1] ?? ''
  const next = lines.findIndex((text, index) => index >= line && /^\s*[^\s#]/.test(text))
  const follower = lines[next] ?? ''
  if (splitLine(written).name && indentWidth(follower) > indentWidth(written))
    return {
      line: next + 1,
      words: 'this line begins further right than the one above; begin both in the same column',
      replacement: ' '.repeat(indentWidth(written)) + follower.trimStart(),
      isGuess: false,
    }
  const [, before = '', name = '', value = ''] =
    /^(\s*(?:- +)*)(time zone|price note|[^\s:]+) *([^:]*)$/.exec(written) ?? []
  if (name)
    return {
      line,
      words: `${quoted(written)} has no colon; write ${quoted(`${name}: ${value || '…'}`).slice(1, -1)}`,
      replacement: `${before}${name}: ${JSON.stringify(value)}`,
      isGuess: true,
    }
  const message = 'this line cannot be read; check its indentation, colons and quotes'
  return { line, words: message, replacement: '', isGuess: true }
}

const indentWidth = (line: string) => line.length - line.trimStart().length

function splitLine(line: string) {
  const [, indent = '', rest = ''] = /^(\s*(?:- +)*)(.*?)\s*$/.exec(line) ?? []
  const [, name = '', gap = '', value = ''] = /^([^\s:"'#[{@`%*&!][^:]*)(: +)(.*)$/.exec(rest) ?? []
  return name ? { before: `${indent}${name}${gap}`, name, value } : { before: indent, name, value: rest }
}

/** An unclosed quote or bracket is reported further down: finds the line that opened it. */
function findCulprit(lines: string[], { line, code, sign }: Wrong): number {
  const isIt = (at: number) => {
    const written = lines[at - 1] ?? ''
    return sign ? written.includes(sign) : isOpen(splitLine(written).value)
  }
  if (!sign && code !== 'MISSING_CHAR' && code !== 'BAD_INDENT') return line
  for (let at = Math.min(line, lines.length); at >= 1; at -= 1) if (isIt(at)) return at
  return line
}

const isOpen = (value: string) =>
  (/^["']/.test(value) && !/^(["']).*\1/.test(value)) || (/^[[{]/.test(value) && !/[\]}]/.test(value))

import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [part: string]: unknown }

/**
 * The minifier writes every string as a template, and browsers take longer to read those: a page waits for the whole text
 * of a script.
 */
export const plainStrings: Plugin = {
  name: 'plain-strings',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = withPlainStrings(file.code, this.parse(file.code))
  },
}

function withPlainStrings(code: string, program: unknown) {
  let plain = ''
  let done = 0
  const templates = [...plainTemplates(program)].sort((one, other) => one.start - other.start)
  for (const { start, end, text } of templates) {
    plain += code.slice(done, start) + JSON.stringify(text)
    done = end
  }
  return plain + code.slice(done)
}

/** Templates without places. One with a tag is none: its tag gets more than the string. */
function* plainTemplates(part: unknown): Generator<{ start: number; end: number; text: string }> {
  if (Array.isArray(part)) for (const each of part) yield* plainTemplates(each)
  if (!isNode(part)) return
  const { type, start, end } = part
  if (type === 'TemplateLiteral') {
    const { quasis, expressions } = part as Node & {
      quasis: { value: { cooked: string } }[]
      expressions: unknown[]
    }
    const [only] = quasis
    if (only && expressions.length === 0) yield { start, end, text: only.value.cooked }
  }
  for (const [name, inner] of Object.entries(part)) if (name !== 'quasi') yield* plainTemplates(inner)
}

const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null && 'type' in part

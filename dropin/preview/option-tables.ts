import { readFile } from 'node:fs/promises'
import ts from 'typescript'

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')

/** HTML tables of `create`'s options: description from the reference, type from the declarations. */
export async function optionTables() {
  const types = typesIn(await read('../src/public-types/dropin.ts'))
  const reference = await read('../docs/reference.md')
  const tables = [...reference.matchAll(/^\| Option(?: of `(.+)`)? \| Default \| \|\n\|.*\n((?:\|.*\n)+)/gm)]
  return tables
    .map(([, option = '', rows = '']) => renderTable(option.split('` and `'), rows.trim().split('\n'), types))
    .join('')
}

type Types = Map<string, { type: string; does: string }>

function renderTable([option = '', also]: string[], rows: string[], types: Types) {
  const caption = option
    ? `Options of <code>${option}</code>${also ? ` and <code>${also}</code>` : ''}`
    : 'Options of <code>create</code>'
  const body = rows.map((row) => {
    const [, names = '', usual = '', does = ''] = row.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const paths = [...names.matchAll(/`([\w.]+)`/g)].map(([, name]) =>
      option ? `${option}.${name}` : `${name}`,
    )
    const known = paths.flatMap((path) => types.get(path) ?? [])
    const type = [...new Set(known.map((each) => each.type))].join(', ')
    // Rows that refer to another part of the reference: their types say enough.
    const description = does.startsWith('see ') ? known.map((each) => each.does).join(' ') : does
    const default_ =
      usual && usual !== 'required' ? ` <span class="usual">Default: ${inline(usual)}</span>` : ''
    return `<tr role="row" data-options="${paths.join(' ')}"><th role="rowheader" scope="row">${inline(names)}${usual === 'required' ? ' required' : ''}</th>
<td role="cell"><code>${escaped(type)}</code></td><td role="cell">${inline(description)}${default_}</td></tr>`
  })
  return `<table role="table" data-of="${option} ${also ?? ''}"><caption>${caption}</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Option</th><th role="columnheader" scope="col">Type</th><th role="columnheader" scope="col">What it does</th></tr></thead>
<tbody role="rowgroup">${body.join('\n')}</tbody></table>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Markdown code and links; links keep their text alone. */
const inline = (text: string) =>
  escaped(text.replace(/[.,;]? see (\[[^\]]+\]\([^)]+\)( and )?)+/gi, ''))
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/`([^`]+)`/g, '<code>$1</code>')

/** Options by path, with their types as written. */
function typesIn(source: string): Types {
  const file = ts.createSourceFile('dropin.ts', source, ts.ScriptTarget.Latest)
  const aliases = new Map(
    file.statements.filter(ts.isTypeAliasDeclaration).map(({ name, type }) => [name.text, type] as const),
  )
  const types: Types = new Map()
  function walk(type: ts.TypeNode, path: string) {
    if (ts.isUnionTypeNode(type)) for (const each of type.types) walk(each, path)
    if (ts.isTypeReferenceNode(type)) walkAlias(aliases.get(type.typeName.getText(file)), path)
    if (!ts.isTypeLiteralNode(type)) return
    for (const member of type.members)
      if (ts.isPropertySignature(member) && member.type) {
        const name = `${path}${member.name.getText(file)}`
        types.set(name, { type: written(member.type), does: docComment(member) })
        walk(member.type, `${name}.`)
      }
  }
  const docComment = (member: ts.Node) => /\/\*\* (.*?) \*\//.exec(member.getFullText(file))?.[1] ?? ''
  const walkAlias = (type: ts.TypeNode | undefined, path: string) => type && walk(type, path)
  const written = (type: ts.TypeNode) =>
    type
      .getText(file)
      .replace(/\/\*\*.*?\*\/|\| undefined/gs, '')
      .replace(/^\s*\|/, '')
      .replace(/(?<=[^\s{|])\s*\n\s*(?=[\w])/g, '; ')
      .replace(/\s+/g, ' ')
      .trim()
  walkAlias(aliases.get('Options'), '')
  return types
}

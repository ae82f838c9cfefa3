/** The last column holds right-aligned figures. */
type MailTable = { columns: string[]; rows: string[][]; total: [words: string, figure: string] }
export type MailContent = {
  programme: { name: string; email: string; phone: string; addressLines: string[] }
  title: string
  paragraphs: string[]
  table?: MailTable
  button?: { text: string; url: string }
  after?: string[]
}

export function mailLayout(content: MailContent): { text: string; html: string } {
  return { text: plain(content), html: page(content) }
}

function plain({ programme, title, paragraphs, table, button, after = [] }: MailContent): string {
  const rows = table ? [table.columns, ...table.rows, table.total] : []
  const blocks = [
    title,
    ...paragraphs,
    rows.map((row) => row.join(' · ')).join('\n'),
    button ? `${button.text}:\n${button.url}` : '',
    ...after,
    ['--', programme.name, ...programme.addressLines, programme.email, programme.phone]
      .filter(Boolean)
      .join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const ink = '#17251f'
const green = '#0f3a2b'
const ball = '#dff23f'
const face = 'font-family: Arial, Helvetica, sans-serif'
const body = `${face}; font-size: 16px; line-height: 24px; color: ${ink}`

function page(content: MailContent): string {
  const { programme, title, paragraphs, table, button, after = [] } = content
  const foot = [programme.name, ...programme.addressLines].map(escaped).join('<br>')
  const phone = programme.phone && ` · ${escaped(programme.phone)}`
  return `<!doctype html>
<html lang="en-US">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escaped(title)}</title></head>
<body style="margin: 0; padding: 0; background: #ffffff; ${body}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="width: 100%; max-width: 560px">
<tr><td style="background: ${green}; padding: 20px 24px; ${face}; font-size: 18px; font-weight: bold; color: #ffffff">${escaped(programme.name)}</td></tr>
<tr><td style="padding: 32px 24px 24px; ${body}">
<h1 style="margin: 0 0 16px; ${face}; font-size: 26px; line-height: 30px; color: ${ink}">${escaped(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
${table ? figures(table) : ''}
${button ? action(button) : ''}
${after.map(paragraph).join('\n')}
</td></tr>
<tr><td style="padding: 16px 24px 32px; border-top: 2px solid ${ink}; ${face}; font-size: 14px; line-height: 20px; color: #46554e">${foot}<br><a href="mailto:${escaped(programme.email)}" style="color: #1f5687">${escaped(programme.email)}</a>${phone}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

export const paragraph = (text: string) => `<p style="margin: 0 0 16px; ${body}">${escaped(text)}</p>`

const action = ({ text, url }: { text: string; url: string }) => `
<p style="margin: 24px 0 16px"><a href="${escaped(url)}" style="display: inline-block; padding: 13px 22px; background: ${ball}; border: 2px solid ${ink}; border-radius: 4px; ${face}; font-size: 16px; font-weight: bold; color: ${ink}; text-decoration: none">${escaped(text)}</a></p>
<p style="margin: 0 0 16px; ${face}; font-size: 14px; line-height: 20px; color: #46554e; word-break: break-all">${escaped(url)}</p>`

function figures({ columns, rows, total }: MailTable): string {
  const heads = cells('th', columns, `border-bottom: 2px solid ${ink}; font-weight: bold`)
  const lines = rows.map((row) => cells('td', row, 'border-bottom: 1px solid #d3ddd7'))
  const sum = cells('td', total, 'font-weight: bold', columns.length - 1)
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin: 8px 0 24px; border-collapse: collapse; font-variant-numeric: tabular-nums">
<thead>${heads}</thead>
<tbody>${lines.join('')}</tbody>
<tfoot>${sum}</tfoot>
</table>`
}

function cells(tag: 'th' | 'td', row: string[], look: string, firstSpans = 1): string {
  const scope = tag === 'th' ? ' scope="col"' : ''
  const style = `padding: 8px 0; ${face}; font-size: 15px; line-height: 21px; color: ${ink}; ${look}`
  const cell = (text: string, column: number) => {
    const isLast = column === row.length - 1
    const span = column === 0 && firstSpans > 1 ? ` colspan="${firstSpans}"` : ''
    const room = isLast ? '' : '; padding-right: 12px'
    return `<${tag}${scope}${span} align="${isLast ? 'right' : 'left'}" valign="top" style="${style}${room}">${escaped(text)}</${tag}>`
  }
  return `<tr>${row.map(cell).join('')}</tr>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

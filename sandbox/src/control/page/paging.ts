import { html } from 'hono/html'
import { readPage } from '../../platform/requests.ts'

/** The lists that the control page shows in parts, each by the member of the address that has its name. */
const lists = ['transactions', 'customers', 'webhooks'] as const
export type List = (typeof lists)[number]
/** A number for each list: the page that is shown, from 1 on, or how many records there are. */
export type PerList = Record<List, number>

export const pageLength = 20
export const offsetOf = (page: number) => (page - 1) * pageLength

/** The pages that an address asks for: the first of each list, unless it says another. */
export const readPages = (parameterOf: (list: List) => string | undefined) =>
  perList((list) => readPage(parameterOf(list)))

/** The same pages, none behind the last one of its list. */
export const pagesWithin = (pages: PerList, counts: PerList) =>
  perList((list) => Math.min(pages[list], Math.max(1, Math.ceil(counts[list] / pageLength))))

/** Which part of a list is shown; empty where that is all of it. */
export function partWords(page: number, count: number): string {
  if (count <= pageLength) return ''
  const all = count.toLocaleString('en-US')
  if (page === 1) return `The latest ${pageLength} of ${all}.`
  const [first, last] = [offsetOf(page) + 1, Math.min(offsetOf(page + 1), count)]
  return `${first.toLocaleString('en-US')}–${last.toLocaleString('en-US')} of ${all}, newest first.`
}

/** Links to the parts before and behind the one that is shown; the other lists stay where they are. */
export function pageLinks(
  merchantId: string,
  list: List,
  { pages, counts }: Record<'pages' | 'counts', PerList>,
) {
  if (counts[list] <= pageLength) return ''
  const link = (words: string, page: number, relation: string) => {
    const query = Object.entries({ ...pages, [list]: page }).filter(([, shown]) => shown > 1)
    const address = new URLSearchParams([
      ['merchant', merchantId],
      ...query.map(([name, shown]) => [name, String(shown)]),
    ])
    return html`<a class="button" rel="${relation}" href="/?${address}#${list}">${words}<span class="unseen"> ${list}</span></a>`
  }
  const page = pages[list]
  return html`<nav class="row" aria-label="Pages of ${list}">
    ${page > 1 ? link('Newer', page - 1, 'prev') : ''}
    ${offsetOf(page + 1) < counts[list] ? link('Older', page + 1, 'next') : ''}
  </nav>`
}

function perList(numberOf: (list: List) => number): PerList {
  return {
    transactions: numberOf('transactions'),
    customers: numberOf('customers'),
    webhooks: numberOf('webhooks'),
  }
}

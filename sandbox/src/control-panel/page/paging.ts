import { html } from 'hono/html'
import { readPage } from '../../platform/http/requests.ts'

/** Paged lists, each with a URL parameter of its name. */
const lists = ['transactions', 'customers', 'webhooks'] as const
export type List = (typeof lists)[number]
/** Page numbers from 1 on, or counts of records. */
export type PerList = Record<List, number>

export const pageLength = 20
export const pageOffset = (page: number) => (page - 1) * pageLength

export const readPages = (readParameter: (list: List) => string | undefined) =>
  perList((list) => readPage(readParameter(list)))

/** Clamped to the last page of each list. */
export const pagesWithin = (pages: PerList, counts: PerList) =>
  perList((list) => Math.min(pages[list], Math.max(1, Math.ceil(counts[list] / pageLength))))

/** Empty when all of it is shown. */
export function rangeLabel(page: number, count: number): string {
  if (count <= pageLength) return ''
  const all = count.toLocaleString('en-US')
  if (page === 1) return `The latest ${pageLength} of ${all}.`
  const [first, last] = [pageOffset(page) + 1, Math.min(pageOffset(page + 1), count)]
  return `${first.toLocaleString('en-US')}–${last.toLocaleString('en-US')} of ${all}, newest first.`
}

/** Keeps the pages of the other lists. */
export function pageLinks(
  merchantId: string,
  list: List,
  { pages, counts }: Record<'pages' | 'counts', PerList>,
) {
  if (counts[list] <= pageLength) return ''
  const link = (label: string, page: number, relation: string) => {
    const query = Object.entries({ ...pages, [list]: page }).filter(([, shown]) => shown > 1)
    const address = new URLSearchParams([
      ['merchant', merchantId],
      ...query.map(([name, shown]) => [name, String(shown)]),
    ])
    return html`<a class="button" rel="${relation}" href="/?${address}#${list}">${label}<span class="unseen"> ${list}</span></a>`
  }
  const page = pages[list]
  return html`<nav class="row" aria-label="Pages of ${list}">
    ${page > 1 ? link('Newer', page - 1, 'prev') : ''}
    ${pageOffset(page + 1) < counts[list] ? link('Older', page + 1, 'next') : ''}
  </nav>`
}

function perList(numberFor: (list: List) => number): PerList {
  return {
    transactions: numberFor('transactions'),
    customers: numberFor('customers'),
    webhooks: numberFor('webhooks'),
  }
}

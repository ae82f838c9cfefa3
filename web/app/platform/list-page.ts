/** As many rows stand on a page of a list. */
export const perPage = 50

/** Of a long list only its newest rows are counted and have a page; `hasMore` says that it goes on. */
export type ListPage = { many: number; pages: number; page: number; hasMore?: boolean }

/** The page that was asked for, or the last of so many rows. */
export function pageOf(many: number, asked = 1): ListPage {
  const pages = Math.max(1, Math.ceil(many / perPage))
  return { many, pages, page: Math.min(asked, pages) }
}

/** "62", "more than 10,000" */
export const countIn = ({ many, hasMore }: ListPage): string =>
  hasMore ? `more than ${many.toLocaleString('en-US')}` : String(many)

/** Before whose rows it begins. */
export const offsetOf = ({ page }: ListPage) => (page - 1) * perPage

export const perPage = 50

/** In a long list only the newest rows are counted; `hasMore` marks it. */
export type ListPage = { many: number; pages: number; page: number; hasMore?: boolean }

export function toListPage(many: number, asked = 1): ListPage {
  const pages = Math.max(1, Math.ceil(many / perPage))
  return { many, pages, page: Math.min(asked, pages) }
}

export const formatCount = ({ many, hasMore }: ListPage): string =>
  hasMore ? `more than ${many.toLocaleString('en-US')}` : String(many)

export const pageOffset = ({ page }: ListPage) => (page - 1) * perPage

import { formatCount, type ListPage, pageOffset, perPage } from '#platform/list-page.ts'
import { ButtonLink } from '#ui/button.tsx'

/** Pagination. */
export function Pages({ to, ...list }: ListPage & { to: (page: number) => string }) {
  const { page, pages, many } = list
  if (pages === 1) return null
  const before = pageOffset(list)
  const hasOlder = list.hasMore && page === pages
  return (
    <nav className="pages" aria-label="Pages">
      <p>
        {before + 1} to {Math.min(before + perPage, many)} of {formatCount(list)}
        {hasOlder && '. Narrow the list to see what is older.'}
      </p>
      {page > 1 && (
        <ButtonLink size="small" to={to(page - 1)}>
          Previous {perPage}
        </ButtonLink>
      )}
      {page < pages && (
        <ButtonLink size="small" to={to(page + 1)}>
          Next {Math.min(perPage, many - page * perPage)}
        </ButtonLink>
      )}
    </nav>
  )
}

import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { isNoAnswer } from '#platform/forms/stay-on-page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { LoneBall } from '#ui/drawings.tsx'
import { useLayoutFrame, useSite } from '#ui/frame/site.ts'

export function ErrorBoundary() {
  const { title, sentence, canRetry, isOurs } = describeError(useRouteError())
  const { pathname, search } = useLocation()
  const email = useSite()?.programme?.email
  const home = useLayoutFrame()?.home ?? { to: '/', name: 'See the season' }
  return (
    <div className="wrap lost">
      <LoneBall />
      <div>
        <h1>{title}</h1>
        <p className="lead">{sentence}</p>
        {isOurs && email && (
          <p>
            If it goes on, write to <a href={`mailto:${email}`}>{email}</a>.
          </p>
        )}
        <p className="row">
          {canRetry && (
            <ButtonLink to={pathname + search} reloadDocument>
              Try again
            </ButtonLink>
          )}
          <ButtonLink to={home.to}>{home.name}</ButtonLink>
        </p>
      </div>
    </div>
  )
}

export function describeError(problem: unknown): {
  title: string
  sentence: string
  canRetry?: boolean
  isOurs?: boolean
} {
  const status = isRouteErrorResponse(problem) ? problem.status : 500
  if (status === 404)
    return {
      title: 'Just wide of the line',
      sentence: 'There is no page at this address. It may have moved, or a letter is missing.',
    }
  if (isRouteErrorResponse(problem) && status === 403)
    return { title: 'This page is not yours', sentence: String(problem.data) }
  if (isNoAnswer(problem))
    return {
      title: 'The page did not come',
      sentence:
        'We could not reach the site. Check your connection; what you paid or saved before is not lost.',
      canRetry: true,
    }
  if (status < 500)
    return {
      title: 'That did not work',
      sentence: 'Go back, check what you entered, and send it again.',
    }
  return {
    title: 'The fault is ours',
    sentence: 'Something broke on our side. What you paid or saved before is not lost.',
    canRetry: true,
    isOurs: true,
  }
}

import { Banner } from '#ui/frame/banner.tsx'

export function lineMessage(ahead: number): string {
  if (ahead === 0) return 'You are next in line.'
  return ahead === 1
    ? 'One family is before you.'
    : `${ahead.toLocaleString('en-US')} families are before you.`
}

/** `isAsking`: the page retries by itself. */
export function LineBanner({ ahead, isAsking }: { ahead: number; isAsking: boolean }) {
  return (
    <Banner tone="due">
      <p role="status">
        <b>You are in line.</b> {lineMessage(ahead)}
      </p>
      <p className="small">
        So many families register now that we take them in turn.{' '}
        {isAsking
          ? 'Keep this page open: it goes on by itself.'
          : 'Your turn in line is kept for three minutes: press the button to go on.'}{' '}
        A turn is not a place yet.
      </p>
    </Banner>
  )
}

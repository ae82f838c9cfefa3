import { Banner } from '#ui/frame/banner.tsx'

/** Where a family stands in line for the checkout. */
export function inLineWords(ahead: number): string {
  if (ahead === 0) return 'You are next in line.'
  return ahead === 1
    ? 'One family is before you.'
    : `${ahead.toLocaleString('en-US')} families are before you.`
}

/** Shown while a family waits for its turn; `isAsking` where the page goes on by itself. */
export function InLine({ ahead, isAsking }: { ahead: number; isAsking: boolean }) {
  return (
    <Banner tone="due">
      <p role="status">
        <b>You are in line.</b> {inLineWords(ahead)}
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

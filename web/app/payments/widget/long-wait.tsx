import { useEffect, useState } from 'react'

/** What a payment that was pressed waits for; the `page` is the next one, and the answer has come. */
export type WaitsFor = 'method' | 'charge' | 'registration' | 'page'

const longAfter = [5, 20]
const keepOpen = 'Please keep this page open'
const sentences: Record<WaitsFor, string[]> = {
  // The bank may be asking the payer meanwhile, who takes as long as they like.
  method: [`Still talking to the bank. ${keepOpen}.`],
  charge: [
    `Still talking to the bank. ${keepOpen}.`,
    `This takes longer than usual. ${keepOpen}: if no answer comes, you can press again, and you will not be charged twice.`,
  ],
  registration: [
    `Still registering. ${keepOpen}.`,
    `This takes longer than usual. ${keepOpen}: if no answer comes, you can press again, and nothing is booked twice.`,
  ],
  page: [],
}

/** What is happening, in words, once that has taken long. */
export function useLongWait(waitsFor: WaitsFor | undefined): string | undefined {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!waitsFor) return
    const timers = longAfter.map((step) => setTimeout(setSeconds, step * 1000, step))
    return () => {
      for (const timer of timers) clearTimeout(timer)
      setSeconds(0)
    }
  }, [waitsFor])
  const steps = longAfter.filter((step) => seconds >= step).length
  return waitsFor && sentences[waitsFor].slice(0, steps).at(-1)
}

/** Stands below the button, also while it is empty: a screen reader hears of what comes into it. */
export const LongWait = ({ words }: { words: string | undefined }) => (
  <p className="long-wait small" role="status">
    {words}
  </p>
)

import { useEffect, useState } from 'react'

export type WaitsFor = 'method' | 'charge' | 'registration' | 'page'

const longAfter = [5, 20]
const keepOpen = 'Please keep this page open'
const sentences: Record<WaitsFor, string[]> = {
  // The bank may be challenging the payer, who may take long.
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

/** An empty live region too, so that screen readers announce its text. */
export const LongWait = ({ text }: { text: string | undefined }) => (
  <p className="long-wait small" role="status">
    {text}
  </p>
)

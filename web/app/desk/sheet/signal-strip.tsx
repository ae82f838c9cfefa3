import WifiOff from 'lucide-react/icons/wifi-off'
import { useLayoutEffect, useRef } from 'react'

/** State of syncing. */
export type Signal =
  | { state: 'fine' | 'no-signal' | 'back' | 'saved' | 'code' }
  | { state: 'refused'; message: string }

type Props = { signal: Signal; waiting: number; sheetFrom: string; offsetMs: number; address: string }

/** Shown while marks are unsent. */
export function SignalStrip(props: Props) {
  const message = describeSignal(props)
  return (
    <div role="status" className="signal-place">
      {message && <Strip>{message}</Strip>}
    </div>
  )
}

/** Compensates the scroll position, so that nothing shifts under the thumb. */
function Strip({ children }: { children: React.ReactNode }) {
  const self = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const height = self.current?.offsetHeight ?? 0
    scrollBy({ top: height, behavior: 'instant' })
    return () => scrollBy({ top: -height, behavior: 'instant' })
  }, [])
  return (
    <p className="signal" ref={self}>
      <WifiOff aria-hidden className="icon" />
      <span>{children}</span>
    </p>
  )
}

function describeSignal({ signal, waiting, sheetFrom, offsetMs, address }: Props) {
  const marks = waiting === 1 ? '1 mark' : `${waiting} marks`
  const waitingText = `${marks} ${waiting === 1 ? 'waits' : 'wait'}`
  if (signal.state === 'no-signal')
    return (
      <>
        <b>No signal.</b> {waiting > 0 && `${waitingText} on this phone. `}Sheet from {sheetFrom}.
      </>
    )
  if (signal.state === 'back' && waiting > 0)
    return (
      <>
        <b>Signal is back.</b> Sending {marks}.
      </>
    )
  if (signal.state === 'saved') return <b>All marks are saved.</b>
  if (signal.state === 'code')
    return (
      <>
        <b>{waitingText} for your code.</b> <a href={address}>Enter your code</a>
      </>
    )
  if (signal.state === 'refused')
    return (
      <>
        <b>A mark was not saved.</b> {signal.message}
      </>
    )
  return Math.abs(offsetMs) >= noticedMs ? describeOffset(offsetMs) : undefined
}

const minute = 60_000
const noticedMs = 5 * minute

function describeOffset(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / minute)
  const hours = Math.round(minutes / 60)
  const offset =
    minutes < 60 ? `${minutes} minutes` : hours === 1 ? '1 hour' : `${hours.toLocaleString('en-US')} hours`
  return `This phone’s clock is off by ${offset}. Marks are kept in the right order.`
}

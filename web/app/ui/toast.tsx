import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import { useEffect, useState, useSyncExternalStore } from 'react'

type Toast = { id: number; text: string; tone: 'good' | 'bad'; ms: number }

const none: Toast[] = []
let toasts = none
let count = 0
let tell: (() => void) | undefined

export function useToast() {
  return showToast
}

function showToast(text: string, { tone = 'good', ms = 2000 }: { tone?: Toast['tone']; ms?: number } = {}) {
  count += 1
  change([...toasts.slice(-2), { id: count, text, tone, ms }])
}

function change(next: Toast[]) {
  toasts = next
  tell?.()
}

/** One per page. Hover and focus keep a toast open. */
export function ToastRegion() {
  const shown = useSyncExternalStore(
    listen,
    () => toasts,
    () => none,
  )
  return (
    <div className="toasts" role="status">
      {shown.map((toast) => (
        <ToastLine key={toast.id} {...toast} />
      ))}
    </div>
  )
}

function ToastLine({ id, text, tone, ms }: Toast) {
  const [isHeld, hold] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(close, ms, id)
    return () => clearTimeout(timer)
  }, [isHeld, ms, id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only holds its clock
    <div
      className={`toast ${tone}`}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      {tone === 'bad' ? <CircleAlert aria-hidden size="1.25em" /> : <span className="ball" />}
      <p>{text}</p>
      <button type="button" className="icon-button" aria-label="Close" onClick={() => close(id)}>
        <X aria-hidden size="1.25em" />
      </button>
    </div>
  )
}

const close = (id: number) => change(toasts.filter((toast) => toast.id !== id))

function listen(changed: () => void) {
  tell = changed
  return () => {
    tell = undefined
  }
}

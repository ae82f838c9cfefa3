import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { useToast } from './toast.tsx'

const never = () => () => undefined

/** Hidden where a browser has no clipboard API, but rendered on the server. */
export function CopyButton({ text }: { text: string }) {
  const toast = useToast()
  const canCopy = useSyncExternalStore(
    never,
    () => Boolean(navigator.clipboard),
    () => true,
  )
  if (!canCopy) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast('Copied.'),
      () => toast('Your browser did not let us copy. Select the number and copy it.', { tone: 'bad' }),
    )
  return (
    <Button size="small" className="awaits-script" onClick={copy}>
      Copy {text}
    </Button>
  )
}

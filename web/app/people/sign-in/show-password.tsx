import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'

/** No button without script. */
export function useShownPassword() {
  const [isShown, setShown] = useState(false)
  const [hasScript, setScript] = useState(false)
  useEffect(() => setScript(true), [])
  const button = hasScript && (
    <Button variant="bare" size="small" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
      Show password
    </Button>
  )
  return { type: isShown ? 'text' : 'password', button }
}

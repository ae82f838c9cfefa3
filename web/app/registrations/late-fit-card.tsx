import { useEffect, useState } from 'react'
import type { FitCardProps } from './fit-card.tsx'

/** What stands where a session is not for a player; its code comes when it is wanted. */
export function LateFitCard(props: FitCardProps) {
  const [part, setPart] = useState<typeof import('./fit-card.tsx')>()
  useEffect(() => {
    import('./fit-card.tsx').then(setPart, () => undefined)
  }, [])
  return part && <part.FitCard {...props} />
}

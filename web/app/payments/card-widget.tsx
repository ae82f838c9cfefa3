import type { Dropin } from 'dropin'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { callApi } from '#platform/call-api.ts'
import './card-widget.css'

export type WidgetState = 'loading' | 'ready' | 'failed'

/** The card widget in its place. `instance` is there once it is ready; what goes wrong later it shows itself. */
export function CardWidget({
  accountId,
  hidden,
  instance,
  onState,
  onEdit,
}: {
  accountId: string
  hidden: boolean
  instance: RefObject<Dropin | null>
  onState: (state: WidgetState) => void
  onEdit: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const [isReady, setReady] = useState(false)
  const tell = useRef({ onState, onEdit })
  tell.current = { onState, onEdit }
  useEffect(() => {
    const container = place.current
    if (!container) return
    let isGone = false
    const host = container.appendChild(document.createElement('div'))
    const opening = openWidget(host, accountId)
    opening.then(
      (widget) => {
        if (isGone) return
        instance.current = widget
        for (const event of ['card:notEmpty', 'card:validityChange', 'paymentMethodRequestable'] as const)
          widget.on(event, () => tell.current.onEdit())
        setReady(true)
        tell.current.onState('ready')
      },
      () => !isGone && tell.current.onState('failed'),
    )
    return () => {
      isGone = true
      instance.current = null
      opening.then((widget) => widget.teardown()).catch(() => undefined)
      host.remove()
    }
  }, [accountId, instance])
  return (
    <div className="card-place" hidden={hidden}>
      <div ref={place} />
      {!isReady && <div className="skeleton card-skeleton" aria-hidden />}
    </div>
  )
}

async function openWidget(container: HTMLElement, userId: string): Promise<Dropin> {
  const [{ create }, { client_token }] = await Promise.all([
    import('dropin'),
    callApi<{ client_token: string }>('/get-card-client-token', { userId }),
  ])
  return create({
    authorization: client_token,
    container,
    vaultManager: true,
    card: { cardholderName: true, vault: { allowVaultCardOverride: true, vaultCard: false } },
  })
}

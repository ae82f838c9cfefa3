import type { Dropin } from 'dropin'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { callApi } from '#platform/call-api.ts'
import './card-widget.css'

export type WidgetState = 'loading' | 'ready' | 'failed'

/** The public key by which a guest pays, and the gateway where the key does not name one. */
export type GuestKey = { authorization: string; gatewayUrl?: string | undefined }

/**
 * The card widget in its place: for an account with its saved cards, or for a guest. `instance` is there once it is
 * ready; what goes wrong later it shows itself.
 */
export function CardWidget({
  accountId,
  guest,
  hidden = false,
  instance,
  onState,
  onEdit,
}: {
  accountId?: string | undefined
  guest?: GuestKey | undefined
  hidden?: boolean
  instance: RefObject<Dropin | null>
  onState: (state: WidgetState) => void
  onEdit: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const [isReady, setReady] = useState(false)
  const tell = useRef({ onState, onEdit })
  tell.current = { onState, onEdit }
  const { authorization, gatewayUrl } = guest ?? {}
  useEffect(() => {
    const container = place.current
    if (!container) return
    let isGone = false
    const host = container.appendChild(document.createElement('div'))
    const opening = accountId
      ? openForAccount(host, accountId)
      : openForGuest(host, { authorization: authorization ?? '', gatewayUrl })
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
  }, [accountId, authorization, gatewayUrl, instance])
  return (
    <div className="card-place" hidden={hidden}>
      <div ref={place} />
      {!isReady && <div className="skeleton card-skeleton" aria-hidden />}
    </div>
  )
}

async function openForAccount(container: HTMLElement, userId: string): Promise<Dropin> {
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

async function openForGuest(
  container: HTMLElement,
  { authorization, gatewayUrl }: GuestKey,
): Promise<Dropin> {
  const { create } = await import('dropin')
  return create({ authorization, gatewayUrl, container, card: { cardholderName: true } })
}

import type { Dropin } from 'dropin'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiProblem, callApi } from '#platform/call-api.ts'
import { isNoAnswer } from '#platform/stay-on-page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import './card-widget.css'

export type WidgetState = 'loading' | 'ready' | 'failed'

/** The public key by which a guest pays, and the gateway where the key does not name one. */
export type GuestKey = { authorization: string; gatewayUrl?: string | undefined }

type Props = {
  accountId?: string | undefined
  guest?: GuestKey | undefined
  hidden?: boolean
  /** Where the widget is put once it is ready. */
  instance: RefObject<Dropin | null>
  onState: (state: WidgetState) => void
  onEdit: () => void
}

/**
 * The card widget in its place: for an account with its saved cards, or for a guest. `instance` is there once it is
 * ready. Where it cannot open it says why, and can be tried again; what goes wrong later the widget shows itself.
 * Enter in a card field presses the button of the form around it.
 */
export function CardWidget({ hidden = false, ...props }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(1)
  function tryAgain() {
    props.onState('loading')
    setAttempt(attempt + 1)
    // The button that was pressed is gone.
    place.current?.focus()
  }
  return (
    <div className="card-place awaits-script" hidden={hidden} tabIndex={-1} ref={place}>
      <OneAttempt key={attempt} {...props} onAgain={tryAgain} />
    </div>
  )
}

function OneAttempt({
  accountId,
  guest,
  instance,
  onState,
  onEdit,
  onAgain,
}: Props & { onAgain: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const [isReady, setReady] = useState(false)
  const [failure, setFailure] = useState<string>()
  const tell = useRef({ onState, onEdit })
  tell.current = { onState, onEdit }
  const { authorization, gatewayUrl } = guest ?? {}
  useEffect(() => {
    const container = place.current
    if (!container) return
    let isGone = false
    const host = container.appendChild(document.createElement('div'))
    // Whether the card is saved is the only control that is not in a frame.
    host.addEventListener('change', () => tell.current.onEdit())
    const opening = accountId
      ? openForAccount(host, accountId)
      : openForGuest(host, { authorization: authorization ?? '', gatewayUrl })
    opening.then(
      (widget) => {
        if (isGone) return
        instance.current = widget
        for (const event of ['card:notEmpty', 'card:validityChange', 'paymentMethodRequestable'] as const)
          widget.on(event, () => tell.current.onEdit())
        widget.on('card:inputSubmitRequest', () => submitButtonOf(container)?.click())
        setReady(true)
        tell.current.onState('ready')
      },
      (problem) => {
        if (isGone) return
        setFailure(reasonOf(problem))
        tell.current.onState('failed')
      },
    )
    return () => {
      isGone = true
      instance.current = null
      opening.then((widget) => widget.teardown()).catch(() => undefined)
      host.remove()
    }
  }, [accountId, authorization, gatewayUrl, instance])
  return (
    <>
      <div ref={place} />
      {failure && (
        <Banner tone="bad">
          <p>
            <b>Error occurred with your payment method</b>
          </p>
          <p>{failure} Nothing was charged.</p>
          <p>
            <Button onClick={onAgain}>Try again</Button>
          </p>
        </Banner>
      )}
      {!isReady && !failure && <div className="skeleton card-skeleton" aria-hidden />}
    </>
  )
}

const submitButtonOf = (element: HTMLElement) =>
  element.closest('form')?.querySelector<HTMLButtonElement>('button[type=submit]')

function reasonOf(problem: unknown): string {
  if (problem instanceof ApiProblem) return problem.message
  if (isNoAnswer(problem)) return 'We could not reach the site. Check your connection.'
  return 'The card form could not be loaded.'
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

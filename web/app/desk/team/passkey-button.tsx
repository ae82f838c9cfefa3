import { useState } from 'react'
import { useSubmit } from 'react-router'
import { Button } from '#ui/button.tsx'

/** Options for WebAuthn; the sealed challenge is returned with the answer. */
export type PasskeyOffer = { kind: 'make' | 'use'; options: string; challenge: string }

type Props = { offer: PasskeyOffer; action?: string; along?: [name: string, value: string][] }

/** Runs WebAuthn and submits the answer with `along`. Its library is loaded on demand. */
export function PasskeyButton({ offer, action, along = [] }: Props) {
  const submit = useSubmit()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  async function press() {
    setBusy(true)
    setProblem('')
    try {
      const answer = await answerTo(offer)
      const sent = {
        ...Object.fromEntries(along),
        challenge: offer.challenge,
        passkey: JSON.stringify(answer),
      }
      await submit(sent, { method: 'post', ...(action && { action }) })
    } catch {
      setProblem('The passkey was not taken. Try again, or use a code.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button onClick={press} busy={isBusy}>
        {offer.kind === 'make' ? 'Make a passkey' : 'Use a passkey'}
      </Button>
      <p role="status" className="small">
        {problem}
      </p>
    </>
  )
}

async function answerTo({ kind, options }: PasskeyOffer) {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = JSON.parse(options)
  return kind === 'make' ? startRegistration({ optionsJSON }) : startAuthentication({ optionsJSON })
}

import { useState } from 'react'
import { dollars, parseCents } from '#platform/format/money.ts'
import { ApiProblem, callApi, NoAnswer } from '#platform/http/call-api.ts'
import { sumOwed } from '#registrations/dues.ts'
import { Button } from '#ui/button.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { useToast } from '#ui/toast.tsx'
import type { HistoryRow } from './history.ts'

type Props = { creditCents: number; unpaid: HistoryRow[]; onAnswer: () => void }

export function CreditBox({ creditCents, unpaid, onAnswer }: Props) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const showToast = useToast()
  const usable = Math.min(creditCents, sumOwed(unpaid))

  async function use() {
    setBusy(true)
    setFailure(undefined)
    try {
      const registration_ids = unpaid.map(({ id }) => id)
      const { credit_used } = await callApi<{ credit_used: number }>('/use-credit', { registration_ids })
      showToast(
        credit_used > 0
          ? `Credit used: ${dollars(parseCents(credit_used) ?? 0)}.`
          : 'Your credit was used already.',
        { ms: 2000 },
      )
    } catch (problem) {
      if (problem instanceof NoAnswer)
        setFailure('We lost the connection. Press the button again: it is used once.')
      else if (problem instanceof ApiProblem) setFailure(problem.message)
      else throw problem
    } finally {
      setBusy(false)
      onAnswer()
    }
  }
  return (
    <section className="your-credit stack near" aria-label="Your credit">
      <p className="row">
        <span>
          Your credit: <b>{dollars(creditCents)}</b>
        </span>
        {usable > 0 && (
          <span className="awaits-script">
            <Button size="small" busy={busy} onClick={use}>
              Use your {dollars(usable)}
            </Button>
          </span>
        )}
      </p>
      {usable > 0 && <p className="small">It is used for what is due first. You pay the rest as you like.</p>}
      {failure && (
        <Banner tone="bad">
          <p>{failure}</p>
        </Banner>
      )}
    </section>
  )
}

import { useRef } from 'react'
import { href, useNavigate } from 'react-router'
import type { BotCheck } from '#bot-check/prepare-bot-check.ts'
import type { DonationType } from '#donations/donation-types.ts'
import { botCheckActions, declined } from '#donations/donations.ts'
import { NotSent } from '#payments/widget/payment-attempt.ts'
import { usePayment } from '#payments/widget/use-payment.ts'
import { inDollars } from '#platform/format/money.ts'
import { callApi } from '#platform/http/call-api.ts'
import { triedGift, type Values } from './gift-draft.ts'

type Gift = { values: Values; type: DonationType; cents: number }

export function useGift(accountId: string | undefined) {
  const navigate = useNavigate()
  const tried = triedGift(accountId)
  const payment = usePayment(declined, {
    onRefused: tried.forgetKey,
    earlierKey: () => tried.read()?.key,
  })
  const botCheck = useRef<{ action: string; check: Promise<BotCheck> }>(null)

  /** Starts the bot check while the form is filled in. */
  function prepare(type: DonationType) {
    const action = botCheckActions[type]
    if (botCheck.current?.action === action) return botCheck.current.check
    const check = import('#bot-check/prepare-bot-check.ts').then(({ prepareBotCheck }) =>
      prepareBotCheck(action),
    )
    botCheck.current = { action, check }
    check.catch(() => {
      botCheck.current = null
    })
    return check
  }
  async function answerBotCheck(type: DonationType) {
    try {
      const { answer } = await prepare(type)
      // Good once: the next try needs another.
      botCheck.current = null
      return await answer()
    } catch (cause) {
      throw new NotSent('The bot check did not finish. Check your connection and try again.', { cause })
    }
  }
  async function give({ values, type, cents }: Gift) {
    const { amount: _, custom_amount: __, ...donor } = values
    const answer = await payment.byWidget(async (key, method) => {
      tried.keep({ values, key })
      const request = {
        ...donor,
        ...method,
        donation_type: type,
        account_id: accountId,
        transaction_amount: inDollars(cents),
        g_recaptcha_response: await answerBotCheck(type),
      }
      return callApi<{ donation_id: string }>('/submit-donation', request, key)
    })
    if (!answer) return
    await navigate(href('/pages/donate/success/:id', { id: answer.donation_id }))
    tried.forget()
  }
  return { payment, prepare, give }
}

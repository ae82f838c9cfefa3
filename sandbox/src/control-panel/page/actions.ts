import { z } from 'zod'
import { addFault, endFaults } from '../../fault-injection/faults.ts'
import { addMerchant, changeMerchant } from '../../merchant-access/merchants.ts'
import type { Gateway } from '../../platform/gateway.ts'
import { BadRequest, parseRequest } from '../../platform/http/requests.ts'
import { count } from '../../platform/settings.ts'
import { endings } from '../../transaction-api/transaction-moves.ts'
import { advanceClock } from '../../transactions/settlement.ts'
import { controlVenmoContext } from '../../wallet-approvals/venmo.ts'
import { venmoStatuses } from '../../wallet-approvals/venmo-statuses.ts'
import { challenge } from '../../webhook-delivery/delivery.ts'
import { resendWebhook } from '../../webhook-outbox/webhooks.ts'
import { endSale } from '../end-sale.ts'
import { decideByHand, disputeByHand, refundByHand, verdicts } from '../manual-actions.ts'
import { reset } from '../reset.ts'
import { choices } from './fault-section.ts'

/** A form's action, and its message when done. */
type Action = { done: string; act: (gateway: Gateway, form: unknown) => Promise<unknown> }

const FaultForm = z.object({
  operation: z.string(),
  choice: z.string(),
  when: z.string(),
  about: z
    .string()
    .trim()
    .transform((text) => text || undefined)
    .optional(),
  times: z
    .literal('')
    .transform(() => undefined)
    .or(count(1, 1_000_000))
    .optional(),
  percent: count(1, 100),
  seed: count(0, 999_999_999),
})
const NumberForm = z.object({ number: count(1, Number.MAX_SAFE_INTEGER).optional() })
const ClockForm = z.object({ seconds: count(1, 31_536_000) })
const SettingsForm = z.object({ settle_after_seconds: z.unknown(), webhook_url: z.string().default('') })
const SaleForm = z.object({ transaction: z.string(), ending: z.enum(endings) })
const PanelForm = z.object({ transaction: z.string(), act: z.enum(['refund', 'dispute']) })
const DisputeForm = z.object({ dispute: z.string(), verdict: z.enum(verdicts) })
const VenmoForm = z.object({ context: z.string(), status: z.enum(venmoStatuses) })
const MerchantForm = z.object({ id: z.unknown() })

export const actions: Record<string, Action> = {
  fault: {
    done: 'The fault is set.',
    async act(gateway, form) {
      const { choice, percent, ...fault } = parseRequest(FaultForm, form)
      const chosen = choices[choice]
      if (!chosen) throw new BadRequest('There is no such fault.')
      await addFault(gateway, { ...fault, ...chosen.fault, rate: percent / 100 })
    },
  },
  'fault/remove': {
    done: 'It has ended.',
    act: (gateway, form) => endFaults(gateway, parseRequest(NumberForm, form).number),
  },
  clock: {
    done: 'The clock has moved on.',
    act: (gateway, form) => advanceClock(gateway, parseRequest(ClockForm, form).seconds),
  },
  settings: {
    done: 'The settings are kept.',
    async act(gateway, form) {
      const settings = parseRequest(SettingsForm, form)
      const isNew = settings.webhook_url !== '' && settings.webhook_url !== gateway.merchant.webhookUrl
      const wrong = isNew ? await challenge(gateway, settings.webhook_url) : undefined
      if (wrong) throw new BadRequest(`Webhooks cannot be sent there. ${wrong}`)
      await changeMerchant(gateway, settings)
    },
  },
  sale: {
    done: 'The sale stands as you said.',
    act(gateway, form) {
      const { transaction, ending } = parseRequest(SaleForm, form)
      return endSale(gateway, transaction, ending)
    },
  },
  panel: {
    done: 'It is done, as in the gateway’s panel.',
    act(gateway, form) {
      const { transaction, act } = parseRequest(PanelForm, form)
      return act === 'refund' ? refundByHand(gateway, transaction) : disputeByHand(gateway, transaction)
    },
  },
  dispute: {
    done: 'The bank has decided.',
    act(gateway, form) {
      const { dispute, verdict } = parseRequest(DisputeForm, form)
      return decideByHand(gateway, dispute, verdict)
    },
  },
  venmo: {
    done: 'The payment with Venmo has moved on.',
    act(gateway, form) {
      const { context, status } = parseRequest(VenmoForm, form)
      return controlVenmoContext(gateway, context, status, {})
    },
  },
  merchant: {
    done: 'The merchant is there. Its keys are under “Keys and settings”.',
    act: (gateway, form) => addMerchant(gateway, parseRequest(MerchantForm, form)),
  },
  webhook: {
    done: 'It is sent again.',
    act: (gateway, form) => resendWebhook(gateway, parseRequest(NumberForm.required(), form).number),
  },
  reset: { done: 'All is as at the beginning.', act: reset },
}

import { addFamilyMail } from '#mail/family-mail.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dollars } from '#platform/format/money.ts'
import { readPlaceDetails, sessionLabel } from './refund-mails.server.ts'
import { type BackPart, describeRefundedPart } from './refund-parts.ts'

type RefundMailInput = {
  registrationId: number
  givesUp: boolean
  paidCents: number
  backCents: number
  plan: Record<'all' | 'online' | 'byHand' | 'credit', BackPart[]>
  asCredit: boolean
}

export async function addRefundAtDeskMail(tx: Db, input: RefundMailInput): Promise<void> {
  const { registrationId, givesUp, paidCents, backCents, plan, asCredit } = input
  const details = await readPlaceDetails(tx, registrationId)
  const back = dollars(backCents)
  const place = `${details.firstName}’s place in ${sessionLabel(details)}`
  const sums =
    backCents === 0
      ? `You had paid ${dollars(paidCents)} for it. Nothing of it goes back.`
      : `You had paid ${dollars(paidCents)} for it. ${backCents === paidCents ? 'All of it' : `${back} of it`} goes back to you.`
  const first = givesUp
    ? [`${place} is given up.`, ...(paidCents > 0 ? [sums] : [])]
    : [`${back} of what you paid for ${place} goes back to you. The place stays ${details.firstName}’s.`]
  const parts = asCredit
    ? [`${back} is your credit now: you can use it for another place.`]
    : [
        ...plan.online.map((part) => describeRefundedPart(part, 'asking')),
        ...plan.byHand.map((part) => describeRefundedPart(part, 'owed')),
        ...plan.credit.map((part) => describeRefundedPart(part, 'credited')),
      ]
  const title = givesUp ? `${details.firstName}’s place is given up` : 'Money goes back to you'
  const paragraphs = [...first, ...(backCents > 0 ? parts : [])]
  await addFamilyMail(
    tx,
    { kind: givesUp ? 'unregistered' : 'refund', to: details.email },
    { title, paragraphs },
  )
}

import { addFamilyMail } from '#mail/family-mail.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dollars } from '#platform/format/money.ts'
import { type BackPart, wentBackWords } from './back-parts.ts'
import { factsOf, sessionOf } from './refund-mails.server.ts'

type GivenBack = {
  registrationId: number
  givesUp: boolean
  paidCents: number
  backCents: number
  plan: Record<'all' | 'online' | 'byHand' | 'credit', BackPart[]>
  asCredit: boolean
}

/** The desk gave a place up, or a part of its money back: with its sums, and what goes back how. */
export async function addGivenBackMail(tx: Db, given: GivenBack): Promise<void> {
  const { registrationId, givesUp, paidCents, backCents, plan, asCredit } = given
  const facts = await factsOf(tx, registrationId)
  const back = dollars(backCents)
  const place = `${facts.firstName}’s place in ${sessionOf(facts)}`
  const sums =
    backCents === 0
      ? `You had paid ${dollars(paidCents)} for it. Nothing of it goes back.`
      : `You had paid ${dollars(paidCents)} for it. ${backCents === paidCents ? 'All of it' : `${back} of it`} goes back to you.`
  const first = givesUp
    ? [`${place} is given up.`, ...(paidCents > 0 ? [sums] : [])]
    : [`${back} of what you paid for ${place} goes back to you. The place stays ${facts.firstName}’s.`]
  const parts = asCredit
    ? [`${back} is your credit now: you can use it for another place.`]
    : [
        ...plan.online.map((part) => wentBackWords(part, 'asking')),
        ...plan.byHand.map((part) => wentBackWords(part, 'owed')),
        ...plan.credit.map((part) => wentBackWords(part, 'credited')),
      ]
  const title = givesUp ? `${facts.firstName}’s place is given up` : 'Money goes back to you'
  const paragraphs = [...first, ...(backCents > 0 ? parts : [])]
  await addFamilyMail(
    tx,
    { kind: givesUp ? 'unregistered' : 'refund', to: facts.email },
    { title, paragraphs },
  )
}

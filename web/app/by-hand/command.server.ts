import { z } from 'zod'
import { invoiceNumber, wrongInvoice } from '#paper/invoice.ts'
import { CommandProblem, readWords, type Typed } from '#platform/command.server.ts'
import type { Day } from '#platform/dates.ts'
import { centsOf } from '#platform/money.ts'
import { offlineWays } from '#registrations/ways-to-pay.ts'
import type { OfflineRequest } from './offline-payments.api.server.ts'

/** The options that each word of the command takes. */
const optionsOf = {
  find: {},
  record: { registration: 'text', note: 'text', received: 'text' },
  'take-back': { registration: 'text' },
  bounced: {},
  release: { registration: 'text' },
  returned: {},
  repaid: {},
} as const satisfies Record<OfflineRequest['act'], Record<string, 'text'>>

/** What a volunteer typed after `npm run record-payment --`. What cannot be understood is answered in plain words. */
export function readCommand([act = '', ...more]: string[], by: string): OfflineRequest {
  if (!isAct(act))
    throw new CommandProblem(`“${act}” is not known here. Write ${oneOf(Object.keys(optionsOf))}.`)
  const typed = readWords(more, optionsOf[act])
  switch (act) {
    case 'find':
      return { act, text: typed.words.join(' ') || missing('an e-mail, a name or an invoice number', act) }
    case 'record':
      return { act, ...paymentIn(typed), registrationIds: registrationsIn(typed), by }
    case 'take-back':
    case 'bounced': {
      const id = paymentNumber(only(typed, 'the number of the payment', act))
      return { act, id, registrationIds: registrationsIn(typed), by }
    }
    case 'release': {
      const text = typed.words.join(' ') || missing('an e-mail, a name or an invoice number', act)
      return { act, text, registrationIds: registrationsIn(typed), by }
    }
    case 'returned':
    case 'repaid':
      return { act, of: openPlace(only(typed, `what “find” shows after “${act}”`, act), act), by }
    default:
      return act satisfies never
  }
}

const isAct = (word: string): word is OfflineRequest['act'] => word in optionsOf

function paymentIn({ words: [invoice, how = '', amount = '', ...more], texts }: Typed) {
  if (!invoice) return missing('an invoice number, how it was paid and how much', 'record')
  if (!invoiceNumber(invoice)) throw new CommandProblem(wrongInvoice(invoice))
  const known = offlineWays.find((way) => way === how.toLowerCase())
  if (!known)
    throw new CommandProblem(
      how
        ? `“${how}” is not a way to pay that is recorded here. Write ${oneOf(offlineWays)}.`
        : `How was it paid? After the invoice number write ${oneOf(offlineWays)}.`,
    )
  const amountCents = centsOf(amount.replace(/^\$/, '').replaceAll(/,(?=\d{3}\b)/g, ''))
  if (!amountCents)
    throw new CommandProblem(
      amount
        ? `“${amount}” is no amount. Write dollars, such as 215.00.`
        : `How much was it? After “${how}” write dollars, such as 215.00.`,
    )
  if (more.length > 0) throw new CommandProblem(tooMuch(more))
  return {
    invoice,
    how: known,
    amountCents,
    note: texts('note').join(' '),
    receivedOn: dayIn(texts('received')),
  }
}

function dayIn([text, ...more]: string[]): Day | undefined {
  if (text !== undefined && (more.length > 0 || !z.iso.date().safeParse(text).success))
    throw new CommandProblem(`“${[text, ...more].join(' ')}” is no day. Write one such as 2027-06-21.`)
  return text
}

function registrationsIn({ texts }: Typed): number[] {
  return texts('registration').map((text) => {
    if (!/^\d{1,9}$/.test(text))
      throw new CommandProblem(`“${text}” is no registration. Write its number, which “find” shows.`)
    return Number(text)
  })
}

function paymentNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new CommandProblem(`“${text}” is no payment. Write its number, which “find” shows.`)
  return Number(text)
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
function openPlace(text: string, act: string): number | string {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  if (!uuid.test(text))
    throw new CommandProblem(`“${text}” is nothing that is owed. Write what “find” shows after “${act}”.`)
  return text
}

function only({ words: [first, ...more] }: Typed, what: string, act: string): string {
  if (!first) return missing(what, act)
  if (more.length > 0) throw new CommandProblem(tooMuch(more))
  return first
}

function missing(what: string, act: string): never {
  throw new CommandProblem(`Write ${what} after “${act}”.`)
}

const tooMuch = (words: string[]) =>
  `“${words.join(' ')}” is too much. A text of several words stands in quotes.`

const oneOf = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

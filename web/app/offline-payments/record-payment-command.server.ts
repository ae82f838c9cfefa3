import { z } from 'zod'
import { invoiceNumber, wrongInvoice } from '#invoices/invoice.ts'
import { CommandProblem, type ParsedArguments, parseArguments } from '#platform/command.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { offlineWays } from '#registrations/ways-to-pay.ts'
import type { OfflineRequest } from './offline-payments.api.server.ts'
import { parseAmount } from './received.schema.ts'

/** By subcommand. */
const optionsByAct = {
  find: {},
  record: { registration: 'text', note: 'text', received: 'text' },
  'take-back': { registration: 'text' },
  bounced: {},
  release: { registration: 'text' },
  returned: {},
  repaid: {},
} as const satisfies Record<OfflineRequest['act'], Record<string, 'text'>>

/** Parses the arguments after `npm run record-payment --`. Errors are sentences for people. */
export function readCommand([act = '', ...more]: string[], by: string): OfflineRequest {
  if (!isAct(act))
    throw new CommandProblem(
      `“${act}” is not known here. Write ${joinAlternatives(Object.keys(optionsByAct))}.`,
    )
  const typed = parseArguments(more, optionsByAct[act])
  switch (act) {
    case 'find':
      return { act, text: parseFamily(typed, act) }
    case 'record':
      return { act, ...parsePayment(typed), registrationIds: parseRegistrations(typed), by }
    case 'take-back':
    case 'bounced': {
      const id = parseNumber(only(typed, 'the number of the payment', act), 'payment')
      return { act, id, registrationIds: parseRegistrations(typed), by }
    }
    case 'release':
      return { act, text: parseFamily(typed, act), registrationIds: parseRegistrations(typed), by }
    case 'returned':
    case 'repaid':
      return { act, of: openPlace(only(typed, `what “find” shows after “${act}”`, act), act), by }
    default:
      return act satisfies never
  }
}

const isAct = (word: string): word is OfflineRequest['act'] => word in optionsByAct

const parseFamily = ({ positionals }: ParsedArguments, act: string) =>
  positionals.join(' ') || missing('an e-mail, a name or an invoice number', act)

function parsePayment({ positionals: [invoice, how = '', amount = '', ...more], texts }: ParsedArguments) {
  if (!invoice) return missing('an invoice number, how it was paid and how much', 'record')
  if (!invoiceNumber(invoice)) throw new CommandProblem(wrongInvoice(invoice))
  const known = offlineWays.find((way) => way === how.toLowerCase())
  if (!known)
    throw new CommandProblem(
      how
        ? `“${how}” is not a way to pay that is recorded here. Write ${joinAlternatives(offlineWays)}.`
        : `How was it paid? After the invoice number write ${joinAlternatives(offlineWays)}.`,
    )
  const amountCents = parseAmount(amount)
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
    receivedOn: parseDay(texts('received')),
  }
}

function parseDay([text, ...more]: string[]): Day | undefined {
  if (text !== undefined && (more.length > 0 || !z.iso.date().safeParse(text).success))
    throw new CommandProblem(`“${[text, ...more].join(' ')}” is no day. Write one such as 2027-06-21.`)
  return text
}

const parseRegistrations = ({ texts }: ParsedArguments): number[] =>
  texts('registration').map((text) => parseNumber(text, 'registration'))

function parseNumber(text: string, what: 'registration' | 'payment'): number {
  if (!isNumber(text))
    throw new CommandProblem(`“${text}” is no ${what}. Write its number, which “find” shows.`)
  return Number(text)
}

const isNumber = (text: string) => /^\d{1,9}$/.test(text)
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
function openPlace(text: string, act: string): number | string {
  if (isNumber(text)) return Number(text)
  if (!uuid.test(text))
    throw new CommandProblem(`“${text}” is nothing that is owed. Write what “find” shows after “${act}”.`)
  return text
}

function only({ positionals: [first, ...more] }: ParsedArguments, what: string, act: string): string {
  if (!first) return missing(what, act)
  if (more.length > 0) throw new CommandProblem(tooMuch(more))
  return first
}

function missing(what: string, act: string): never {
  throw new CommandProblem(`Write ${what} after “${act}”.`)
}

const tooMuch = (args: string[]) =>
  `“${args.join(' ')}” is too much. A text of several words stands in quotes.`

const joinAlternatives = (alternatives: readonly string[]) =>
  `${alternatives.slice(0, -1).join(', ')} or ${alternatives.at(-1)}`

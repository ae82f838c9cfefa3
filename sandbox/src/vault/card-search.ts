import { and, type Column, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { hashNumber } from '../payment-instruments/cards.ts'
import type { Gateway } from '../platform/gateway.ts'
import { BadRequest, parseRequest, text } from '../platform/http/requests.ts'
import { type Criterion, textCriterion } from '../platform/search/search.ts'

export function cardField(means: Column, member: string): SQL {
  return sql`(${means} -> 'card' ->> ${member})`
}

const NumberCriterion = z.strictObject({
  is: text.optional(),
  is_not: text.optional(),
  starts_with: text.optional(),
  ends_with: text.optional(),
})

/** Whole numbers are compared by their hash, parts by the stored first six and last four digits. */
export function cardNumberCriterion(gateway: Gateway, means: Column): Criterion {
  return numberCriterion(gateway, (member) => cardField(means, member))
}

/** `field` gives the members of the card. */
export function numberCriterion(gateway: Gateway, field: (member: string) => SQL): Criterion {
  const hash = (number: string) => hashNumber(number.replace(/[\s-]/g, ''), gateway.secrets.hashKey)
  return (terms) => {
    const { is, is_not: isNot, starts_with: start, ends_with: end } = parseRequest(NumberCriterion, terms)
    return and(
      is === undefined ? undefined : sql`${field('numberHash')} = ${hash(is)}`,
      isNot === undefined ? undefined : sql`${field('numberHash')} <> ${hash(isNot)}`,
      start === undefined ? undefined : textCriterion(field('bin'))({ starts_with: start.slice(0, 6) }),
      end === undefined ? undefined : textCriterion(field('last4'))({ ends_with: end.slice(-4) }),
    )
  }
}

const DateCriterion = z.strictObject({ is: text.optional(), is_not: text.optional() })

/** "MM/YYYY" or "MM/YY". */
export function cardDateCriterion(means: Column): Criterion {
  return dateCriterion((member) => cardField(means, member))
}

export function dateCriterion(field: (member: string) => SQL): Criterion {
  const date = sql`${field('expirationMonth')} || '/' || ${field('expirationYear')}`
  return (terms) => {
    const { is, is_not: isNot } = parseRequest(DateCriterion, terms)
    return and(
      is === undefined ? undefined : sql`${date} = ${readDate(is)}`,
      isNot === undefined ? undefined : sql`${date} <> ${readDate(isNot)}`,
    )
  }
}

function readDate(date: string): string {
  const [, month, year] = date.match(/^(\d{1,2})\/(\d{2}|\d{4})$/) ?? []
  if (!month || !year) throw new BadRequest(`${date} is no expiration date.`)
  return `${month.padStart(2, '0')}/${year.length === 2 ? `20${year}` : year}`
}

import type { CreateOptions } from '../src/merchant-options/create-options.ts'
import type { PlaceKind } from './places.ts'

/** As a page may write them, right or wrong. */
export type OwnOptions = { [Name in keyof CreateOptions]?: unknown }

/** One state of the widget, how it comes about, and what is to be seen then. */
export type Scenario = {
  /** All of it, in the widget or in what the shop's page is told. */
  seen: Seen[]
  /** What the customer has saved, by the gateway's test nonces. Without it a guest pays. */
  saved?: string[]
  /** Options of the client token. */
  token?: Record<string, boolean>
  /** What the merchant offers, and what goes wrong at the gateway: as the sandbox's control API takes it. */
  offers?: object
  faults?: Fault[]
  options?: OwnOptions
  /** What is done once the widget is there, one after the other. */
  steps?: Step[]
  place?: PlaceKind
  /** Frames that the page's policy keeps out; files of languages that do not come. */
  missing?: 'frames' | 'texts'
  /** The page is loaded again first: a script that it has got is not asked for once more. */
  isFresh?: boolean
  /** Classes of the page's root, and its direction. */
  looks?: string
  dir?: 'rtl'
  /** Widgets side by side, each by what is its own; one, if nothing is said. */
  widgets?: OwnOptions[]
}

/** Words, an element by role and name, or one by its selector where it has neither. */
export type Seen = string | { role: Role; name: string } | { selector: string }
type Role = 'dialog' | 'button' | 'group' | 'checkbox' | 'alert' | 'img'

/** The words of a button that the customer presses, or what the shop's page does. */
export type Step = string | { shop: Doing }
export type Doing =
  | ('requests' | 'clears' | 'edits' | 'tears down' | 'creates again')
  | ('shows the place' | 'speaks German')

export type Fault = {
  operation: string
  when: 'before' | 'after'
  act: 'delay' | 'drop' | 'answer' | 'garble'
  milliseconds?: number
  status?: number
  content?: 'html' | 'text' | 'cut' | 'empty'
  skip?: number
}

export type Scenarios = Record<string, Scenario>

const inFourYears = String(new Date().getFullYear() + 4)
const goodCard = { number: '4111111111111111', date: `12/${inFourYears}`, cvv: '123', postalCode: '94000' }

/** Options of a card form that is filled in already: frames of another host cannot be typed into by the page. */
export function filledIn(
  own: Partial<typeof goodCard> & { name?: string } = {},
  card: object = {},
): OwnOptions {
  const { number, date, cvv, postalCode, name } = { ...goodCard, ...own }
  const fields = {
    number: { prefill: number },
    expirationDate: { prefill: date },
    cvv: { prefill: cvv },
    postalCode: { prefill: postalCode },
    ...(name !== undefined && { cardholderName: { prefill: name } }),
  }
  return { card: { overrides: { fields }, ...card } }
}

export const button = (name: string): Seen => ({ role: 'button', name })
export const request: Step = { shop: 'requests' }
export const amex = 'fake-valid-amex-nonce'
export const visa = 'fake-valid-visa-nonce'
export const mastercard = 'fake-valid-mastercard-nonce'

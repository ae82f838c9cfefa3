import type { CreateOptions } from '../src/merchant-options/create-options.ts'
import type { PlaceKind } from './places.ts'

/** Any value, also invalid ones. */
export type AnyOptions = { [Name in keyof CreateOptions]?: unknown }

/** A state of the widget: set-up, steps, and visible result. */
export type Scenario = {
  /** All visible, in the widget or in the page's log. */
  seen: Seen[]
  /** Saved methods, by the gateway's test nonces; a guest without. */
  saved?: string[]
  /** Options of the client token. */
  token?: Record<string, boolean>
  /** The merchant's offers and the gateway's faults, as the sandbox's control API takes them. */
  offers?: object
  faults?: Fault[]
  options?: AnyOptions
  /** In order, once the widget is there. */
  steps?: Step[]
  place?: PlaceKind
  /** Frames blocked by the page's policy; locale files that do not load. */
  missing?: 'frames' | 'texts'
  /** Reloads the page first: loaded scripts are not requested again. */
  isFresh?: boolean
  /** Classes and direction of the root element. */
  looks?: string
  dir?: 'rtl'
  /** Options of widgets side by side; default is one. */
  widgets?: AnyOptions[]
}

/** A text, a role with its name, or a selector. */
export type Seen = string | { role: Role; name: string } | { selector: string }
type Role = 'dialog' | 'button' | 'group' | 'checkbox' | 'alert' | 'img'

/** Text of the button to press, or an action of the page. */
export type Step = string | { shop: Action }
export type Action =
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

/** Options of a prefilled card form: pages cannot type into frames of another host. */
export function filledIn(
  values: Partial<typeof goodCard> & { name?: string } = {},
  card: object = {},
): AnyOptions {
  const { number, date, cvv, postalCode, name } = { ...goodCard, ...values }
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

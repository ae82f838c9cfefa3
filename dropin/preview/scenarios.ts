import type { Options } from '../src/index.tsx'

export type Scenario = {
  /** Pays as a demo customer with two saved cards. */
  customer?: boolean
  className?: string
  dir?: '' | 'rtl'
  options?: Partial<Options>
}

/** The states of the widget, each under its name: what tests and people look at. */
export const scenarios: Record<string, Scenario> = {
  guest: {},
  'cardholder name': { options: { card: { cardholderName: { required: true } } } },
  'name optional': { options: { card: { cardholderName: true } } },
  'saved cards': { customer: true },
  'nothing preselected': { customer: true, options: { preselectVaultedPaymentMethod: false } },
  'vault manager': { customer: true, options: { vaultManager: true } },
  'save card': { customer: true, options: { card: { vault: { allowVaultCardOverride: true } } } },
  'fields kept': { options: { card: { clearFieldsAfterTokenization: false } } },
  narrow: { className: 'narrow' },
  dark: { className: 'dark', options: { card: { cardholderName: true } } },
  'right to left': { dir: 'rtl', customer: true, options: { vaultManager: true } },
}

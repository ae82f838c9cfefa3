import { afterEach, expect, test, vi } from 'vitest'
import type { FieldStyles } from '../../src/hosted-fields/field-options.ts'
import { sheetLooks } from '../../src/hosted-fields/field-styles.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Looks of the fields in a page of this direction. */
function looksIn(direction: string, overrides?: FieldStyles | null) {
  const sheet = {
    querySelector: () => null,
    closest: () => null,
    getRootNode: () => null,
  } as unknown as Element
  vi.stubGlobal('ShadowRoot', class {})
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('getComputedStyle', () => ({ color: 'black', direction, fontSize: '16px' }))
  return sheetLooks(sheet, overrides).styles
}

test('digits run from left to right, and all begins where the page’s lines do', () => {
  expect(looksIn('rtl', null)).toMatchObject({
    input: { direction: 'rtl', 'text-align': 'right' },
    '.number, .expirationDate, .cvv': { direction: 'ltr' },
  })
})

test('what a shop says of every field or placeholder holds for each: nothing of ours is stronger', () => {
  const styles = looksIn('ltr', { input: { 'text-align': 'center' }, '::placeholder': { color: 'red' } })
  const hasRule = (property: string) =>
    Object.entries(styles).flatMap(([selector, body]) => (body && property in Object(body) ? [selector] : []))

  expect(styles).toMatchObject({ input: { 'text-align': 'center' }, '::placeholder': { color: 'red' } })
  expect(hasRule('text-align')).toEqual(['input'])
  expect(hasRule('color')).toEqual(['input', '::placeholder'])
})

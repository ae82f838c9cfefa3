import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { brandIcon, IconSprite } from '../../src/ui/icons.tsx'

const sprite = renderToStaticMarkup(createElement(IconSprite))

test.each([
  'visa',
  'master-card',
  'unionpay',
  'american-express',
  'jcb',
  'discover',
  'diners-club',
  'maestro',
  'elo',
  'hiper',
  'hipercard',
])('there is an icon for %s (L3.55)', (brand) => {
  expect(brandIcon(brand)).toBe(`icon-${brand}`)
  expect(sprite).toMatch(new RegExp(`<symbol id="icon-${brand}"[^>]*><(text|circle|path|rect)`))
})

test('a brand without an icon shows a card', () => {
  expect(brandIcon('mir')).toBe('iconCardFront')
  expect(sprite).toContain('<symbol id="iconCardFront"')
})

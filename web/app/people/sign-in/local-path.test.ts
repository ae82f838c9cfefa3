import { expect, test } from 'vitest'
import { localPath, pathForMail } from './local-path.ts'

test('login leads back to a page of this site', () => {
  expect(localPath('/pages/cart?a=1#b', '/')).toBe('/pages/cart?a=1#b')
})

test('login leads nowhere else', () => {
  const foreign = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/..//evil.example',
  ]
  for (const path of [
    ...foreign,
    'pages/cart',
    '',
    null,
    undefined,
    'javascript:alert(1)',
    '/pages/login?next=/x',
  ])
    expect(localPath(path, '/'), String(path)).toBe('/')
})

test.for([
  ['/pages/clinic/12', '/pages/clinic/12'],
  ['/pages/tournament/7?session=3#register', '/pages/tournament/7'],
  ['/pages/registration-history?year=2026', '/pages/registration-history'],
])('a mail that is asked for on %s leads back to %s', ([path, mailed]) => {
  expect(pathForMail(path)).toBe(mailed)
})

test.for([
  '/pages/You-won-at-evil.example',
  '/pages/clinic/12/evil.example',
  '/pages/clinic/1234567890',
  '/pages/clinic/12e1',
  '/pages/prize/12',
  '/pages/constructor/12',
  '/desk/team',
  'https://evil.example/pages/clinic/12',
  '//evil.example/pages/clinic/12',
  '/pages/login?next=/pages/clinic/12',
  '',
  null,
])('no words of a stranger come into a mail: %s', (path) => {
  expect(pathForMail(path)).toBe('')
})

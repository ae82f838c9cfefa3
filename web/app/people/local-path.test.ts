import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

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

import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test.each([
  ['beside other files', 'https://shop.test/pay/dropin.js', null],
  ['in a blob', 'blob:https://shop.test/0b1f', null],
  ['in its address', 'data:text/javascript,0', null],
  ['named a folder that is none', 'https://shop.test/pay/dropin.js', 'https://['],
  ['written into the page', '', null],
])('the text of the script is read without an error where it stands %s', async (_, src, assetsBase) => {
  const getAttribute = (name: string) => (name === 'data-assets-base' ? assetsBase : null)
  const currentScript = { src, getAttribute, hasAttribute: () => false }
  vi.stubGlobal('document', { currentScript, baseURI: 'https://shop.test/', querySelector: () => null })

  await expect(import('../../src/script.ts')).resolves.toBeDefined()
})

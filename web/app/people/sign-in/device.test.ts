import { expect, test } from 'vitest'
import { describeDevice } from './device.ts'

test('a browser is called as people call it', () => {
  const like = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'

  expect(describeDevice(`${like} Chrome/140.0.0.0 Safari/537.36`)).toBe('Chrome on Windows')
  expect(describeDevice(`${like} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`)).toBe('Edge on Windows')
  expect(describeDevice('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(
    'Firefox on Linux',
  )
  expect(describeDevice(`${phone} Version/18.0 Mobile/15E148 Safari/604.1`)).toBe('Safari on iPhone')
  expect(describeDevice('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15')).toBe(
    'Safari on a Mac',
  )
  for (const silent of ['', null, undefined, 'curl/8']) expect(describeDevice(silent)).toBe('')
})

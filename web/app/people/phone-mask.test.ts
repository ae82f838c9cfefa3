import { maskitoTransform } from '@maskito/core'
import { expect, test } from 'vitest'
import { phone } from './people.ts'
import { phoneMask } from './phone-mask.ts'

test.for([
  ['5550100142', '(555) 010-0142'],
  ['1234567890', '(123) 456-7890'],
  ['0123456789', '(012) 345-6789'],
  ['15550100142', '(555) 010-0142'],
  ['+1 555 010 0142', '(555) 010-0142'],
  ['+1 (234) 567', '(234) 567'],
  ['1 (555) 010-0142', '(555) 010-0142'],
  ['555.010.0142', '(555) 010-0142'],
] as const)('a phone that comes as %s is written %s (P5.14 P9.6)', ([comes, written]) => {
  expect(maskitoTransform(comes, phoneMask)).toBe(written)
  if (written.length === 14) expect(phone(written)).toBeUndefined()
})

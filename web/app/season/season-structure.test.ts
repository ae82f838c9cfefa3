import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { structureOf } from './season-structure.server.ts'

const text = readFileSync(join(import.meta.dirname, '../../../season.yaml'), 'utf8')
/** A text of its own that says the same. */
const textNumber = (number: number) => `${text}\n# ${number}\n`

test('previews of one draft read its text once, and none can change what the next one sees', () => {
  const season = structureOf(text)

  expect(structureOf(`${text}`)).toBe(season)
  expect(() => Object.assign(season.clinics?.[0]?.sessions[0] ?? {}, { places: 1 })).toThrow(TypeError)
  expect(() => season.clinics?.pop()).toThrow(TypeError)
})

test('the texts that were asked for last stay as they were read, and the oldest are read again', () => {
  const [first, second] = [structureOf(textNumber(1)), structureOf(textNumber(2))]
  for (let number = 3; number <= 32; number += 1) structureOf(textNumber(number))

  expect(structureOf(textNumber(1))).toBe(first)
  structureOf(textNumber(33))
  expect(structureOf(textNumber(1))).toBe(first)
  expect(structureOf(textNumber(2))).not.toBe(second)
})

import type { z } from 'zod'

const typeNames: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
}

/** zod's default messages, which address developers. */
const isZods = /^(Invalid (input|option|UUID|string|key|discriminator)|Too (big|small)|Unrecognized key)\b/

export function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' || !isZods.test(issue.message)) return issue.message
  const field = issue.path.join('.') || 'The body'
  return issue.message.endsWith('received undefined')
    ? `${field} is missing.`
    : `${field} ${describeFault(issue)}.`
}

function describeFault(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${typeNames[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`
  if (issue.code === 'invalid_format' && issue.format === 'uuid') return 'must be a UUID'
  if (issue.code === 'too_big' && isLength(issue.origin)) return `is too long: at most ${issue.maximum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  if (issue.code === 'too_small' && isLength(issue.origin)) return `is too short: at least ${issue.minimum}`
  if (issue.code === 'too_small')
    return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
  return 'is not right'
}

const isLength = (origin: string) => origin === 'string' || origin === 'array'

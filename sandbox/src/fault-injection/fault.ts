import { createHash } from 'node:crypto'
import { z } from 'zod'

/** `any` is every call of the server, client and GraphQL APIs (not the scripts); `vault` includes `delete_customer`. */
export const operations = [
  'any',
  'client_token',
  'sale',
  'submit_for_settlement',
  'void',
  'refund',
  'find',
  'search',
  'vault',
  'delete_customer',
  'tokenize',
  'three_d_secure',
  'apple_pay_session',
  'graphql',
  'paypal_script',
  'collector_script',
  'google_pay_script',
  'provider_script',
] as const
export type Operation = (typeof operations)[number]

const acts = ['delay', 'hold', 'hang', 'drop', 'answer', 'garble', 'random'] as const
const garblings = ['html', 'text', 'cut', 'content_type', 'empty'] as const

const span = z.number().int().min(0).max(600_000)

/** In milliseconds. */
const Latency = z.discriminatedUnion('distribution', [
  z.strictObject({ distribution: z.literal('fixed'), milliseconds: span }),
  z.strictObject({ distribution: z.literal('uniform'), least: span, most: span }),
  z.strictObject({ distribution: z.literal('normal'), mean: span, deviation: span }),
  /** Log-normal, by its 50th and 99th percentile. */
  z.strictObject({ distribution: z.literal('long_tail'), median: span.min(1), p99: span.min(1) }),
])

const shape = {
  when: z.enum(['before', 'after']),
  /**
   * Wait · wait until the fault is ended · never answer · break the connection · answer with a status · spoil the
   * answer · one of these by lot.
   */
  act: z.enum(acts),
  /** For delay. */
  milliseconds: span.min(1).optional(),
  /** For delay: a random latency. */
  latency: Latency.optional(),
  /** For answer. */
  status: z
    .number()
    .int()
    .min(400)
    .max(599)
    .refine((status) => status !== 422, 'must not be 422: that is a refusal, and the SDK reads its problems')
    .optional(),
  /** For garble: a page or a text instead of the answer, half of it, text/plain as its type, nothing. */
  content: z.enum(garblings).optional(),
}
const checkMembers = (fault: z.infer<z.ZodObject<typeof shape>>, context: z.RefinementCtx) => {
  const needs = (act: string, name: string, isPresent: boolean) => {
    if ((fault.act === act) !== isPresent) context.addIssue(`${act}, and only ${act}, needs ${name}`)
  }
  const isTimed = (fault.milliseconds === undefined) !== (fault.latency === undefined)
  needs('delay', 'either milliseconds or latency', isTimed)
  needs('answer', 'status', fault.status !== undefined)
  needs('garble', 'content', fault.content !== undefined)
}

/** Applies before the call's work, or after its commit. */
export const Fault = z
  .strictObject({
    operation: z.enum(operations),
    ...shape,
    /** Only calls with this value: an order or customer id, an e-mail address, a browser's Origin. */
    about: z.string().min(1).optional(),
    /** Calls that it skips first. */
    skip: z.number().int().min(1).optional(),
    /** Without it, every call until the fault is removed. */
    times: z.number().int().min(1).optional(),
    rate: z.number().min(0).max(1).optional(),
    /** Seed of the random numbers, 1 by default. */
    seed: z.number().int().optional(),
  })
  .superRefine(checkMembers)
export type Fault = z.infer<typeof Fault>

/** A fault for one call alone, as the header X-Sandbox-Fault carries it (JSON). */
export const CallFault = z
  .strictObject({ ...shape, act: z.enum(acts).exclude(['hold']), seed: z.number().int().optional() })
  .superRefine(checkMembers)
export type CallFault = z.infer<z.ZodObject<typeof shape>> & { seed?: number }

/** From 0 to 1 (exclusive), decided by the arguments alone. */
export function drawRandom(seed: number, call: number, purpose: string): number {
  return createHash('sha256').update(`${seed} ${call} ${purpose}`).digest().readUIntBE(0, 6) / 2 ** 48
}

/** Deterministic for a seed and call. */
export function resolveRandom<Chosen extends CallFault>(fault: Chosen, call: number): Chosen {
  if (fault.act !== 'random') return fault
  const seed = fault.seed ?? 1
  const chosen = randomFaults[Math.floor(drawRandom(seed, call, 'act') * randomFaults.length)]
  const when = drawRandom(seed, call, 'when') < 0.5 ? 'before' : 'after'
  return { ...fault, when, ...chosen }
}

const randomFaults: Partial<CallFault>[] = [
  { act: 'delay', latency: { distribution: 'long_tail', median: 300, p99: 5000 } },
  { act: 'drop' },
  { act: 'answer', status: 500 },
  { act: 'answer', status: 503 },
  { act: 'answer', status: 504 },
  { act: 'answer', status: 429 },
  { act: 'garble', content: 'html' },
  { act: 'garble', content: 'cut' },
]

/** In milliseconds. */
export function delayFor({ milliseconds = 0, latency, seed = 1 }: CallFault, call: number): number {
  if (!latency) return milliseconds
  const even = drawRandom(seed, call, 'latency')
  if (latency.distribution === 'fixed') return latency.milliseconds
  if (latency.distribution === 'uniform') return latency.least + even * (latency.most - latency.least)
  const bell = Math.sqrt(-2 * Math.log(1 - even)) * Math.cos(2 * Math.PI * drawRandom(seed, call, 'bell'))
  if (latency.distribution === 'normal') return Math.max(0, latency.mean + bell * latency.deviation)
  return latency.median * (latency.p99 / latency.median) ** (bell / p99Deviations)
}

/** The 99th percentile of a normal distribution, in standard deviations. */
const p99Deviations = 2.326

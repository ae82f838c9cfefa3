import { createHash } from 'node:crypto'
import { z } from 'zod'

/** The calls that can be made to fail; `any` is every call of the server, client and GraphQL APIs (not the scripts), and `vault` has `delete_customer` in it. */
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

/** How long calls wait, in milliseconds. */
const Latency = z.discriminatedUnion('distribution', [
  z.strictObject({ distribution: z.literal('fixed'), milliseconds: span }),
  z.strictObject({ distribution: z.literal('uniform'), least: span, most: span }),
  z.strictObject({ distribution: z.literal('normal'), mean: span, deviation: span }),
  /** Log-normal: half of the calls wait no longer than `median`, one in a hundred longer than `p99`. */
  z.strictObject({ distribution: z.literal('long_tail'), median: span.min(1), p99: span.min(1) }),
])

const shape = {
  when: z.enum(['before', 'after']),
  /**
   * Wait · wait until the fault is ended · never answer · break the connection · answer with a status · spoil the
   * answer · one of these by lot.
   */
  act: z.enum(acts),
  /** How long to wait; for delay. */
  milliseconds: span.min(1).optional(),
  /** How long to wait where it differs from call to call; for delay. */
  latency: Latency.optional(),
  /** What to answer; for answer. */
  status: z
    .number()
    .int()
    .min(400)
    .max(599)
    .refine((status) => status !== 422, 'must not be 422: that is a refusal, and the SDK reads its problems')
    .optional(),
  /** What is wrong with the answer: a page or a text in its place, half of it, text/plain as its type, nothing; for garble. */
  content: z.enum(garblings).optional(),
}
const isWhole = (fault: z.infer<z.ZodObject<typeof shape>>, context: z.RefinementCtx) => {
  const needs = (act: string, name: string, isGiven: boolean) => {
    if ((fault.act === act) !== isGiven) context.addIssue(`${act}, and only ${act}, needs ${name}`)
  }
  const isTimed = (fault.milliseconds === undefined) !== (fault.latency === undefined)
  needs('delay', 'either milliseconds or latency', isTimed)
  needs('answer', 'status', fault.status !== undefined)
  needs('garble', 'content', fault.content !== undefined)
}

/** A fault on demand: what happens to calls of one operation, before their work or after it was committed. */
export const Fault = z
  .strictObject({
    operation: z.enum(operations),
    ...shape,
    /** Only calls in which this stands: an id of an order or a customer, an e-mail address, the Origin of a browser. */
    about: z.string().min(1).optional(),
    /** How many calls it leaves alone at first. */
    skip: z.number().int().min(1).optional(),
    /** How many calls it hits; without it, every call until it is taken away. */
    times: z.number().int().min(1).optional(),
    /** The share of calls that it hits. */
    rate: z.number().min(0).max(1).optional(),
    /** Where chance begins: the same seed hits the same calls in the same way again. 1 unless it is given. */
    seed: z.number().int().optional(),
  })
  .superRefine(isWhole)
export type Fault = z.infer<typeof Fault>

/** A fault for one call alone, as the header X-Sandbox-Fault carries it (JSON). */
export const CallFault = z
  .strictObject({ ...shape, act: z.enum(acts).exclude(['hold']), seed: z.number().int().optional() })
  .superRefine(isWhole)
export type CallFault = z.infer<z.ZodObject<typeof shape>> & { seed?: number }

/** A number from 0 to 1 (without 1) that only its seed, the call's number and its purpose decide. */
export function draw(seed: number, call: number, purpose: string): number {
  return createHash('sha256').update(`${seed} ${call} ${purpose}`).digest().readUIntBE(0, 6) / 2 ** 48
}

/** What a random fault does to a call: always the same for the same seed and call. */
export function settled<Given extends CallFault>(fault: Given, call: number): Given {
  if (fault.act !== 'random') return fault
  const seed = fault.seed ?? 1
  const chosen = misfortunes[Math.floor(draw(seed, call, 'act') * misfortunes.length)]
  const when = draw(seed, call, 'when') < 0.5 ? 'before' : 'after'
  return { ...fault, when, ...chosen }
}

const misfortunes: Partial<CallFault>[] = [
  { act: 'delay', latency: { distribution: 'long_tail', median: 300, p99: 5000 } },
  { act: 'drop' },
  { act: 'answer', status: 500 },
  { act: 'answer', status: 503 },
  { act: 'answer', status: 504 },
  { act: 'answer', status: 429 },
  { act: 'garble', content: 'html' },
  { act: 'garble', content: 'cut' },
]

/** How long a delay waits in this call, in milliseconds. */
export function waitOf({ milliseconds = 0, latency, seed = 1 }: CallFault, call: number): number {
  if (!latency) return milliseconds
  const even = draw(seed, call, 'latency')
  if (latency.distribution === 'fixed') return latency.milliseconds
  if (latency.distribution === 'uniform') return latency.least + even * (latency.most - latency.least)
  const bell = Math.sqrt(-2 * Math.log(1 - even)) * Math.cos(2 * Math.PI * draw(seed, call, 'bell'))
  if (latency.distribution === 'normal') return Math.max(0, latency.mean + bell * latency.deviation)
  return latency.median * (latency.p99 / latency.median) ** (bell / deviationsOfP99)
}

/** One in a hundred of a normal distribution lies so many deviations above its middle. */
const deviationsOfP99 = 2.326

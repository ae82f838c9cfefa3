import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { World } from '#platform/contexts.server.ts'
import { toFieldProblems } from '#platform/forms/submit.server.ts'
import { type Refusal, type RefusalCode, refusals, refuse } from '#platform/refusal.ts'

export type Visitor = {
  accountId: string
  familyId: string
  kind: 'parent' | 'player'
  email: string
  /** The account waits for a full session, or did so not long ago. */
  isWaiting?: boolean
}

export type ApiEnv = { Variables: { world: World; visitor: Visitor | undefined; address: string } }

export const Problem = z
  .object({
    success: z.literal(false),
    code: z.string().openapi({ description: 'For programs.' }),
    message: z.string().openapi({ description: 'For people: a sentence that can be shown as it is.' }),
    fields: z.record(z.string(), z.string()).optional().openapi({
      description: 'With the code `invalid`: a sentence for each wrong field, by its path.',
    }),
    problems: z.array(z.string().nullable()).optional().openapi({
      description: 'With the code `cart-changed`: a sentence or null for each item of the cart.',
    }),
    codes: z.array(z.string().nullable()).optional().openapi({
      description: 'With the code `cart-changed`: the same for programs.',
    }),
    ahead: z.int().optional().openapi({ description: 'With the code `in-line`: how many are before you.' }),
    ask_again_seconds: z.int().optional().openapi({
      description: 'With the code `in-line`: when to send the same request again.',
    }),
  })
  .openapi('Problem')
type Problem = z.infer<typeof Problem>

/** Ends with PostgreSQL's integer. */
export const RowId = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)

export const newApi = () =>
  new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      if (result.success) return
      const { '': body, ...fields } = toFieldProblems(result.error)
      const message = body ?? Object.values(fields)[0] ?? 'The request is not complete.'
      return c.json({ success: false, code: 'invalid', message, fields }, 400)
    },
  })

export const json = <Schema extends z.ZodType>(schema: Schema, example: z.input<Schema>) => ({
  required: true,
  content: { 'application/json': { schema, example } },
})

export const reply = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  example: z.output<Schema>,
) => ({ description, content: { 'application/json': { schema, example } } })

export const problem = (description: string, code: RefusalCode, message: string = refusals[code][1]) =>
  reply(Problem, description, { success: false, code, message })

export const invalid = (field: string, sentence: string) =>
  reply(Problem, 'A field is missing or wrong; `fields` says which', {
    success: false,
    code: 'invalid',
    message: sentence,
    fields: { [field]: sentence },
  })

export const forAccounts = { security: [{ signIn: [] }] }

export const forOwner = {
  description:
    'For the owner of the machine alone: the bearer secret lies in the data folder and changes with each start.',
  security: [{ owner: [] }],
  request: { headers: z.object({ authorization: z.string().optional() }) },
}

export const signedOut = problem('Nobody is signed in', 'signed-out')
export const signedIn = (visitor: Visitor | undefined): Visitor => visitor ?? refuse('signed-out')
export const requireSelf = (visitor: Visitor, userId: string): Visitor =>
  visitor.accountId === userId ? visitor : refuse('not-yours')

export function problemBody(refusal: Refusal): Problem {
  return { success: false, code: refusal.code, message: refusal.message, ...refusal.facts }
}

export const exampleIds = {
  account: '0b6f4b0e-6a3c-4f0e-9d6e-3d1f7a4b2c11',
  player: '7c1d2f6a-52b8-4c39-8f0a-b1e6d9a4e722',
  order: 'c2a95d34-1e7b-4b86-a4d0-5f8e3b7c9d33',
}

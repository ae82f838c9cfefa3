import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { World } from './contexts.server.ts'
import { type Refusal, refuse } from './refusal.ts'
import { problemsOf } from './submit.server.ts'

/** Who is asking: the signed-in account, or nobody. */
export type Visitor = { accountId: string; kind: 'parent' | 'player'; email: string }

export type ApiEnv = { Variables: { world: World; visitor: Visitor | undefined; address: string } }

/** The one shape of every failed answer of the API. */
export const Problem = z
  .object({
    success: z.literal(false),
    code: z.string().openapi({ example: 'not-found' }),
    message: z.string().openapi({ example: 'We could not find that.' }),
    fields: z.record(z.string(), z.string()).optional(),
  })
  .openapi('Problem')

/** An API room: its operations answer bad input and refusals in the shape of `Problem`. */
export const newApi = () =>
  new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      if (result.success) return
      const fields = problemsOf(result.error)
      const message = Object.values(fields)[0] ?? 'The request is not complete.'
      return c.json({ success: false, code: 'invalid', message, fields }, 400)
    },
  })

export const json = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { 'application/json': { schema } },
})

export const reply = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
})

export const problem = (description: string) => reply(Problem, description)

export const signedIn = (visitor: Visitor | undefined): Visitor => visitor ?? refuse('signed-out')

export function problemBody(refusal: Refusal): z.infer<typeof Problem> {
  return { success: false, code: refusal.code, message: refusal.message, ...refusal.facts }
}

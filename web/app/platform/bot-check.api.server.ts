import { createRoute, z } from '@hono/zod-openapi'
import { newApi, reply } from './api.server.ts'
import { newBotCheck } from './bot-check.server.ts'

const Challenge = z
  .object({
    parameters: z.record(z.string(), z.unknown()),
    signature: z.string().optional(),
  })
  .openapi('BotCheck')

const getBotCheck = createRoute({
  operationId: 'getBotCheck',
  method: 'get',
  path: '/bot-check',
  summary: 'A new bot check',
  description:
    'An ALTCHA proof-of-work challenge (PBKDF2/SHA-256), good for 20 minutes. Its solution goes into `g_recaptcha_response`, once.',
  responses: { 200: reply(Challenge, 'The challenge') },
})

export const botCheckApi = newApi().openapi(getBotCheck, async (c) => {
  const { parameters, signature } = await newBotCheck(c.var.world.db)
  return c.json({ parameters: { ...parameters }, signature }, 200)
})

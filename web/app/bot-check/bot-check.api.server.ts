import { createRoute, z } from '@hono/zod-openapi'
import { newApi, reply } from '#platform/http/api.server.ts'
import { newBotCheck } from './proof-of-work.server.ts'

const Challenge = z
  .object({
    parameters: z.record(z.string(), z.unknown()),
    signature: z.string().optional(),
  })
  .openapi('BotCheck')

const Recaptcha = z
  .object({ recaptcha: z.object({ site_key: z.string(), script_url: z.url() }) })
  .openapi('RecaptchaToUse')

const getBotCheck = createRoute({
  operationId: 'getBotCheck',
  method: 'get',
  path: '/bot-check',
  summary: 'A new bot check',
  description:
    'What a form must bring as `g_recaptcha_response`, once. Without reCAPTCHA keys: the solution of this ALTCHA proof-of-work challenge (PBKDF2/SHA-256), good for 20 minutes. With them: a reCAPTCHA version 3 token of this site key for the action RegisterUserAction, MCTDonateAction or donateDBFAction, good for two minutes.',
  responses: {
    200: reply(z.union([Challenge, Recaptcha]), 'The challenge, or the reCAPTCHA to use', {
      recaptcha: {
        site_key: '6LcourtsideExample',
        script_url: 'https://www.google.com/recaptcha/api.js?render=6LcourtsideExample',
      },
    }),
  },
})

export const botCheckApi = newApi().openapi(getBotCheck, async (c) => {
  const { db, env } = c.var.world
  if (env.recaptcha) {
    const { siteKey, url } = env.recaptcha
    const script_url = new URL(`/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`, url).href
    return c.json({ recaptcha: { site_key: siteKey, script_url } }, 200)
  }
  const { parameters, signature } = await newBotCheck(db)
  return c.json({ parameters: { ...parameters }, signature }, 200)
})

import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { nudgeMail } from '#mail/outbox.server.ts'
import { type ApiEnv, json, newApi, problem, reply } from '#platform/api.server.ts'
import { EmailRequest, Login, NewPassword, Registration, Token } from '../people.schema.ts'
import { cookieNameFor, signInCookie, tokenOf } from '../visitor.server.ts'
import { activate, createAccount, requestActivation, requestReset, resetPassword } from './accounts.server.ts'
import { signIn, signInDays, signOut } from './sign-in.server.ts'

const Done = z.object({ success: z.literal(true) }).openapi('Done')
const done = { success: true } as const
const tooOften = problem('Tried too often')
const invalid = problem('A field is missing or wrong; `fields` says which')

const postLogin = createRoute({
  operationId: 'login',
  method: 'post',
  path: '/login',
  summary: 'Sign in',
  description:
    'Answers `true` and sets the session cookie; the session that the cookie named before ends. A failure carries in `message` the text to show.',
  request: { body: json(Login) },
  responses: {
    200: reply(z.literal(true), 'Signed in'),
    400: invalid,
    401: problem('The email or password is not right'),
    403: problem('The account is not activated yet'),
    429: tooOften,
  },
})

const postLogout = createRoute({
  operationId: 'logout',
  method: 'post',
  path: '/logout',
  summary: 'Sign out',
  description: 'Ends the session of the cookie and removes the cookie. Without a session it does nothing.',
  responses: { 200: reply(Done, 'Signed out') },
})

const postResetRequest = createRoute({
  operationId: 'resetPasswordRequest',
  method: 'post',
  path: '/reset-password-request',
  summary: 'Ask for a link to choose a new password',
  description: 'The answer is the same whether or not there is an account of this address.',
  request: { body: json(EmailRequest) },
  responses: { 200: reply(Done, 'A mail is sent if an account matches'), 400: invalid, 429: tooOften },
})

const postActivationRequest = createRoute({
  operationId: 'activationRequest',
  method: 'post',
  path: '/activation-request',
  summary: 'Ask for a new activation link',
  description: 'The answer is the same whether or not there is an account of this address.',
  request: { body: json(EmailRequest) },
  responses: { 200: reply(Done, 'A mail is sent if an account matches'), 400: invalid, 429: tooOften },
})

const postCreateAccount = createRoute({
  operationId: 'createAccount',
  method: 'post',
  path: '/create-account',
  summary: 'Create an account',
  description:
    'A parent account, or with `player` a player account, whose `parent` is the emergency contact. It opens with the link of the activation mail. The answer is the same for an address that has an account; its owner is told by mail.',
  request: { body: json(Registration) },
  responses: {
    200: reply(Done, 'The activation link is mailed'),
    400: invalid,
    422: problem('The bot check failed or was used before'),
    429: tooOften,
  },
})

const postResetPassword = createRoute({
  operationId: 'resetPassword',
  method: 'post',
  path: '/reset-password',
  summary: 'Choose a new password',
  description: 'Takes the token of the mailed link, once. Every session of the account ends.',
  request: { body: json(NewPassword) },
  responses: {
    200: reply(Done, 'The password is changed'),
    400: invalid,
    410: problem('An error occurred. Please try again'),
    429: tooOften,
  },
})

const postConfirm = createRoute({
  operationId: 'confirmAccount',
  method: 'post',
  path: '/confirm-account',
  summary: 'Activate an account',
  description: 'Takes the token of the mailed link, once.',
  request: { body: json(Token) },
  responses: {
    200: reply(Done, 'The account is active'),
    400: invalid,
    410: problem('The link was used already or is too old'),
    429: tooOften,
  },
})

export const accountsApi = newApi()
  .openapi(postLogin, async (c) => {
    const { db, siteUrl, address } = here(c)
    const token = await signIn(db, c.req.valid('json'), { address, token: cookieToken(c) })
    c.header('Set-Cookie', signInCookie(siteUrl, token, signInDays))
    return c.json(true as const, 200)
  })
  .openapi(postLogout, async (c) => {
    const token = cookieToken(c)
    if (token) await signOut(c.var.world.db, token)
    c.header('Set-Cookie', signInCookie(c.var.world.env.siteUrl))
    return c.json(done, 200)
  })
  .openapi(postResetRequest, async (c) => {
    await requestReset(c.var.world.db, c.req.valid('json').email, here(c))
    nudgeMail(c.var.world)
    return c.json(done, 200)
  })
  .openapi(postActivationRequest, async (c) => {
    await requestActivation(c.var.world.db, c.req.valid('json').email, here(c))
    nudgeMail(c.var.world)
    return c.json(done, 200)
  })
  .openapi(postCreateAccount, async (c) => {
    await createAccount(c.var.world.db, c.req.valid('json'), here(c))
    nudgeMail(c.var.world)
    return c.json(done, 200)
  })
  .openapi(postResetPassword, async (c) => {
    const { token, password } = c.req.valid('json')
    await resetPassword(c.var.world.db, token, password, here(c))
    return c.json(done, 200)
  })
  .openapi(postConfirm, async (c) => {
    await activate(c.var.world.db, c.req.valid('json').token, here(c))
    return c.json(done, 200)
  })

function here(c: Context<ApiEnv>) {
  const { db, env } = c.var.world
  return { db, siteUrl: env.siteUrl, recaptcha: env.recaptcha, address: c.var.address }
}

const cookieToken = (c: Context<ApiEnv>) =>
  tokenOf(c.req.header('cookie'), cookieNameFor(c.var.world.env.siteUrl))

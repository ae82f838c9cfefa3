import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { nudgeMail } from '#mail/outbox.server.ts'
import { createAccount } from '#people/accounts/sign-up/create-account.server.ts'
import { signIn, signInDays, signOut } from '#people/sign-in/sign-in.server.ts'
import { cookieNameFor, readCookie, signInCookie } from '#people/sign-in/visitor.server.ts'
import { type ApiEnv, invalid, json, newApi, problem, reply } from '#platform/http/api.server.ts'
import { EmailRequest, Login, NewPassword, SignUp, Token } from '../people.schema.ts'
import { activate, requestActivation, requestReset, resetPassword } from './accounts.server.ts'

const Done = z.object({ success: z.literal(true) }).openapi('Done')
const done = { success: true } as const
const tooOften = problem('Tried too often', 'too-many-tries')
const wrongEmail = invalid('email', 'Email address is invalid.')
const wrongToken = invalid('token', 'token is missing.')
const email = 'robin@example.com'
const password = 'baseline-rally-7'
const token = 'pZ0vq3mB1yq0b5r8Wc2kTn7dXe4hJf9sLa6uGi1oRtE'

const postLogin = createRoute({
  operationId: 'login',
  method: 'post',
  path: '/login',
  summary: 'Sign in',
  description:
    'Answers `true` and sets the session cookie; the session that the cookie named before ends. A failure carries in `message` the text to show.',
  request: { body: json(Login, { email, password }) },
  responses: {
    200: reply(z.literal(true), 'Signed in', true),
    400: wrongEmail,
    401: problem('The email or password is not right', 'login-failed'),
    403: problem('The account is not activated yet', 'not-activated'),
    422: problem('Many tries were made with this email: send a bot check along', 'bot-check-needed'),
    429: tooOften,
  },
})

const postLogout = createRoute({
  operationId: 'logout',
  method: 'post',
  path: '/logout',
  summary: 'Sign out',
  description: 'Ends the session of the cookie and removes the cookie. Without a session it does nothing.',
  responses: { 200: reply(Done, 'Signed out', done) },
})

const postResetRequest = createRoute({
  operationId: 'resetPasswordRequest',
  method: 'post',
  path: '/reset-password-request',
  summary: 'Ask for a link to choose a new password',
  description: 'The answer is the same whether or not there is an account of this address.',
  request: { body: json(EmailRequest, { email }) },
  responses: {
    200: reply(Done, 'A mail is sent if an account matches', done),
    400: wrongEmail,
    429: tooOften,
  },
})

const postActivationRequest = createRoute({
  operationId: 'activationRequest',
  method: 'post',
  path: '/activation-request',
  summary: 'Ask for a new activation link',
  description: 'The answer is the same whether or not there is an account of this address.',
  request: { body: json(EmailRequest, { email }) },
  responses: {
    200: reply(Done, 'A mail is sent if an account matches', done),
    400: wrongEmail,
    429: tooOften,
  },
})

const postCreateAccount = createRoute({
  operationId: 'createAccount',
  method: 'post',
  path: '/create-account',
  summary: 'Create an account',
  description:
    'A parent account, or with `player` a player account, whose `parent` is the emergency contact. It opens with the link of the activation mail. The answer is the same for an address that has an account; its owner is told by mail.',
  request: {
    body: json(SignUp, {
      user: { email, liability_agreed: true, password },
      g_recaptcha_response: 'eyJjaGFsbGVuZ2UiOnt9LCJzb2x1dGlvbiI6e319',
      parent: { first_name: 'Robin', last_name: 'Vale', phone: '(555) 010-0142' },
      player: {
        first_name: 'Pip',
        last_name: 'Vale',
        phone: '(555) 010-0143',
        birthday: '2010-04-12',
        skill_level: 'Beginner/Intermediate',
        parent_email: 'kim@example.com',
      },
    }),
  },
  responses: {
    200: reply(Done, 'The activation link is mailed', done),
    400: invalid('parent.phone', 'Valid phone number is required.'),
    422: problem('The bot check failed or was used before, or the player is too young', 'bot-check-failed'),
    429: tooOften,
  },
})

const postResetPassword = createRoute({
  operationId: 'resetPassword',
  method: 'post',
  path: '/reset-password',
  summary: 'Choose a new password',
  description: 'Takes the token of the mailed link, once. Every session of the account ends.',
  request: { body: json(NewPassword, { token, password }) },
  responses: {
    200: reply(Done, 'The password is changed', done),
    400: invalid('password', 'Password must be at least 8 characters'),
    410: problem(
      'The link was used already or is too old',
      'token-spent',
      'An error occurred. Please try again',
    ),
    429: tooOften,
  },
})

const postConfirm = createRoute({
  operationId: 'confirmAccount',
  method: 'post',
  path: '/confirm-account',
  summary: 'Activate an account',
  description: 'Takes the token of the mailed link, once.',
  request: { body: json(Token, { token }) },
  responses: {
    200: reply(Done, 'The account is active', done),
    400: wrongToken,
    410: problem('The link was used already or is too old', 'token-spent'),
    429: tooOften,
  },
})

export const accountsApi = newApi()
  .openapi(postLogin, async (c) => {
    const { db, siteUrl, address, recaptcha } = here(c)
    const token = await signIn(db, c.req.valid('json'), {
      address,
      recaptcha,
      token: cookieToken(c),
      userAgent: c.req.header('user-agent'),
    })
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
    nudgeMail(c.var.world)
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
  readCookie(c.req.header('cookie'), cookieNameFor(c.var.world.env.siteUrl))

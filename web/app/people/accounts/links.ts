import { href } from 'react-router'
import { pathForMail } from '#people/sign-in/local-path.ts'
import { withNext } from '#people/sign-in/login-address.ts'

type To = { siteUrl: string; next?: string | null }

/** Links of account mails, with the page that the visitor wanted to see. */
export const confirmLink = ({ siteUrl, next }: To, token: string) =>
  withNext(siteUrl + href('/pages/confirm/:token?', { token }), pathForMail(next))
export const resetLink = ({ siteUrl, next }: To, token: string) =>
  withNext(siteUrl + href('/pages/reset-password/:token?', { token }), pathForMail(next))
export const welcomeLink = ({ siteUrl }: To, token: string) =>
  siteUrl + href('/pages/welcome/:token?', { token })
export const loginLink = ({ siteUrl, next }: To) => withNext(`${siteUrl}/pages/login`, pathForMail(next))

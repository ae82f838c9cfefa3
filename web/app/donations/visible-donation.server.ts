import { type RouterContextProvider, redirect } from 'react-router'
import { visitorContext, wayToLogin } from '#people/sign-in/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { uuid } from '#platform/http/page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { donationById } from './donations.db.server.ts'

export type GiftArgs = { request: Request; params: { id: string }; context: Readonly<RouterContextProvider> }

/**
 * A gift for its account; without an account, for anybody with its unguessable address. Signed out, an unknown id
 * redirects to login as well, so that nobody learns which exist.
 */
export async function readVisibleDonation({ request, params, context }: GiftArgs) {
  const donation = await donationById(context.get(dbContext), uuid(params.id))
  if (donation && !donation.accountId) return donation
  const visitor = context.get(visitorContext)
  if (!visitor) throw redirect(wayToLogin(request))
  return orNotFound(donation?.accountId === visitor.accountId ? donation : undefined)
}

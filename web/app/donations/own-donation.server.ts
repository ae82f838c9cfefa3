import type { RouterContextProvider } from 'react-router'
import { visitorContext, visitorOrLogin } from '#people/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { asPage } from '#platform/page.server.ts'
import { found } from '#platform/refusal.ts'
import { donationById } from './donations.db.server.ts'

type Asked = { request: Request; params: { id: string }; context: Readonly<RouterContextProvider> }

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A gift for whoever gave it: its account, or, given without one, whoever has its address, which nobody guesses. */
export async function ownDonation({ request, params, context }: Asked) {
  const donation = await asPage(async () =>
    found(isId.test(params.id) ? await donationById(context.get(dbContext), params.id) : undefined),
  )
  if (!donation.accountId) return donation
  const visitor = visitorOrLogin(context.get(visitorContext), request)
  return asPage(async () => found(donation.accountId === visitor.accountId ? donation : undefined))
}

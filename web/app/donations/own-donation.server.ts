import type { RouterContextProvider } from 'react-router'
import { visitorContext, visitorOrLogin } from '#people/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { asPage, isUuid } from '#platform/page.server.ts'
import { found } from '#platform/refusal.ts'
import { donationById } from './donations.db.server.ts'

type Asked = { request: Request; params: { id: string }; context: Readonly<RouterContextProvider> }

/** A gift for whoever gave it: its account, or, given without one, whoever has its address, which nobody guesses. */
export async function ownDonation({ request, params, context }: Asked) {
  const donation = await asPage(async () =>
    found(isUuid(params.id) ? await donationById(context.get(dbContext), params.id) : undefined),
  )
  if (!donation.accountId) return donation
  const visitor = visitorOrLogin(context.get(visitorContext), request)
  return asPage(async () => found(donation.accountId === visitor.accountId ? donation : undefined))
}

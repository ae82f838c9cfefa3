import { data, Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { PaperSheet } from '#mail/pdf/paper-sheet.tsx'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { retention } from '#platform/retention.ts'
import { Button } from '#ui/button.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Refused } from '#ui/refused.tsx'
import type { Route } from './+types/donation-receipt.route.ts'
import { mailReceiptAgain, readVisibleReceipt } from './visible-receipt.server.ts'

type Reply = FormReply & { isMailed?: boolean }
type Answer = ReturnType<typeof data<Reply>>

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, `Receipt ${loaderData?.receipt?.number ?? ''}`.trim())

export const loader = (args: Route.LoaderArgs) => readVisibleReceipt(args)

export const action = (args: Route.ActionArgs): Promise<Answer> =>
  submit(args.request, z.object({}), async () => {
    await mailReceiptAgain(args)
    return data({ isMailed: true })
  })

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export default function DonationReceiptPage({ loaderData, actionData }: Route.ComponentProps) {
  const { receipt, mailedTo } = loaderData
  if (receipt) return <PaperSheet {...receipt} />
  return <ClosedLink mailedTo={mailedTo} answer={actionData} />
}

function ClosedLink({ mailedTo, answer }: { mailedTo: string | undefined; answer: Reply | undefined }) {
  const isSending = useNavigation().state === 'submitting'
  return (
    <div className="wrap">
      <PageTitle lead={`The link to a receipt opens it for ${retention.receiptLinkDays} days.`}>
        Your receipt is in your mail
      </PageTitle>
      <div className="baseline">
        <Form method="post" className="form-column stack">
          <p>We mailed it to {mailedTo}</p>
          <Refused reply={answer} />
          {answer?.isMailed && (
            <Banner tone="good" focus={answer}>
              <p>We mailed it again. It can take a few minutes.</p>
            </Banner>
          )}
          <Button type="submit" name="again" value="yes" busy={isSending}>
            {isSending ? 'Mailing' : 'Mail it again'}
          </Button>
        </Form>
      </div>
    </div>
  )
}

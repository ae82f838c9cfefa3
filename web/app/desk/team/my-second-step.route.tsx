import { data, Form, useNavigation } from 'react-router'
import { useBotCheckWhereNeeded } from '#bot-check/bot-check.tsx'
import { nudgeMail } from '#mail/outbox.server.ts'
import { secondStepCheckAction } from '#people/people.ts'
import { toCaller } from '#people/sign-in/caller.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { offerApp } from '#team/invitations/join.server.ts'
import { askerContext } from '#team/member.server.ts'
import { appAddress, appPicture } from '#team/second-step/authenticator.server.ts'
import {
  changeStep,
  checkBoth,
  readSecondStep,
  removePasskey,
  renewCodes,
} from '#team/second-step/change-second-step.server.ts'
import { offerPasskey } from '#team/second-step/passkeys.server.ts'
import { ChangeStepForm, FirstStepForm } from '#team/team.schema.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { FormAnswer } from '#ui/refused.tsx'
import type { Route } from './+types/my-second-step.route.ts'
import { NewApp } from './join-steps.tsx'
import { PasskeyButton, type PasskeyOffer } from './passkey-button.tsx'
import { RecoveryCodes } from './second-step-parts.tsx'
import './team.css'

type Reply = FormReply & {
  done?: string
  codes?: string[]
  app?: { secret: string; sealed: string; picture: boolean[][] }
  passkey?: PasskeyOffer
}
type Answer = ReturnType<typeof data<Reply>>

export async function loader({ context }: Route.LoaderArgs) {
  const { visitor } = orNotFound(context.get(askerContext))
  return readSecondStep(context.get(dbContext), visitor.accountId)
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const world = context.get(worldContext)
  const asker = orNotFound(context.get(askerContext))
  const { visitor, name } = asker
  const mailAndReply = (reply: Reply) => {
    nudgeMail(world)
    return data(reply)
  }
  if (new URL(request.url).searchParams.has('new'))
    return submit(request, FirstStepForm, async (form) => {
      await changeStep(world, asker, form)
      return mailAndReply({ done: 'Your second step is changed.' })
    })
  return submit(request, ChangeStepForm, async (form) => {
    await checkBoth(world, asker, form, toCaller(context))
    if (form.what === 'codes') return mailAndReply({ codes: await renewCodes(world, asker) })
    if (form.what === 'passkey')
      return data({
        passkey: { kind: 'make' as const, ...(await offerPasskey(world, { ...visitor, name })) },
      })
    if (form.what !== 'app') {
      await removePasskey(world, asker, form.what)
      return mailAndReply({ done: 'The passkey is removed.' })
    }
    const { name: issuer } = await readProgramme(world.db)
    const { secret, sealed } = offerApp(world, visitor.accountId)
    return data({ app: { secret, sealed, picture: appPicture(appAddress(secret, visitor.email, issuer)) } })
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'My second step')

export default function MySecondStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const { hasApp, passkeys, codes } = loaderData
  const has = [
    hasApp ? 'a code app' : [],
    passkeys.length > 0 ? `${passkeys.length} of your passkeys` : [],
  ].flat()
  return (
    <div className="wrap">
      <PageTitle lead={`The desk opens with ${has.join(' or ')}. ${codes} of your recovery codes are left.`}>
        My second step
      </PageTitle>
      <div className="stack flow">
        {actionData?.done && (
          <Banner tone="good" focus={actionData}>
            <p>{actionData.done}</p>
          </Banner>
        )}
        {actionData?.codes && <RecoveryCodes codes={actionData.codes} />}
        {actionData?.app && (
          <NewApp app={actionData.app} reply={actionData} action="/desk/my-second-step?new" />
        )}
        {actionData?.passkey && (
          <section className="baseline stack" aria-label="New passkey">
            <p>Your face, finger or the PIN of this device.</p>
            <PasskeyButton offer={actionData.passkey} action="/desk/my-second-step?new" />
          </section>
        )}
        {!(actionData?.codes || actionData?.app || actionData?.passkey) && (
          <Change passkeys={passkeys} reply={actionData} />
        )}
      </div>
    </div>
  )
}

function Change({ passkeys, reply }: { passkeys: { id: string; name: string }[]; reply: Reply | undefined }) {
  const isBusy = useNavigation().state === 'submitting'
  const { problems } = reply ?? {}
  const botCheck = useBotCheckWhereNeeded(reply, secondStepCheckAction)
  return (
    <Form
      method="post"
      action="/desk/my-second-step"
      className="baseline form-column stack"
      noValidate
      onSubmit={botCheck.after()}
    >
      <FormAnswer reply={reply} />
      <ChoiceCards
        legend={<h2>Change it</h2>}
        name="what"
        defaultValue="codes"
        problem={problems?.what}
        choices={[
          { value: 'codes', name: 'Ten new recovery codes', hint: 'Those before work no more.' },
          { value: 'app', name: 'Another code app', hint: 'In place of the one before.' },
          { value: 'passkey', name: 'One more passkey' },
          ...passkeys.map(({ id, name }) => ({ value: id, name: `Remove: ${name}` })),
        ]}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        problem={problems?.password}
      />
      <Field
        label="Code of the app, or a recovery code"
        name="code"
        autoComplete="one-time-code"
        problem={problems?.code}
      />
      {botCheck.line}
      <p>A change logs you out everywhere else.</p>
      <Button type="submit" variant="ball" busy={isBusy}>
        {isBusy ? 'Checking' : 'Go on'}
      </Button>
    </Form>
  )
}

import { Form, useNavigation } from 'react-router'
import { type AccountReply, SettingsNotice } from '#people/accounts/account-forms.tsx'
import { Button } from '#ui/button.tsx'

type SignIn = { id: string; device: string; since: string; isHere: boolean }
type Props = { accountId: string; signIns: SignIn[]; answer: AccountReply | undefined }

export function SignIns({ accountId, signIns, answer }: Props) {
  const leaving = useNavigation().formAction?.endsWith('everywhere') ?? false
  return (
    <>
      <SettingsNotice answer={answer}>That device is logged out.</SettingsNotice>
      <ul className="sign-ins">
        {signIns.map((signIn) => (
          <li key={signIn.id} className="row">
            <span>
              <b>{signIn.device || 'Unknown device'}</b>
              {signIn.isHere && ' (this device)'}
              <span className="muted line">Since {signIn.since}</span>
            </span>
            {!signIn.isHere && <EndSignIn {...signIn} />}
          </li>
        ))}
      </ul>
      <Form method="post" action="/pages/logout?everywhere">
        <input type="hidden" name="account" value={accountId} />
        <Button type="submit" busy={leaving}>
          Log out everywhere
        </Button>
      </Form>
    </>
  )
}

function EndSignIn({ id, device, since }: SignIn) {
  const { formAction, formData } = useNavigation()
  const isBusy = formAction?.endsWith('form=session') && formData?.get('id') === id
  return (
    <Form method="post" action="?form=session" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button type="submit" size="small" busy={isBusy}>
        Log out
        <span className="visually-hidden">
          {' '}
          {device || 'Unknown device'}, since {since}
        </span>
      </Button>
    </Form>
  )
}

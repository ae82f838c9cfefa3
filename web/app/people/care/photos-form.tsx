import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { type AccountReply, SettingsNotice } from '../accounts/account-forms.tsx'

type Props = {
  firstName: string
  photos: { mayBeShown: boolean; since: string } | undefined
  answer: AccountReply | undefined
}

export function Photos({ firstName, photos, answer }: Props) {
  const mayBeShown = photos?.mayBeShown ?? false
  return (
    <Form method="post" action="?form=photos" className="stack" preventScrollReset>
      <SettingsNotice answer={answer}>
        {mayBeShown ? 'Thank you. Photos may be shown.' : 'Photos are not shown any more.'}
      </SettingsNotice>
      <p>
        {mayBeShown ? (
          <>
            We may show photos of <bdi>{firstName}</bdi>: you allowed it on{' '}
            <Unbroken>{photos?.since ?? ''}</Unbroken>.
          </>
        ) : (
          <>
            We show no photos of <bdi>{firstName}</bdi>
            <Unbroken>{photos ? `: you took it back on ${photos.since}.` : ' unless you allow it.'}</Unbroken>
          </>
        )}
      </p>
      <input type="hidden" name="may_be_shown" value={mayBeShown ? 'no' : 'yes'} />
      <Button type="submit">{mayBeShown ? 'Take the permission back' : 'Allow photos'}</Button>
    </Form>
  )
}

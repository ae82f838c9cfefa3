import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { NewPasswordFields } from '#people/accounts/passwords/new-password-fields.tsx'
import { EmailField, PhoneField, PlayerFields } from '#people/fields.tsx'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { Field } from '#ui/fields/field.tsx'
import type { Release } from './liability.ts'
import { LiabilityField } from './liability-field.tsx'

type Props = { values: Record<string, string>; problems: Record<string, string>; release: Release }

/** Named by the registration payload's paths. CSS hides a player account's fields, so choices before hydration hold. */
export function RegisterGroups({ values, problems, release }: Props) {
  const { isPlayer, ...type } = useAccountType(values.account_type)
  const field = (name: string) => ({ name, defaultValue: values[name], problem: problems[name] })
  // A player's emergency contact is somebody else: the browser's autofill belongs to the holder.
  const holders = (token: string) => ({ autoComplete: isPlayer ? 'off' : token })
  return (
    <>
      <Group title="Who you are" ref={type.ref}>
        <ChoiceCards
          legend="I am creating an account as a"
          name="account_type"
          layout="two"
          defaultValue={values.account_type ?? 'parent'}
          onChange={type.onChange}
          choices={[
            { value: 'parent', name: 'Parent', hint: 'I register my children.' },
            { value: 'player', name: 'Player', hint: 'I register myself. I am 13 or older.' },
          ]}
        />
      </Group>
      <Group title="About the player" className="player-only">
        <PlayerFields prefix="player." values={values} problems={problems} isHolder={isPlayer} />
      </Group>
      <Group
        title={
          <>
            <span className="parent-only">About you</span>
            <span className="player-only">Emergency contact</span>
          </>
        }
      >
        <div className="fields">
          <Field label="First name" {...holders('given-name')} {...field('parent.first_name')} />
          <Field label="Last name" {...holders('family-name')} {...field('parent.last_name')} />
          <PhoneField
            hint="We only call about a session."
            {...holders('tel-national')}
            {...field('parent.phone')}
          />
          {isPlayer && (
            <EmailField
              label="A parent's email"
              hint="If you are under 18: we tell them of your account, and do not keep the address."
              optional
              autoComplete="off"
              {...field('player.parent_email')}
            />
          )}
        </div>
      </Group>
      <Group title="Your login">
        <EmailField hint="We send the activation link there." {...field('user.email')} />
        <NewPasswordFields name="user.password" problems={problems} />
      </Group>
      <Group title="Liability">
        <LiabilityField
          release={release}
          isAgreed={'user.liability_agreed' in values}
          problem={problems['user.liability_agreed']}
        />
      </Group>
    </>
  )
}

/** Also reads a choice from before hydration. */
function useAccountType(initial: string | undefined) {
  const [type, setType] = useState(initial ?? 'parent')
  const ref = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const checked = ref.current?.querySelector<HTMLInputElement>('[name=account_type]:checked')
    if (checked) setType(checked.value)
  }, [])
  return { isPlayer: type === 'player', onChange: setType, ref }
}

type GroupProps = {
  title: ReactNode
  className?: string
  ref?: Ref<HTMLFieldSetElement>
  children: ReactNode
}

function Group(props: GroupProps) {
  return (
    <fieldset ref={props.ref} className={`group ${props.className ?? ''}`}>
      <legend>{props.title}</legend>
      <div className="stack">{props.children}</div>
    </fieldset>
  )
}

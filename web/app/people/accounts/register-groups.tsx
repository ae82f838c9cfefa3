import type { ReactNode } from 'react'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { Field } from '#ui/field.tsx'
import { EmailField, PhoneField, PlayerFields } from '../fields.tsx'
import type { Release } from './liability.ts'
import { LiabilityField } from './liability-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

type Props = { values: Record<string, string>; problems: Record<string, string>; release: Release }

/**
 * The groups of the register form. Fields are named by their path in the registration payload. What only a
 * player account needs is hidden by the stylesheet, so that a choice made before the script arrives holds.
 */
export function RegisterGroups({ values, problems, release }: Props) {
  const of = (name: string) => ({ name, defaultValue: values[name], problem: problems[name] })
  return (
    <>
      <Group title="Who you are">
        <ChoiceCards
          legend="I am creating an account as a"
          name="account_type"
          layout="two"
          defaultValue={values.account_type ?? 'parent'}
          choices={[
            { value: 'parent', name: 'Parent', hint: 'I register my children.' },
            { value: 'player', name: 'Player', hint: 'I register myself.' },
          ]}
        />
      </Group>
      <Group title="About the player" className="player-only">
        <PlayerFields prefix="player." values={values} problems={problems} />
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
          <Field label="First name" autoComplete="given-name" {...of('parent.first_name')} />
          <Field label="Last name" autoComplete="family-name" {...of('parent.last_name')} />
          <PhoneField hint="We only call about a session." {...of('parent.phone')} />
        </div>
      </Group>
      <Group title="Your login">
        <EmailField hint="We send the activation link there." {...of('user.email')} />
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

function Group(props: { title: ReactNode; className?: string; children: ReactNode }) {
  return (
    <fieldset className={`group ${props.className ?? ''}`}>
      <legend>{props.title}</legend>
      <div className="stack">{props.children}</div>
    </fieldset>
  )
}

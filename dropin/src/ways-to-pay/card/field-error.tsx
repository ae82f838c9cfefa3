import type { Messages } from '../../messages/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import type { CardForm, FormField } from './card-form.ts'

type Props = { form: CardForm; field: FormField; messages: Messages; dom: string; id?: string }

/** Without hooks, as in the billing address. */
export function FieldError({ form, field, messages, dom, id }: Props) {
  const problem = form.problems[field]
  return (
    <div
      id={id}
      data-braintree-id={`${dom}-field-error`}
      className="braintree-form__field-error"
      role={form.unspoken.includes(field) ? undefined : 'alert'}
    >
      {problem && (
        <>
          <Icon name="iconError" />
          <span>{messages[problem]}</span>
        </>
      )}
    </div>
  )
}

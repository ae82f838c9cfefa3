import { reportModule } from '../gateway/analytics.ts'
import { type ClientConfiguration, gatewayFor, missingOption, type PartOptions } from '../gateway/client.ts'
import { toClientConfiguration } from '../gateway/gateway.ts'
import { withCallback } from '../platform/callback.ts'
import { BraintreeError, calledAfterTeardown } from '../platform/errors.ts'
import {
  type Containers,
  checkAttribute,
  checkMonthList,
  type Fields,
  presentField,
  resolveFieldContainers,
} from './checks.ts'
import type { FieldStyles } from './field-options.ts'
import type { TokenizeRequest } from './hosted-fields.ts'
import { openOnPage } from './on-page.ts'

export type HostedFieldsOptions = PartOptions & {
  fields: Fields
  styles?: FieldStyles
  preventAutofill?: boolean
}

/** Resolves when the fields can be typed into. */
export const create = withCallback(async (options: HostedFieldsOptions) => {
  const { authorization, client } = options
  if (!client && !authorization) throw missingOption('INSTANTIATION_OPTION_REQUIRED', 'options.authorization')
  const containers = resolveFieldContainers(options.fields)
  const { gateway, leave } = await gatewayFor(options)
  const configuration = client?.getConfiguration() ?? toClientConfiguration(gateway)
  const track = (kind: string) => reportModule(gateway, `custom.hosted-fields.${kind}`)
  track('initialized')
  const onEntry = () => reportModule(gateway, 'hosted-fields.input.started')
  const onPage = openOnPage({ ...options, containers, onEntry }, configuration)
  function end() {
    onPage.close()
    leave()
  }
  try {
    await onPage.fields.ready
  } catch (problem) {
    track('load.timed-out')
    end()
    throw problem
  }
  track('load.succeeded')
  return buildInstance(options.fields, containers, configuration, { ...onPage, end, track })
})

type Parts = ReturnType<typeof openOnPage> & { end: () => void; track: (kind: string) => void }
type Attribute = { field: string; attribute: string }

function buildInstance(
  options: Fields,
  containers: Containers,
  { gatewayConfiguration }: ClientConfiguration,
  { fields, emitter, read, end, track }: Parts,
) {
  const present = (field: string) => presentField(field, containers)

  function guard(name: string) {
    if (fields.closed.aborted) throw calledAfterTeardown(name)
  }

  function method<Args extends unknown[], Result>(
    name: string,
    work: (...args: Args) => Result | Promise<Result>,
  ) {
    return withCallback(async (...args: Args): Promise<Result> => {
      guard(name)
      return await work(...args)
    })
  }

  return {
    on: emitter.on,
    off: emitter.off,
    hasListener: emitter.hasListener,
    getState() {
      guard('getState')
      return read()
    },
    tokenize: method('tokenize', async (request: TokenizeRequest = {}) => {
      try {
        const payload = await fields.tokenize(request)
        track('tokenization.succeeded')
        return payload
      } catch (problem) {
        track('tokenization.failed')
        throw withInvalidFields(problem, containers)
      }
    }),
    addClass: method('addClass', (field: string, name: string) => fields.addClass(present(field), name)),
    removeClass: method('removeClass', (field: string, name: string) =>
      fields.removeClass(present(field), name),
    ),
    setAttribute: method('setAttribute', (change: Attribute & { value: string | number | boolean }) => {
      const field = present(change.field)
      checkAttribute(change.attribute, change.value)
      fields.setAttribute(field, change.attribute, change.value)
    }),
    removeAttribute: method('removeAttribute', (change: Attribute) => {
      const field = present(change.field)
      checkAttribute(change.attribute)
      fields.removeAttribute(field, change.attribute)
    }),
    setPlaceholder: method('setPlaceholder', (field: string, placeholder: string) =>
      fields.setAttribute(present(field), 'placeholder', placeholder),
    ),
    setMessage({ field, message }: { field: string; message: string }) {
      guard('setMessage')
      fields.setMessage(present(field), message)
    },
    setMonthOptions: method('setMonthOptions', (months: string[]) => {
      checkMonthList(options)
      return fields.setMonthOptions(months)
    }),
    clear: method('clear', (field: string) => fields.clear(present(field))),
    focus: method('focus', (field: string) => fields.focus(present(field))),
    getChallenges: method('getChallenges', () => [...gatewayConfiguration.challenges]),
    getSupportedCardTypes: method('getSupportedCardTypes', () =>
      gatewayConfiguration.creditCards.supportedCardTypes.map(toBrandName),
    ),
    teardown: method('teardown', () => {
      end()
      track('teardown-completed')
    }),
  }
}

/** The configuration has the former spelling of this brand. */
const toBrandName = (type: string) => (type === 'MasterCard' ? 'Mastercard' : type)

/** Pages read the containers of invalid fields in the error. */
function withInvalidFields(problem: unknown, containers: Containers) {
  if (!(problem instanceof BraintreeError)) return problem
  const details = problem.details as { invalidFieldKeys?: (keyof Containers)[] } | undefined
  if (!details?.invalidFieldKeys) return problem
  const invalidFields = Object.fromEntries(details.invalidFieldKeys.map((key) => [key, containers[key]]))
  const { code, type, message } = problem
  return new BraintreeError({ code, type, message, details: { ...details, invalidFields } })
}

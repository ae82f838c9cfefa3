import { uuid } from '#agreed/uuid.ts'
import { report } from './gateway/analytics.ts'
import { leaveGateway, openGateway } from './gateway/gateway.ts'
import { type Assets, assetPlaces } from './merchant-page/assets.ts'
import { mergeMessages } from './messages/messages.ts'
import { DropinError } from './platform/errors.ts'
import { firstSuccess } from './platform/first.ts'
import { waits, withTimeout } from './platform/waits.ts'
import type * as code from './post-form.ts'
import type { Dropin, Options } from './public-types/dropin.ts'

const attribute = 'data-braintree-dropin-authorization'

/** The script being evaluated, or the first of the page. */
export const findScriptTag = (current: Element | null) =>
  current?.hasAttribute(attribute) ? current : document.querySelector(`script[${attribute}]`)

/**
 * For a script tag inside a form, with an authorization and no code: the widget is inserted before it, and the form is
 * posted with a nonce. If creation fails, the form shows that, and posts without.
 */
export async function runScriptTag(
  script: Element,
  create: (options: Options) => Promise<Dropin>,
  assets: Assets[] | undefined,
) {
  const authorization = script.getAttribute(attribute)
  if (!authorization) throw new DropinError(`Authorization not found in ${attribute} attribute`)
  const form = script.closest('form')
  if (!form) throw new DropinError('No form found for script tag integration.')
  const container = document.createElement('div')
  container.id = `braintree-dropin-${uuid()}`
  script.before(container)
  const hold = (event: Event) => event.preventDefault()
  form.addEventListener('submit', hold)
  try {
    const gateway = openGateway(authorization)
    gateway.catch(() => undefined) // reported by the widget
    const places = assetPlaces(undefined, assets, gateway)
    const loading = firstSuccess(places, (place) => place.loadCode('script-tag'))
    const { postWithWidget } = (await withTimeout(waits.gateway, loading, late)) as typeof code
    await postWithWidget(form, script, (options) => create({ ...options, authorization, container }))
    report(await gateway, 'integration-type.script-tag')
  } catch (problem) {
    container.append(buildNotice(problem))
    throw problem
  } finally {
    leaveGateway(authorization)
    form.removeEventListener('submit', hold)
  }
}

const late = () => new Error('What posts the form did not load in time.')

function buildNotice(problem: unknown) {
  const notice = document.createElement('p')
  notice.role = 'alert'
  const reason = problem instanceof Error ? problem.message : ''
  notice.textContent = `${mergeMessages({}).genericError} ${reason}`
  return notice
}

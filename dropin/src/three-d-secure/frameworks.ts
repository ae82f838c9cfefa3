import { threeDSecureError } from './failures.ts'

/** Display of the challenge: our modal, one in Bootstrap's style, or inline. */
export type Framework = 'cardinal-modal' | 'bootstrap3-modal' | 'inline-iframe'

const versions: Record<string, Framework> = {
  2: 'cardinal-modal',
  '2-cardinal-modal': 'cardinal-modal',
  '2-bootstrap3-modal': 'bootstrap3-modal',
  '2-inline-iframe': 'inline-iframe',
}

export function parseFramework(version: unknown = 1): Framework {
  const name = `${version}`
  if (name === '1') throw threeDSecureError('THREEDS_UNSUPPORTED_VERSION')
  const framework = Object.hasOwn(versions, name) ? versions[name] : undefined
  if (!framework) {
    const known = Object.keys(versions).map((each) => `\`${each}\``)
    const message = `3D Secure has no version \`${name}\`, only ${known.join(', ')}.`
    throw threeDSecureError('THREEDS_UNRECOGNIZED_VERSION', undefined, message)
  }
  return framework
}

const places: Record<Framework, { framework?: string }> = {
  'cardinal-modal': {},
  'bootstrap3-modal': { framework: 'bootstrap3' },
  'inline-iframe': { framework: 'inline' },
}

export function cardinalFramework(framework: Framework) {
  if (Object.hasOwn(places, framework)) return places[framework]
  throw threeDSecureError('THREEDS_FRAMEWORK_METHOD_NOT_IMPLEMENTED')
}

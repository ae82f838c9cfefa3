import { threeDSecureError } from './failures.ts'

/** Where the bank's question is shown: in a window over the page, in one of Bootstrap's looks, or where the page wants it. */
export type Framework = 'cardinal-modal' | 'bootstrap3-modal' | 'inline-iframe'

const versions: Record<string, Framework> = {
  2: 'cardinal-modal',
  '2-cardinal-modal': 'cardinal-modal',
  '2-bootstrap3-modal': 'bootstrap3-modal',
  '2-inline-iframe': 'inline-iframe',
}

/** The framework of what a page calls a version. */
export function frameworkOf(version: unknown = 1): Framework {
  const name = `${version}`
  if (name === '1') throw threeDSecureError('THREEDS_UNSUPPORTED_VERSION')
  const framework = Object.hasOwn(versions, name) ? versions[name] : undefined
  if (!framework) {
    const known = Object.keys(versions).map((each) => `\`${each}\``)
    const message = `Version \`${name}\` of 3D Secure is not known. It must be one of ${known.join(', ')}.`
    throw threeDSecureError('THREEDS_UNRECOGNIZED_VERSION', undefined, message)
  }
  return framework
}

/** What each framework says for itself. */
type Rules = {
  /** What the provider is told of the place of its question. */
  payment: () => { framework?: string }
}

/** The base of the frameworks: what one does not say for itself. */
const base: Rules = {
  payment() {
    throw threeDSecureError('THREEDS_FRAMEWORK_METHOD_NOT_IMPLEMENTED')
  },
}

const frameworks: Record<Framework, Rules> = {
  'cardinal-modal': { ...base, payment: () => ({}) },
  'bootstrap3-modal': { ...base, payment: () => ({ framework: 'bootstrap3' }) },
  'inline-iframe': { ...base, payment: () => ({ framework: 'inline' }) },
}

export const rulesOf = (framework: Framework) =>
  Object.hasOwn(frameworks, framework) ? frameworks[framework] : base

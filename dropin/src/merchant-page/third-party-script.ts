import { withTimeout } from '../platform/waits.ts'
import { trustedTypesPolicy } from './trusted-types.ts'

type ThirdPartyScript = {
  src: string
  id?: string
  attributes?: Record<string, string>
  nonce?: string | undefined
  limit: number
}

const loading = new Map<string, Promise<HTMLScriptElement>>()

/** Loads a third-party script, once for simultaneous callers. A failed one is removed and can be retried. */
export function loadScript(script: ThirdPartyScript) {
  const known = loading.get(script.src)
  if (known) return known
  const added = add(script).finally(() => loading.delete(script.src))
  loading.set(script.src, added)
  return added
}

async function add({ src, id, attributes = {}, nonce, limit }: ThirdPartyScript) {
  const script = document.createElement('script')
  const address = trustedTypesPolicy().createScriptURL(src)
  Object.assign(script, { src: address, async: true, ...(id && { id }), ...(nonce && { nonce }) })
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
  const settled = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`The script ${src} did not load.`)))
  })
  document.head.append(script)
  try {
    await withTimeout(limit, settled, () => new Error(`The script ${src} did not load in time.`))
    return script
  } catch (problem) {
    script.remove()
    throw problem
  }
}

function addData(data: object, attributes: Record<string, string>, nonce?: string) {
  const script = document.createElement('script')
  Object.assign(script, { type: 'application/json', ...(nonce && { nonce }) })
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
  script.text = trustedTypesPolicy().createScript(JSON.stringify(data))
  document.body.append(script)
  return script
}

/** Shared with modules of the SDK: a page has one Trusted Types policy, of the first that came. */
export const scripts = { loadScript, addData }
export type Scripts = typeof scripts

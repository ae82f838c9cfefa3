import { reportPart } from '../gateway/analytics.ts'
import { scriptAddress } from '../gateway/foreign-scripts.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { postTo } from '../gateway/post.ts'
import { scripts } from '../merchant-page/foreign-script.ts'
import type { BankTexts } from './bank-modal.ts'

/** What 3-D Secure speaks with. */
export function toolsFor(gateway: Gateway, texts: () => BankTexts) {
  return {
    /** Asks the gateway, below its client API. */
    post: (endpoint: string, data: object) => postTo(gateway, endpoint, data),
    /** Tells analytics. */
    tell: (kind: string) => reportPart(gateway, `three-d-secure.${kind}`),
    /** The address of the provider's script. */
    src: scriptAddress('cardinal', gateway.configuration),
    /** What puts it on the page. */
    scripts,
    /** What stands around the bank's page in the older flow. */
    texts,
  }
}

export type Tools = ReturnType<typeof toolsFor>

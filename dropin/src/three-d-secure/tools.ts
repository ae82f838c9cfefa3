import { reportModule } from '../gateway/analytics.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { postTo } from '../gateway/post.ts'
import { scriptAddress } from '../gateway/third-party-addresses.ts'
import { scripts } from '../merchant-page/third-party-script.ts'
import type { BankTexts } from './bank-modal.ts'

export function toolsFor(gateway: Gateway, texts: () => BankTexts) {
  return {
    post: (endpoint: string, data: object) => postTo(gateway, endpoint, data),
    track: (kind: string) => reportModule(gateway, `three-d-secure.${kind}`),
    src: scriptAddress('cardinal', gateway.configuration),
    scripts,
    texts,
  }
}

export type Tools = ReturnType<typeof toolsFor>

import {
  Children,
  cloneElement,
  createContext,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useContext,
} from 'react'
import { Scripts } from 'react-router'
import { Nonce } from './going.tsx'

/** The script that hands over what the page was made of; the server alone knows it. */
export const HandedOver = createContext('')

type Part = ReactElement<{ type?: string; rel?: string; children?: ReactNode }>

/** The server alone writes it. */
const isHeldBack = import.meta.env.SSR && !import.meta.env.DEV

/** The page's modules, asked for once the page was painted: what moves a page never keeps it from being seen. */
export function LateScripts() {
  const [nonce, handedOver] = [useContext(Nonce), useContext(HandedOver)]
  return (
    <>
      {isHeldBack ? <HeldBackScripts /> : <Scripts />}
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: A script's text, and data in which no mark can end it.
        dangerouslySetInnerHTML={{ __html: handedOver + askAfterPaint }}
      />
    </>
  )
}

const HeldBackScripts = () => heldBack(Scripts({}))

/** No browser knows a `late` link or script: neither is fetched until `askAfterPaint` names it as what it is. */
function heldBack(part: ReactNode): ReactNode {
  if (!isValidElement<Part['props']>(part)) return part
  if (part.type === Fragment) return Children.map(part.props.children, heldBack)
  if (part.type === 'link') return cloneElement(part, { rel: 'late' })
  return part.props.type === 'module' ? cloneElement(part, { type: 'late' }) : part
}

/** Two frames are one paint; a page that nobody sees has no frames, and asks by the clock. */
const askAfterPaint = isHeldBack
  ? `{const ask=()=>{for(const link of document.querySelectorAll('link[rel=late]'))link.rel='modulepreload'
for(const late of document.querySelectorAll('script[type=late]')){const script=document.createElement('script')
script.type='module';script.nonce=late.nonce;script.textContent=late.textContent;late.type='asked';document.head.append(script);script.remove()}}
requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(ask)));setTimeout(ask,1000)}`
  : ''

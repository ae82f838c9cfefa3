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
import { Nonce } from './navigation.tsx'

export const HydrationScript = createContext('')

type Part = ReactElement<{ type?: string; rel?: string; children?: ReactNode }>

const isHeldBack = import.meta.env.SSR && !import.meta.env.DEV

/** Loads the page's modules after the first paint, so that they never delay it. */
export function LateScripts() {
  const [nonce, hydrationScript] = [useContext(Nonce), useContext(HydrationScript)]
  return (
    <>
      {isHeldBack ? <HeldBackScripts /> : <Scripts />}
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: A script's text, and data in which no mark can end it.
        dangerouslySetInnerHTML={{ __html: hydrationScript + askAfterPaint }}
      />
    </>
  )
}

const HeldBackScripts = () => heldBack(Scripts({}))

/** Browsers ignore the type `late`, until `askAfterPaint` sets the real one. */
function heldBack(part: ReactNode): ReactNode {
  if (!isValidElement<Part['props']>(part)) return part
  if (part.type === Fragment) return Children.map(part.props.children, heldBack)
  if (part.type === 'link') return cloneElement(part, { rel: 'late' })
  return part.props.type === 'module' ? cloneElement(part, { type: 'late' }) : part
}

/** Two frames are one paint; a background tab has no frames, and uses the timer. */
const askAfterPaint = isHeldBack
  ? `{const ask=()=>{for(const link of document.querySelectorAll('link[rel=late]'))link.rel='modulepreload'
for(const late of document.querySelectorAll('script[type=late]')){const script=document.createElement('script')
script.type='module';script.nonce=late.nonce;script.textContent=late.textContent;late.type='asked';document.head.append(script);script.remove()}}
requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(ask)));setTimeout(ask,1000)}`
  : ''

import { dropinWith } from './dropin.ts'
import { assetsIn, folderOf } from './merchant-page/assets.ts'
import { publish } from './platform/publish.ts'
import { followScriptTag, scriptTagOf } from './script-tag.ts'

// Known only while the text of the script is evaluated.
const script = typeof document === 'undefined' ? null : document.currentScript
const own = assetsBeside(script)

const dropin = dropinWith(() => own)
publish('dropin', dropin)
const tag = typeof document === 'undefined' ? null : scriptTagOf(script)
if (tag) followScriptTag(tag, dropin.create, own).catch(reportError)

/** In the folder that the page names, or else beside the script; a blob and data have nothing beside them. */
function assetsBeside(script: HTMLOrSVGScriptElement | null) {
  const src = script && 'src' in script ? script.src : ''
  try {
    const base = script?.getAttribute('data-assets-base') ?? (src && folderOf(src))
    return base ? [assetsIn(base)] : undefined
  } catch (problem) {
    if (problem instanceof TypeError) return undefined // no address of a folder
    throw problem
  }
}

import { dropinWith } from './dropin.ts'
import { assetsIn, folderOf } from './page/assets.ts'
import { publish } from './platform/publish.ts'
import { followScriptTag, scriptTagOf } from './script-tag.ts'

// Known only while the text of the script is evaluated.
const script = typeof document === 'undefined' ? null : document.currentScript
const src = script && 'src' in script ? script.src : ''
const base = script?.getAttribute('data-assets-base') ?? (src && folderOf(src))
const own = base ? assetsIn(base) : undefined

const dropin = dropinWith(own)
publish('dropin', dropin)
const tag = typeof document === 'undefined' ? null : scriptTagOf(script)
if (tag) followScriptTag(tag, dropin.create, own).catch(reportError)

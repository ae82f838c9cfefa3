import type { Foretold } from '../../gateway/foretold.ts'
import { type Frames, openFrames } from '../../hosted-fields/frames.ts'
import type { CreateOptions } from '../../merchant-options/create-options.ts'
import { cardOptionsOf } from './card.ts'
import { fieldsOf } from './card-fields.ts'

/** Preloads the frames while the configuration is loading, in browsers that can move them without a reload. */
export function beginFrames(
  options: CreateOptions,
  { assetsUrl, challenges }: Foretold,
  container: Element,
): Frames | undefined {
  const isPlain = container.getRootNode() === document
  if (options.card === false || !isPlain || !('moveBefore' in container)) return undefined
  const own = cardOptionsOf(options)
  const frames = openFrames(assetsUrl)
  container.append(frames.waiting)
  // Each in a task of its own: browsers take a while to make one.
  for (const key of fieldsOf(challenges, own))
    setTimeout(() => {
      if (frames.waiting.isConnected) frames.begin(key, own.overrides?.fields?.[key]?.iframeTitle)
    })
  return frames
}

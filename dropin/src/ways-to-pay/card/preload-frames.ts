import type { TokenHints } from '../../gateway/token-hints.ts'
import { type Frames, openFrames } from '../../hosted-fields/frames.ts'
import type { CreateOptions } from '../../merchant-options/create-options.ts'
import { readCardOptions } from './card.ts'
import { fieldsFor } from './card-fields.ts'

/** Preloads the frames while the configuration is loading, in browsers that can move them without a reload. */
export function preloadFrames(
  options: CreateOptions,
  { assetsUrl, challenges }: TokenHints,
  container: Element,
): Frames | undefined {
  const isPlain = container.getRootNode() === document
  if (options.card === false || !isPlain || !('moveBefore' in container)) return undefined
  const cardOptions = readCardOptions(options)
  const frames = openFrames(assetsUrl)
  container.append(frames.waiting)
  // Each in a task of its own: browsers take a while to make one.
  for (const key of fieldsFor(challenges, cardOptions))
    setTimeout(() => {
      if (frames.waiting.isConnected) frames.begin(key, cardOptions.overrides?.fields?.[key]?.iframeTitle)
    })
  return frames
}

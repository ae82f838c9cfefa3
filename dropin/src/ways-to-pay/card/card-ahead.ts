import type { Foretold } from '../../gateway/foretold.ts'
import { type Frames, openFrames } from '../../hosted-fields/frames.ts'
import type { CreateOptions } from '../../merchant-options/create-options.ts'
import { cardOptionsOf } from './card.ts'
import { fieldsOf } from './card-fields.ts'

/**
 * Asks for the frames of the card fields while the configuration is on its way, where the browser can take them to
 * their places as they are.
 */
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
  // Each in a task of its own: a browser takes a while to make one.
  for (const key of fieldsOf(challenges, own))
    setTimeout(() => {
      if (frames.waiting.isConnected) frames.begin(key, own.overrides?.fields?.[key]?.iframeTitle)
    })
  return frames
}

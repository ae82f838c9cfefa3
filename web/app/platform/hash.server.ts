import { createHash } from 'node:crypto'

/** For secrets of ours, and to name somebody in a row without saying who it is. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

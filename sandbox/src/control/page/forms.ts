import { raw } from 'hono/html'

/** The attributes of a form that changes something. */
export const posts = (action: string) => raw(`method="post" action="/control/page/${action}"`)

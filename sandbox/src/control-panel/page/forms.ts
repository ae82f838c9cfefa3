import { raw } from 'hono/html'

export const posts = (action: string) => raw(`method="post" action="/control/page/${action}"`)

import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** Layout of the bank's and PayPal's pages. */
export function shopperPage(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <style>
      body { margin: 0 auto; max-width: 24rem; padding: 1.5rem; color: #16181d; background: #fff;
        font: 1rem/1.5 system-ui, sans-serif }
      h1 { margin: 0 0 .75rem; font-size: 1.25rem }
      input { display: block; width: 100%; box-sizing: border-box; margin: .25rem 0 1rem; padding: .625rem;
        border: 1px solid #8a8f98; border-radius: .375rem; font: inherit }
      button { margin-right: .5rem; padding: .625rem 1.25rem; border: 1px solid #1f4e79; border-radius: .375rem;
        color: #fff; background: #1f4e79; font: inherit; cursor: pointer }
      button:is([value='cancel'], [value='decline'], [value='expire'], [value='fail']) { color: #1f4e79; background: #fff }
      small { color: #5a606b }
    </style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${body}
    </main>
  </body>
</html>`
}

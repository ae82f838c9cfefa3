import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

export function frame(title: string, nav: Markup | '', content: Markup) {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <link rel="icon" href="/control/icon.svg" type="image/svg+xml">
  <link rel="preload" href="/control/archivo.woff2" as="font" type="font/woff2" crossorigin>
  <link rel="stylesheet" href="/control/page.css">
</head>
<body>
  <header class="top on-surround">
    <div class="width">
      <a class="brand" href="/">${mark} Card gateway sandbox</a>
      ${nav}
    </div>
  </header>
  ${content}
</body>
</html>`
}

const court = html`<path fill="none" stroke="#fff" stroke-width="2" d="M3 3h18v24H3zM3 15h18M12 3v12"/>
  <circle cx="26" cy="24" r="3.5" fill="#dcf43a"/>`
const mark = html`<svg viewBox="0 0 30 30" width="30" height="30" aria-hidden="true">${court}</svg>`
export const icon = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 36 36">
  <path fill="#0f3b2a" d="M-3-3h36v36H-3z"/>${court}</svg>`

const iconPaths = {
  good: 'M4 12l5 5L20 6',
  due: 'M12 6v6l4 2M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20',
  bad: 'M12 7v6M12 16.5v.5M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20',
  plain: 'M5 12h14',
}
export type Tone = keyof typeof iconPaths

export function chip(tone: Tone, label: string) {
  return html`<span class="chip ${tone}"><svg viewBox="0 0 24 24" width="16" height="16" fill="none"
    stroke="currentColor" stroke-width="2.5" aria-hidden="true"><path d="${iconPaths[tone]}"/></svg>${label}</span>`
}

const momentFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** UTC, for example Nov 21, 15:02. */
export function moment(instant: Date) {
  return html`<time datetime="${instant.toISOString()}">${momentFormat.format(instant)}</time>`
}

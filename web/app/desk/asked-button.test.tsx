import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AskedButton } from './asked-button.tsx'

test('before the script is there, and without one, no single press does what cannot be undone', () => {
  const html = renderToStaticMarkup(
    <AskedButton question="Sure?" consequence="It is gone." verb="End it" name="what" value="end" />,
  )
  const [withScript = '', without = ''] = html.split('<noscript>')

  expect(withScript).not.toContain('type="submit"')
  expect(without).toMatch(/<details[^>]*><summary[^>]*>End it<.*Sure\?.*It is gone\./)
  expect(/<button[^>]*>/.exec(without)?.[0]).toMatch(/(?=.*type="submit")(?=.*name="what")(?=.*value="end")/)
})

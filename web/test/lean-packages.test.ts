import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { leanCode, neverCalled } from '../lean-packages.ts'

const packages = fileURLToPath(new URL('../../node_modules/', import.meta.url))

const programs = (path: string) =>
  path.endsWith('/')
    ? readdirSync(packages + path)
        .filter((name) => name.endsWith('.mjs'))
        .map((name) => readFileSync(packages + path + name, 'utf8'))
    : [readFileSync(packages + path, 'utf8')]

test.for(Object.entries(neverCalled))(
  'the installed %s has all that browsers do not get, and is a program without it',
  ([path, names]) => {
    const lean = programs(path).map((code) => leanCode(code, names))

    expect(new Set(lean.flatMap(({ leftOut }) => leftOut))).toEqual(new Set(names))
    for (const { code } of lean) expect(() => parseAst(code)).not.toThrow()
  },
)

test('only words for developers and what is never called are taken out, the checks themselves stay', () => {
  const code = `
function never(a) { warning(a, 'never'); return 1 }
function kept(a) { invariant(a, 'There is no a.'); warning(a, \`a is \${a}\`); return a }
var Link = React.forwardRef(kept);
Link.displayName = 'Link';
Fragment.prototype.focus = function () {};`

  const lean = leanCode(code, ['never', 'Fragment.prototype'])

  expect(lean.leftOut).toEqual(['never', 'Fragment.prototype'])
  expect(lean.code).toBe(`
function never(a) { throw Error('never') }
function kept(a) { invariant(a); ; return a }
var Link = /* @__PURE__ */ React.forwardRef(kept);
;
;`)
})

/** What leads to the functions that browsers do not get. */
const leadsThere =
  /ViewTransition|SuspenseList|<Activity|use(Action|Form)State|<Fragment[^>]*\sref=|\sprecedence=|\b(preload|preinit|preconnect|prefetchDNS)\w*\(|instrumentations/

test('no page and no part of the payment widget comes to what browsers do not get', () => {
  const root = new URL('../../', import.meta.url)
  const sources = ['web/app', 'dropin/src', 'dropin/frames'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  )

  expect(sources).toContain('web/app/root.tsx')
  expect(sources.filter((path) => leadsThere.test(readFileSync(new URL(path, root), 'utf8')))).toEqual([])
})

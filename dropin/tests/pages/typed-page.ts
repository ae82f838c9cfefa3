import dropin, { create, type Dropin, type Options } from '@courtside/dropin'
import client from '@courtside/dropin/client'
import type * as original from 'braintree-web-drop-in'

/** A page beside the original's types, which a shop may still have. */
const options: Options = { authorization: '', container: '#place' } satisfies original.Options

const open = (overrides: Options): Promise<Dropin> => create({ ...options, ...overrides })

Object.assign(window, { braintree: { client, dropin: { ...dropin, create: open } } })

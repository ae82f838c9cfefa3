import { create } from '@courtside/dropin'
import { renderToString } from 'react-dom/server'
import { servedPage } from './served-page.mjs'

const refused = await create({ authorization: 'a', container: '#place' }).catch(({ message }) => message)
console.log(JSON.stringify({ html: renderToString(servedPage('later')), refused }))

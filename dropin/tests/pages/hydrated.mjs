import { hydrateRoot } from 'react-dom/client'
import { servedPage } from './served-page.mjs'

Object.assign(window, {
  openShop: ([authorization]) => hydrateRoot(document.getElementById('shop'), servedPage(authorization)),
})

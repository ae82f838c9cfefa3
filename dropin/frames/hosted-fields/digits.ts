/** Arabic, Persian and full-width digits: the low four bits are the digit. */
const foreign = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g

export const withPlainDigits = (text: string) =>
  text.replace(foreign, (digit) => `${digit.charCodeAt(0) & 15}`)

export const onlyDigits = (text: string) => text.replace(/\D/g, '')

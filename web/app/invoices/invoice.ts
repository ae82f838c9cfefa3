/** "2027-1004" is family 1004, year 2027. */
const pattern = /^(\d{4})-(\d{1,9})$/

export function invoiceNumber(text: string): { year: number; family: number } | undefined {
  const match = pattern.exec(text.trim())
  return match ? { year: Number(match[1]), family: Number(match[2]) } : undefined
}

/** "1004", or within that of an invoice. */
export const familyNumber = (text: string): number | undefined =>
  invoiceNumber(text)?.family ?? (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : undefined)

export const wrongInvoice = (text: string) => `“${text}” is no invoice number: one looks like 2027-1004.`

/** "R-5001" of a charge, "C-1001" of a recorded payment, "D-7001" of a gift. */
export function paperNumber(text: string): { series: string; number: number } | undefined {
  const [, series, digits] = /^\s*([RCD])-(\d{1,9})\s*$/i.exec(text) ?? []
  return series && digits ? { series: series.toUpperCase(), number: Number(digits) } : undefined
}

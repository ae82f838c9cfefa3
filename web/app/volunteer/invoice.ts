/** The number on a family's invoice: "2027-1004" is family 1004, year 2027. */
const pattern = /^(\d{4})-(\d{1,9})$/

export function invoiceNumber(text: string): { year: number; family: number } | undefined {
  const match = pattern.exec(text.trim())
  return match ? { year: Number(match[1]), family: Number(match[2]) } : undefined
}

export const wrongInvoice = (text: string) => `“${text}” is no invoice number: one looks like 2027-1004.`

/** Postal codes of the United States: public records of the postal service, packaged. */
declare module 'zipcodes/lib/codes.js' {
  export const codes: Record<string, { zip: string; city: string; state: string; country: string }>
}

/** Public records of the United States' postal service, packaged. */
declare module 'zipcodes/lib/codes.js' {
  export const codes: Record<string, { zip: string; city: string; state: string; country: string }>
}

const labels: Record<string, string> = {
  name: 'Name',
  summary: 'Line for the list',
  price: 'Price',
  'price note': 'What the price is for',
  location: 'Place and time',
  description: 'Description',
  format: 'What happens',
  missions: 'Mission statements',
  'coach-name': 'Coach',
  'coach-line': 'A line of the coach',
  bring: 'What to bring',
  key: 'Short name',
  blurb: 'Sentence for the first page',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  wallet: 'Venmo handle',
  accent: 'Colour',
  clubs: 'Clubs of the release',
  'limits-hold minutes': 'Minutes to pay online',
  'limits-players': 'Players of an account',
  'limits-unpaid places': 'Places to pay later',
  'limits-unpaid places of a session': 'Of these, in one session',
  'limits-dollars given back by one member': 'Dollars given back without a second member',
  'reliability page': 'Show visitors how reliably this site runs',
  'causes-name': 'Name',
  'causes-blurb': 'One sentence about it',
  'causes-about': 'A second sentence',
  'causes-ein': 'EIN',
}
/** Both causes share labels. */
export function fieldLabel(field: string): string {
  const name = field.replace(/^causes-[A-Z]+/, 'causes')
  const gift = name.replace(/^causes-gifts-/, '')
  return labels[name] ?? (gift === name ? name.charAt(0).toUpperCase() + name.slice(1) : `What $${gift} does`)
}

import { expect, test } from 'vitest'
import { CommandProblem } from '#platform/command.server.ts'
import { readCommand } from './record-payment-command.server.ts'

/** As the shell hands them over: parted at blanks. */
const read = (line: string) => readCommand(line.split(' '), 'robin')

test('a payment is read with all that was typed, whatever the order and the dollar signs', () => {
  expect(read('record --note desk 2027-1004 Cash $1,035.50 --registration 12 --registration=13')).toEqual({
    act: 'record',
    invoice: '2027-1004',
    how: 'cash',
    amountCents: 103_550,
    registrationIds: [12, 13],
    note: 'desk',
    by: 'robin',
  })
  expect(read('record 2027-1004 Venmo-transfer 35 --received 2027-06-21')).toMatchObject({
    ...{ how: 'venmo-transfer', receivedOn: '2027-06-21' },
  })
  expect(read('returned 7')).toEqual({ act: 'returned', of: 7, by: 'robin' })
  const refund = '0c5b5a52-61ab-4a02-9e0c-1f3d2a6a7b10'
  expect(read(`repaid ${refund}`)).toEqual({ act: 'repaid', of: refund, by: 'robin' })
  expect(read('find pip lobwell')).toEqual({ act: 'find', text: 'pip lobwell' })
})

test.each([
  [
    'recrod 2027-1004 check 215',
    '“recrod” is not known here. Write find, record, take-back, bounced, release, returned or repaid.',
  ],
  ['find', 'Write an e-mail, a name or an invoice number after “find”.'],
  ['find pip --all', '“--all” is not known here. There are no options.'],
  ['record', 'Write an invoice number, how it was paid and how much after “record”.'],
  ['record 20271004 check 215', '“20271004” is no invoice number: one looks like 2027-1004.'],
  [
    'record 2027-1004 cheque 215',
    '“cheque” is not a way to pay that is recorded here. Write check, cash or venmo-transfer.',
  ],
  [
    'record 2027-1004 venmo 215',
    '“venmo” is not a way to pay that is recorded here. Write check, cash or venmo-transfer.',
  ],
  ['record 2027-1004', 'How was it paid? After the invoice number write check, cash or venmo-transfer.'],
  [
    'record 2027-1004 check 215 --received 2027-02-30',
    '“2027-02-30” is no day. Write one such as 2027-06-21.',
  ],
  ['record 2027-1004 check', 'How much was it? After “check” write dollars, such as 215.00.'],
  ['record 2027-1004 check lots', '“lots” is no amount. Write dollars, such as 215.00.'],
  ['record 2027-1004 check 215 88', '“88” is too much. A text of several words stands in quotes.'],
  [
    'record 2027-1004 check 215 --nota 88',
    '“--nota” is not known here. Known are --registration, --note, --received.',
  ],
  ['record 2027-1004 check 215 --note', 'After --note something is missing.'],
  [
    'record 2027-1004 check 215 --registration Pip',
    '“Pip” is no registration. Write its number, which “find” shows.',
  ],
  ['take-back', 'Write the number of the payment after “take-back”.'],
  ['take-back C-101', '“C-101” is no payment. Write its number, which “find” shows.'],
  ['returned 7a', '“7a” is nothing that is owed. Write what “find” shows after “returned”.'],
])('“%s” is answered with “%s”', (line, message) => {
  expect(() => read(line)).toThrow(new CommandProblem(message))
})

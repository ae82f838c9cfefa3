import { expect, test } from 'vitest'
import { inOrder, invoiceNumbers, listComing } from './history.ts'

test('a family sees what is overdue first, then what is due, what is coming, and what is over, the last of it first', () => {
  const rows = [
    { stage: 'past', startsOn: '2027-03-01' },
    { stage: 'due', startsOn: '2027-09-01' },
    { stage: 'coming', startsOn: '2027-12-01' },
    { stage: 'overdue', startsOn: '2027-05-02' },
    { stage: 'past', startsOn: '2027-04-01' },
    { stage: 'due', startsOn: '2027-08-01' },
    { stage: 'overdue', startsOn: '2026-05-01' },
    { stage: 'coming', startsOn: '2027-10-01' },
  ] as const

  expect(inOrder([...rows]).map(({ stage, startsOn }) => `${stage} ${startsOn}`)).toEqual([
    'overdue 2026-05-01',
    'overdue 2027-05-02',
    'due 2027-08-01',
    'due 2027-09-01',
    'coming 2027-10-01',
    'coming 2027-12-01',
    'past 2027-04-01',
    'past 2027-03-01',
  ])
})

test('what a family has next comes by its days, with what goes on today, and no more than six', () => {
  const days = ['08-01', '07-01', '07-09', '07-20', '07-10', '07-30', '07-11', '07-25']
  const entries = days.map((day) => ({
    session: { startsOn: `2027-${day}`, endsOn: day === '07-09' ? '2027-07-10' : `2027-${day}` },
  }))

  const coming = listComing(entries, '2027-07-10').map(({ session }) => session.startsOn.slice(5))

  expect(coming).toEqual(['07-09', '07-10', '07-11', '07-20', '07-25', '07-30'])
})

test('a transfer that pays sessions of two years names the invoices of both', () => {
  expect(invoiceNumbers([{ year: 2027 }, { year: 2028 }, { year: 2027 }], 5)).toEqual(['2027-5', '2028-5'])
})

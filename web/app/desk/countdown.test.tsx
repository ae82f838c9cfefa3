import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Countdown } from './countdown.tsx'

const [minute, hour, day] = [60, 3600, 86_400]

/** What stands on the board, and what screen readers are told. */
function shownAt(seconds: number) {
  const [board = '', announced = ''] = renderToStaticMarkup(<Countdown seconds={seconds} />).split('<p')
  const text = (markup: string) => markup.replace(/^[^<]*>|<[^>]+>/g, '').trim()
  return [text(board), text(announced)]
}

test('the countdown says days, hours and minutes, seconds only in the last minute', () => {
  const boards = [2 * day + 3 * hour + 4 * minute + 5, day, hour + 59, 59 * minute, minute, minute - 1, 0]

  expect(boards.map((seconds) => shownAt(seconds)[0])).toEqual([
    '2 d3 h4 min',
    '1 d0 h0 min',
    '1 h0 min',
    '59 min',
    '1 min',
    '59 s',
    '0 s',
  ])
})

test('screen readers are told of it an hour, ten minutes and one minute before, and not all the time', () => {
  const announced = [61, 60, 59, 10, 9, 1].map((minutes) => shownAt(minutes * minute + 30)[1])

  expect(announced).toEqual(['', 'Opens in 60 minutes', '', 'Opens in 10 minutes', '', 'Opens in 1 minute'])
})

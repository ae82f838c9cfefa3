/** The entries of a calendar file as a calendar program reads them: lines unfolded, by name. */
export const calendarEntries = (file: string): Map<string, string>[] =>
  file
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((event) => {
      const lines = event.slice(0, event.indexOf('END:VEVENT')).trimEnd().split('\r\n')
      return new Map(
        lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
      )
    })

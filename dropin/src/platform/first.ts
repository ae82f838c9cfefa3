/** What comes of the first place that works; the last error if none does. */
export async function firstOf<Place, Found>(
  places: AsyncIterable<Place>,
  look: (place: Place) => Promise<Found>,
): Promise<Found> {
  let last: unknown
  for await (const place of places) {
    try {
      return await look(place)
    } catch (problem) {
      last = problem
    }
  }
  throw last
}

/** Result of the first place that works, or the last error. */
export async function firstSuccess<Place, Found>(
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

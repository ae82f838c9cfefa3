export default function SeasonPage() {
  return <h1>Season</h1>
}

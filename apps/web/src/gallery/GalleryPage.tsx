import type { Fixture } from '@billfold/react/gallery/Fixture.ts'
import { fixtures } from '@billfold/react/gallery/fixtures.ts'
import { Top } from '../Top.tsx'
import { FixtureCard, FixtureLink } from './FixtureCard.tsx'
import { GallerySwitches } from './GallerySwitches.tsx'
import { addressOfLook } from './galleryLook.ts'
import { useLook } from './useLook.ts'

const plural = new Intl.PluralRules('en')
const count = (number: number, what: string) => `${number} ${what}${plural.select(number) === 'one' ? '' : 's'}`
const views = [...new Set(fixtures.map(({ view }) => view))]

/** Every view of the kit in every state, each drawn by a real kit with a simulated server, chains and wallets. */
export function GalleryPage() {
  const [look, change] = useLook()
  const { state, view } = look
  const shown = fixtures.filter((each) => (state === undefined ? !view || each.view === view : each.id === state))
  const isAlone = state !== undefined
  const draw = (fixture: Fixture) => {
    const Card = fixture.alone && !isAlone ? FixtureLink : FixtureCard
    return <Card key={fixture.id} fixture={fixture} look={look} />
  }
  return (
    <div className="gallery" data-theme={look.theme}>
      <Top />
      <main>
        <div className="gallery-head" lang="en" dir="ltr">
          <h1>Gallery</h1>
          <p className="quiet">
            {isAlone ? (
              <a href={addressOfLook({ ...look, state: undefined, frame: 'card' })}>All states</a>
            ) : (
              `${count(shown.length, 'state')} of ${count(new Set(shown.map((each) => each.view)).size, 'view')}. Each is a real kit with a mock server, chains and wallets.`
            )}
          </p>
        </div>
        <GallerySwitches look={look} views={views} onChange={change} />
        {shown.length === 0 ? (
          <p lang="en" dir="ltr">
            State not found.
          </p>
        ) : null}
        {views
          .filter((each) => shown.some((fixture) => fixture.view === each))
          .map((each) => (
            <section key={each} className="view-states" data-view-states={each}>
              <h2 lang="en" dir="ltr">
                {each}
              </h2>
              <div className="states">{shown.filter((fixture) => fixture.view === each).map(draw)}</div>
            </section>
          ))}
      </main>
    </div>
  )
}

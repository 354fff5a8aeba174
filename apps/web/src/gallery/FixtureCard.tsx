import type { Fixture } from '@billfold/react/gallery/Fixture.ts'
import { type MountedFixture, mountFixture } from '@billfold/react/gallery/mountFixture.tsx'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { addressOfLook, type GalleryLook } from './galleryLook.ts'

const atOnce = 4
let running = 0
const waiting: (() => void)[] = []

/** Runs a few at once and the others as these end: a page full of cards fills from the top and stays responsive. */
async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((turn) => waiting.push(turn))
  running += 1
  try {
    return await run()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

type Stage = 'drawing' | 'ready' | 'broken'

/** One state, drawn by a kit of its own. */
export function FixtureCard({ fixture, look }: { fixture: Fixture; look: GalleryLook }) {
  const { theme, language, direction, frame, width } = look
  const place = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedFixture>(undefined)
  const [stage, setStage] = useState<Stage>('drawing')
  const [reason, setReason] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a kit takes the direction from the page when it is created; it applies colors later too
  useEffect(() => {
    const host = document.createElement('div')
    host.dataset.billfoldHost = ''
    place.current?.append(host)
    setStage('drawing')
    let isGone = false
    const mounting = inTurn(async () =>
      isGone ? undefined : mountFixture(fixture, host, { theme, language, dialog: frame === 'dialog' }),
    )
    mounting.then(
      (drawn) => {
        if (isGone) return
        mounted.current = drawn
        setStage('ready')
      },
      (error: unknown) => {
        setStage('broken')
        setReason(String(error))
      },
    )
    return () => {
      isGone = true
      mounted.current = undefined
      mounting
        .then((drawn) => drawn?.unmount())
        .catch(() => undefined) // Said above.
        .finally(() => host.remove())
    }
  }, [fixture, language, direction, frame])
  // Even after drawing: the choice may have changed meanwhile.
  useLayoutEffect(() => {
    if (stage === 'ready') mounted.current?.setTheme(theme)
  }, [stage, theme])
  return (
    <article className="state" data-state={fixture.id} data-stage={stage} style={{ inlineSize: width }}>
      <h3 className="state-title" lang="en" dir="ltr">
        <a href={addressOfLook({ ...look, view: undefined, state: fixture.id })}>{fixture.title}</a>
      </h3>
      <div className="state-place" ref={place} />
      {stage === 'broken' ? <p className="danger">{reason}</p> : null}
    </article>
  )
}

/** A state that covers the whole page: only a link to it. */
export const FixtureLink = ({ fixture, look }: { fixture: Fixture; look: GalleryLook }) => (
  <article className="state" data-state={fixture.id} style={{ inlineSize: look.width }}>
    <h3 className="state-title" lang="en" dir="ltr">
      <a href={addressOfLook({ ...look, view: undefined, state: fixture.id })}>{fixture.title}</a>
    </h3>
    <p className="state-note" lang="en" dir="ltr">
      Covers the whole page. Open it on its own.
    </p>
  </article>
)

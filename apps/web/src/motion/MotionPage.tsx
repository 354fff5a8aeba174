import { type Transition, transitions } from '@billfold/react/gallery/transitions.ts'
import { useLayoutEffect, useState } from 'react'
import { Top } from '../Top.tsx'
import { MotionStage } from './MotionStage.tsx'

const paces = { 1: 'As it is', 4: '4 times slower', 12: '12 times slower', 0: 'Off' } as const

/**
 * Every transition of the modal, slowed down. The address may name one (`?play=forward&pace=12`); with `&wait` it begins at the
 * window's `play` event, for film strips.
 */
export function MotionPage() {
  const query = new URLSearchParams(location.search)
  const isWaiting = query.has('wait')
  const theme = (query.get('theme') ?? systemTheme()) === 'dark' ? 'dark' : 'light'
  const [pace, setPace] = useState(Number(query.get('pace') ?? 4))
  const [shown, setShown] = useState<{ transition: Transition; run: number } | undefined>(() => {
    const transition = transitions.find(({ id }) => id === query.get('play'))
    return transition && { transition, run: 0 }
  })
  const play = (transition: Transition) => setShown({ transition, run: (shown?.run ?? 0) + 1 })
  useLayoutEffect(() => document.documentElement.style.setProperty('--billfold-pace', String(pace)), [pace])
  return (
    <div className="gallery" data-theme={theme}>
      {isWaiting ? null : <Top />}
      <main>
        {isWaiting ? null : <Choice {...{ pace, setPace, shown: shown?.transition, play }} />}
        {shown ? (
          <MotionStage
            key={`${shown.transition.id} ${shown.run}`}
            transition={shown.transition}
            theme={theme}
            isWaiting={isWaiting}
          />
        ) : null}
      </main>
    </div>
  )
}

type ChoiceProps = {
  pace: number
  setPace: (pace: number) => void
  shown: Transition | undefined
  play: (transition: Transition) => void
}

const Choice = ({ pace, setPace, shown, play }: ChoiceProps) => (
  <>
    <div className="gallery-head">
      <h1>Motion</h1>
      <p className="quiet">
        Every transition of the modal, played by a real kit. The system’s setting for reduced motion turns all of them
        off.
      </p>
    </div>
    <form className="switches" aria-label="Pace">
      <label className="choice">
        <span>Pace</span>
        <select value={pace} onChange={({ target }) => setPace(Number(target.value))}>
          {Object.entries(paces).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </form>
    <ul className="motion-list">
      {transitions.map((transition) => (
        <li key={transition.id}>
          <button
            type="button"
            className="motion-play"
            aria-pressed={shown === transition}
            data-testid={`play-${transition.id}`}
            onClick={() => play(transition)}
          >
            {transition.title}
          </button>
        </li>
      ))}
    </ul>
  </>
)

const systemTheme = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

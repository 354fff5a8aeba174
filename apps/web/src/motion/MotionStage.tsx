import { fixtures } from '@billfold/react/gallery/fixtures.ts'
import { type MountedFixture, mountFixture } from '@billfold/react/gallery/mountFixture.tsx'
import type { Transition } from '@billfold/react/gallery/transitions.ts'
import { useEffect, useRef, useState } from 'react'

type Props = { transition: Transition; theme: 'light' | 'dark'; isWaiting: boolean }

/** The time that the kit needs to fetch the code for movement, which loads after the dialog. */
const restMs = 400

/** A real kit that shows one transition, and begins as soon as it is drawn unless the page waits for a click. */
export function MotionStage({ transition, theme, isWaiting }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<'drawing' | 'ready' | 'played' | 'broken'>('drawing')
  useEffect(() => {
    const host = document.createElement('div')
    host.dataset.billfoldHost = ''
    place.current?.append(host)
    let drawn: MountedFixture | undefined
    let isGone = false
    const show = async () => {
      setStage('drawing')
      const fixture = fixtures.find(({ id }) => id === transition.from)
      if (!fixture) throw new Error(`There is no state ${transition.from}`)
      drawn = await mountFixture(fixture, host, { theme, language: 'en', dialog: transition.dialog ?? false })
      if (isGone) return drawn.unmount()
      const { scene } = drawn
      if (!scene) return
      await new Promise((rested) => setTimeout(rested, restMs))
      await transition.prepare?.(scene)
      await new Promise((rested) => setTimeout(rested, restMs))
      if (isGone) return
      setStage('ready')
      const play = async () => {
        await transition.play(scene)
        setStage('played')
      }
      if (isWaiting) window.addEventListener('play', play, { once: true })
      else await play()
    }
    show().catch((error: unknown) => {
      console.error(error)
      setStage('broken')
    })
    return () => {
      isGone = true
      drawn?.unmount()
      host.remove()
    }
  }, [transition, theme, isWaiting])
  return (
    <section className="motion-stage" aria-label={transition.title} data-stage={stage}>
      <div className="state-place" ref={place} />
    </section>
  )
}

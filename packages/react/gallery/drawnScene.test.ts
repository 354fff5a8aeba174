import { fakeClock } from '@billfold/core/ports/fakeClock'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawnScene } from './drawnScene.ts'
import type { Scene } from './Fixture.ts'

let look: () => void = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(changed: () => void) {
        look = changed
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A card whose code comes only when the page's own time has long passed, and which then waits for a while. */
function slowCard() {
  const clock = fakeClock()
  let shown: object | null = null
  const root = { querySelector: () => shown } as unknown as ShadowRoot
  const arrive = () =>
    clock.after(600, () => {
      shown = {}
      look()
    })
  return { scene: drawnScene({ clock } as unknown as Scene, root), arrive }
}

test('waits for requests that start while it advances the clock', async () => {
  const { scene, arrive } = slowCard()
  const pass = expect(scene.passUntil('.requests')).resolves.toBeDefined()
  setTimeout(arrive, 5_000)
  await vi.advanceTimersByTimeAsync(60_000)
  await pass
  // Nothing goes on once it is there.
  expect(vi.getTimerCount()).toBe(0)
})

test('names missing parts, and leaves the clock stopped', async () => {
  const { scene } = slowCard()
  const pass = expect(scene.passUntil('.requests')).rejects.toThrow('.requests was not rendered')
  await vi.advanceTimersByTimeAsync(60_000)
  await pass
  expect(vi.getTimerCount()).toBe(0)
})

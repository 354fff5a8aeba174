import { setTheme } from '@billfold/core/features/theme/setTheme'
import { createRoot } from 'react-dom/client'
import { OnrampWidget } from '../src/api/OnrampWidget.tsx'
import { ShadowHost } from '../src/api/ShadowHost.tsx'
import { createSpeech, type Speech } from '../src/i18n/createSpeech.ts'
import { matchLocale } from '../src/i18n/matchLocale.ts'
import { mountModal } from '../src/modal/mountModal.tsx'
import { preloadScreens } from '../src/modal/viewMap.ts'
import { loadFont } from '../src/theme/fonts/loadFont.ts'
import { ButtonBoard } from './ButtonBoard.tsx'
import { caughtUp, drawnScene, rendered } from './drawnScene.ts'
import type { DrawnScene, Fixture, Scene } from './Fixture.ts'
import { mountSigner } from './mountSigner.tsx'
import { openScene } from './openScene.ts'

export type FixtureLook = {
  theme: 'light' | 'dark'
  /** A language tag; the direction is the page's. */
  language: string
  /** Over the page, as visitors see it, instead of in its place. */
  dialog: boolean
}

export type MountedFixture = {
  /** The drawn state, to go on from; absent for what is no modal. */
  scene?: DrawnScene
  /** As a site does it: what is drawn stays and takes the other colors. */
  setTheme(theme: FixtureLook['theme']): void
  unmount(): void
}

/** Draws a fixture in an element; the promise ends when it looks as it should. */
export async function mountFixture(fixture: Fixture, host: HTMLElement, look: FixtureLook): Promise<MountedFixture> {
  const speech = createSpeech(look.language, (error) => console.error('The language could not be loaded', error))
  await Promise.all([speech.set(look.language), preloadScreens(), loadFont(matchLocale([look.language]).language)])
  const onPage = fixture.view === 'Buttons' || fixture.view === 'OnrampWidget' ? fixture.view : undefined
  const { signer } = fixture
  const scene = await openScene(fixture, { theme: look.theme, embedded: !look.dialog && !onPage && !signer })
  const unmount = onPage
    ? mountOnPage(scene, host, speech, onPage)
    : signer
      ? await mountSigner(scene.kit, host, speech, signer)
      : mountModal(scene.kit, host, speech)
  await rendered()
  const root = host.shadowRoot ?? host.querySelector('[data-billfold-host]')?.shadowRoot
  const drawn = root ? drawnScene(scene, root) : undefined
  if (drawn) await fixture.touch?.(drawn)
  await settled(root)
  return {
    ...(drawn ? { scene: drawn } : {}),
    setTheme: (mode) => setTheme(scene.kit, { mode }),
    unmount() {
      unmount()
      speech.stop()
      scene.kit.dispose()
    },
  }
}

function mountOnPage({ kit }: Scene, host: HTMLElement, speech: Speech, what: 'Buttons' | 'OnrampWidget'): () => void {
  const root = createRoot(host)
  root.render(
    <ShadowHost appKit={{ kit, speech }}>{what === 'Buttons' ? <ButtonBoard /> : <OnrampWidget />}</ShadowHost>,
  )
  return () => root.unmount()
}

const quietMs = 60
const patienceMs = 60_000

/** Nothing was added or removed for a moment in which everything had its turn, and no view waits for its code. One that never rests fails. */
async function settled(root: ShadowRoot | null | undefined): Promise<void> {
  if (!root) return
  let changed = 0
  const changes = new MutationObserver(() => void changed++)
  changes.observe(root, { childList: true, subtree: true, characterData: true })
  const end = performance.now() + patienceMs
  try {
    for (let before = -1; before !== changed || root.querySelector('.view-waiting'); ) {
      if (performance.now() > end) throw new Error('The page never settles')
      before = changed
      await new Promise((done) => setTimeout(done, quietMs))
      await caughtUp()
    }
  } finally {
    changes.disconnect()
  }
}

import type { DrawnScene, Scene } from './Fixture.ts'

const patienceMs = 15_000
const renderMs = 8
const [stepMs, maxPassMs] = [250, 20_000]

/** Hands for a drawn card. */
export function drawnScene(scene: Scene, root: ShadowRoot): DrawnScene {
  const drawn = (selector: string) => appeared(root, selector)
  return {
    ...scene,
    root,
    drawn,
    async passUntil(selector) {
      for (let passed = 0; passed < maxPassMs && !root.querySelector(selector); passed += stepMs) {
        scene.clock.advance(stepMs)
        await rendered()
      }
      // Late files start their own waits, so the clock keeps pace with a real one for them.
      const goingOn = setInterval(() => scene.clock.advance(stepMs), stepMs)
      return drawn(selector).finally(() => clearInterval(goingOn))
    },
    async type(selector, text) {
      const field = await drawn(selector)
      if (!(field instanceof HTMLInputElement)) throw new Error(`${selector} is not an input`)
      // React notices a value only if the element's own setter sets it.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    async click(handle) {
      const element = await drawn(`[data-testid="${handle}"]`)
      if (element instanceof HTMLElement) element.click()
    },
  }
}

/** Resolves once React has rendered. Waits for no frame: a page full of cards has few of them a second. */
export async function rendered(): Promise<void> {
  await new Promise((done) => setTimeout(done, renderMs))
  await caughtUp()
}

/** All that was to be done is done, however slow the machine: what is least urgent has its turn. */
export async function caughtUp(): Promise<void> {
  if ('scheduler' in globalThis) await scheduler.postTask(() => undefined, { priority: 'background' })
}

/** The first element of a selector, now or as soon as it comes. */
function appeared(root: ShadowRoot, selector: string): Promise<Element> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const element = root.querySelector(selector)
      if (!element) return false
      changes.disconnect()
      clearTimeout(timer)
      resolve(element)
      return true
    }
    const changes = new MutationObserver(look)
    const timer = setTimeout(() => {
      changes.disconnect()
      reject(new Error(`${selector} was not rendered`))
    }, patienceMs)
    if (!look()) changes.observe(root, { childList: true, subtree: true, attributes: true })
  })
}

import type { DrawnScene, Scene } from './Fixture.ts'

const patienceMs = 15_000
/** Twenty times as fast as it really goes. */
const [stepMs, realStepMs] = [100, 5]

/** Hands for a drawn card. */
export function drawnScene(scene: Scene, root: ShadowRoot): DrawnScene {
  const drawn = (selector: string) => appeared(root, selector)
  return {
    ...scene,
    root,
    drawn,
    async passUntil(selector) {
      const running = setInterval(() => scene.clock.advance(stepMs), realStepMs)
      try {
        return await drawn(selector)
      } finally {
        clearInterval(running)
      }
    },
    async type(selector, text) {
      const field = await drawn(selector)
      if (!(field instanceof HTMLInputElement)) throw new Error(`${selector} is no field`)
      // React hears of a value only where the element's own setter was used.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    async click(handle) {
      const element = await drawn(`[data-testid="${handle}"]`)
      if (element instanceof HTMLElement) element.click()
    },
  }
}

/** The first element of a selector, now or as soon as it comes. */
function appeared(root: ShadowRoot, selector: string): Promise<Element> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = root.querySelector(selector)
      if (!found) return false
      changes.disconnect()
      clearTimeout(timer)
      resolve(found)
      return true
    }
    const changes = new MutationObserver(look)
    const timer = setTimeout(() => {
      changes.disconnect()
      reject(new Error(`Nothing like ${selector} was drawn`))
    }, patienceMs)
    if (!look()) changes.observe(root, { childList: true, subtree: true, attributes: true })
  })
}

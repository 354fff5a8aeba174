import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { buildPage } from '@billfold/react/test/buildPage'
import { servePage } from '@billfold/react/test/servePage'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import type { Page } from 'playwright-core'

// node bench/motion.ts [--rounds 10] [--slower 4]
// The smoothness of the modal's transitions on a slowed processor: the median frame rate of each, the largest layout
// shift after the first paint (those that a press excuses too), and the time from the click to the dialog. Everything runs on this
// machine, in the page of the kit's browser tests. Exits with code 1 if a transition's median is below 50 frames a second
// or anything shifted.

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10' }, slower: { type: 'string', default: '4' } },
})
const rounds = Number(values.rounds)
const rate = Number(values.slower)
const minFrames = 50

type Step = { name: string; run: (page: Page) => Promise<unknown> }

/** The press goes to the page itself: a driver's round trip is no part of the movement. */
const press = (page: Page, id: string) =>
  page.evaluate((handle) => {
    const roots = [...document.querySelectorAll('*')].flatMap((element) => element.shadowRoot ?? [])
    const control = roots.map((root) => root.querySelector<HTMLElement>(`[data-testid="${handle}"]`)).find(Boolean)
    if (!control) throw new Error(`${handle} is not there`)
    control.click()
  }, id)

const steps: readonly Step[] = [
  { name: 'open', run: (page) => press(page, 'connect-button') },
  { name: 'forward', run: (page) => press(page, 'all-wallets') },
  { name: 'back', run: (page) => press(page, 'header-back') },
  { name: 'leave', run: (page) => press(page, 'w3m-header-close') },
]

/** Notes when the browser draws, and what it shifts, from a press until everything has come to rest. */
const startNotes = (page: Page) =>
  page.evaluate(() => {
    const notes = { frames: [] as number[], shift: 0, shown: 0, begun: performance.now(), isOver: false }
    Object.assign(window, { notes })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        notes.shift = Math.max(notes.shift, (entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift' })
    const draw = (time: number) => {
      notes.frames.push(time)
      const isThere = [...document.querySelectorAll('*')].some((each) => each.shadowRoot?.querySelector('dialog[open]'))
      if (isThere && notes.shown === 0) notes.shown = time - notes.begun
      if (!notes.isOver) requestAnimationFrame(draw)
    }
    requestAnimationFrame(draw)
  })
type Notes = { frames: number[]; shift: number; shown: number }
const endNotes = (page: Page): Promise<Notes> =>
  page.evaluate(() => {
    const { notes } = window as unknown as { notes: Notes & { isOver: boolean } }
    notes.isOver = true
    return notes
  })

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const movementMs = 230
const server = await servePage(await buildPage())
const browser = await launchChromium()
const gaps: Record<string, number[]> = {}
const worst: Record<string, number[]> = {}
const shown: number[] = []
let shift = 0
try {
  console.log(
    `${cpus().length} × ${cpus()[0]?.model.trim()}, load ${loadavg()[0]!.toFixed(1)}, ${rounds} rounds, CPU ${rate}x`,
  )
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'no-preference' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(`${server.url}/?setup=${encodeURIComponent('{}')}`)
  await page.getByTestId('connect-button').waitFor()
  // A first visit at full speed fetches the code: what is measured here is movement.
  for (const { run } of steps) {
    await run(page)
    await page.waitForTimeout(1500)
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  for (let round = 0; round < rounds; round++)
    for (const { name, run } of steps) {
      await startNotes(page)
      await run(page)
      await page.waitForTimeout(movementMs)
      const notes = await endNotes(page)
      const between = notes.frames.slice(1).map((time, at) => time - notes.frames[at]!)
      gaps[name] = [...(gaps[name] ?? []), ...between]
      worst[name] = [...(worst[name] ?? []), Math.max(...between)]
      shift = Math.max(shift, notes.shift)
      if (name === 'open') shown.push(notes.shown)
      await page.waitForTimeout(300)
    }
} finally {
  await browser.close()
  await server.close()
}
for (const { name } of steps) {
  const frames = 1000 / median(gaps[name]!)
  console.log(`${name}: ${frames.toFixed(0)} frames/s median, longest frame ${median(worst[name]!).toFixed(0)} ms`)
  if (frames < minFrames) process.exitCode = 1
}
console.log(`layout shift ${shift.toFixed(4)}; click to dialog ${median(shown).toFixed(0)} ms`)
if (shift > 0) process.exitCode = 1

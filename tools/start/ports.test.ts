import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { portsFrom, readPortBase } from './ports.ts'
import { isSentence, reasonOf } from './reasonOf.ts'
import { createScreen } from './screen.ts'

test('every port moves with the base, without collisions', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1024, max: 65_500 }), (base) => {
      const all = Object.values(portsFrom(readPortBase(String(base)))).flat()
      expect(new Set(all).size).toBe(all.length)
      for (const port of all) expect(port).toBeLessThanOrEqual(65_535)
    }),
  )
  expect(portsFrom(readPortBase(undefined))).toMatchObject({
    site: 4100,
    frame: 4101,
    api: 4102,
    relay: 4103,
    guardian: 4104,
    mail: 4105,
    smtp: 4106,
    identity: 4107,
    onramp: 4109,
    devnet: 4110,
    evm: [4111, 4112],
  })
})

test.each(['abc', '80', '1023', '65501', '4100.5', '-1', '0x1000', ' 4100', '1e4'])(
  'reports BILLFOLD_PORT=%s in one sentence',
  (text) => {
    expect(() => readPortBase(text)).toThrow(
      `BILLFOLD_PORT must be a number from 1024 to 65500, not ${JSON.stringify(text)}.`,
    )
  },
)

const exit = (code: number | null, signal: NodeJS.Signals | null = null) => ({ code, signal })

test('the reason of an end is the process’s own error', () => {
  const stack = [
    'file:///x/a.ts:3',
    '  throw new Error(1)',
    '  ^',
    '',
    'TypeError: it broke',
    '    at x (file:///a.ts:1:2)',
    '',
    'Node.js v24.21.0',
  ]
  expect(reasonOf(exit(1), stack)).toBe('it broke')
  expect(reasonOf(exit(1), ['PORT must be a number.'])).toBe('PORT must be a number.')
  expect(reasonOf(exit(1), ['{"level":60,"msg":"no database"}'])).toBe('no database')
  expect(reasonOf(exit(7), [])).toBe('exit code 7')
  expect(reasonOf(exit(null, 'SIGKILL'), ['listening'])).toBe('ended by SIGKILL')
  expect(isSentence(exit(1), ['PORT must be a number.'])).toBe(true)
  expect(isSentence(exit(1), stack)).toBe(false)
  expect(isSentence(exit(3), ['PORT must be a number.'])).toBe(false)
})

test('prints plain text without a terminal, or with colors disabled', () => {
  const shown = (isTTY: boolean, env: NodeJS.ProcessEnv) => {
    let text = ''
    const screen = createScreen({ isTTY, write: (part) => (text += part) }, env)
    screen.happened({ type: 'ready', service: 'web', milliseconds: 1234, isBack: false })
    screen.addresses({ api: 'http://localhost:4102', site: 'http://app.billfold.localhost:4100' }, 2000)
    return text
  }
  expect(shown(false, {})).not.toContain('\u001b')
  expect(shown(true, { NO_COLOR: '1' })).not.toContain('\u001b')
  expect(shown(true, {})).toContain('\u001b')
  expect(shown(false, {})).toContain('✓ web       ready in 1.2 s')
  expect(shown(false, {}).indexOf(':4100')).toBeLessThan(shown(false, {}).indexOf(':4102'))
})

test('prints a service’s progress at once, repeats it while it lasts, and stops once it is up', () => {
  let text = ''
  const screen = createScreen({ write: (part) => (text += part) }, {})
  screen.plan([{ name: 'server' }, { name: 'web' }] as never)
  text = ''
  screen.showProgress('web', '… building the site, step 1 of 3: the pages')
  screen.showProgress('web', 'Built the site in 20.1 s.')
  screen.waiting()
  expect(text.split('\n')).toEqual([
    '  … web     building the site, step 1 of 3: the pages',
    '  … server still starting',
    '  … web     still building the site, step 1 of 3: the pages',
    '',
  ])
  screen.happened({ type: 'ready', service: 'web', milliseconds: 1234, isBack: false })
  text = ''
  screen.showProgress('web', '… something else')
  screen.waiting()
  expect(text).toBe('  … server still starting\n')
})

import * as kitDoor from '@billfold/react'
import { elementTable } from '@billfold/react/elements/elementTable.ts'
import * as networks from '@billfold/react/networks'
import { expect, test } from 'vitest'
import type { Settings } from './Settings.ts'
import { type CodeKind, settingsCode } from './settingsCode.ts'

/** Runs the call in a piece of code, and returns its argument. */
function passedBy(code: string): unknown {
  const call = code.slice(code.indexOf('createAppKit({'), code.indexOf('\n})') + 3)
  return new Function('createAppKit', 'mainnet', 'base', `return ${call}`)((given: unknown) => given, 'mainnet', 'base')
}

const needed = { projectId: 'my-site', apiUrl: 'https://api.example.com', networks: ['mainnet', 'base'] }
const settings: Settings = {
  themeMode: 'dark',
  themeVariables: { '--w3m-accent': '#ff0000', '--w3m-font-family': "'Times \\ New', serif", '--w3m-z-index': 5 },
  features: { swaps: false, legalCheckbox: true },
  locale: 'de',
  enableWalletGuide: false,
}

test.each(['react', 'plain'] as const)('%s code passes on exactly the settings', (kind: CodeKind) => {
  expect(passedBy(settingsCode({}, kind))).toEqual(needed)
  expect(passedBy(settingsCode(settings, kind))).toEqual({ ...needed, ...settings })
})

test('reads like code by hand', () => {
  expect(settingsCode({ themeMode: 'dark', themeVariables: { '--w3m-accent': '#ff0000' } }, 'react')).toBe(
    `import { AppKitButton, createAppKit } from '@billfold/react'
import { base, mainnet } from '@billfold/react/networks'

createAppKit({
  projectId: 'my-site',
  apiUrl: 'https://api.example.com',
  networks: [mainnet, base],
  themeMode: 'dark',
  themeVariables: {
    '--w3m-accent': '#ff0000',
  },
})

export const Header = () => <AppKitButton />
`,
  )
})

test('breaks long lists into lines and keeps short ones on one', () => {
  const code = settingsCode(
    { features: { connectorTypeOrder: ['featured'] }, excludeWalletIds: ['a'.repeat(64), 'b'.repeat(64)] },
    'react',
  )
  expect(code).toContain("    connectorTypeOrder: ['featured'],\n")
  expect(code).toContain(`  excludeWalletIds: [\n    '${'a'.repeat(64)}',\n    '${'b'.repeat(64)}',\n  ],\n`)
})

test.each(['react', 'plain'] as const)('%s code names only exports of the package', (kind: CodeKind) => {
  const doors: Record<string, object> = { '@billfold/react': kitDoor, '@billfold/react/networks': networks }
  const code = settingsCode(settings, kind)
  const imports = [...code.matchAll(/import \{ ([^}]+) \} from '([^']+)'/g)]
  expect(imports).toHaveLength(2)
  for (const [, names = '', door = ''] of imports)
    for (const name of names.split(', ')) expect(Object.keys(doors[door] ?? {}), door).toContain(name)
  const elements = [...code.matchAll(/<(appkit-[a-z-]+)>/g)].map(([, name]) => name)
  expect(elements).toHaveLength(kind === 'plain' ? 1 : 0)
  for (const name of elements) expect(Object.keys(elementTable)).toContain(name)
})

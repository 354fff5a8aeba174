import type { Settings } from './Settings.ts'

export type CodeKind = 'react' | 'plain'

/** The code with which a site gets the kit with these settings. */
export function settingsCode(settings: Settings, kind: CodeKind): string {
  const options = {
    projectId: 'my-site',
    apiUrl: 'https://api.example.com',
    networks: [bare('mainnet'), bare('base')],
    ...settings,
  }
  const create = `createAppKit(${literal(options)})`
  const networks = "import { base, mainnet } from '@billfold/react/networks'"
  if (kind === 'react')
    return `import { AppKitButton, createAppKit } from '@billfold/react'
${networks}

${create}

export const Header = () => <AppKitButton />
`
  return `<appkit-button></appkit-button>
<script type="module" src="/main.js"></script>

// main.js
import { createAppKit } from '@billfold/react'
${networks}

${create}
`
}

type Bare = { bare: string }
const bare = (name: string): Bare => ({ bare: name })
const isBare = (value: object): value is Bare => 'bare' in value

/** A value formatted as by hand: short things on one line. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`
  if (typeof value !== 'object' || value === null) return String(value)
  if (isBare(value)) return value.bare
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    const parts = value.map((each) => literal(each, inner))
    const line = `[${parts.join(', ')}]`
    // A value too long for the line breaks: a wallet's id alone is 64 letters.
    return line.length <= 64 ? line : `[\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}]`
  }
  const lines = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([name, each]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`}: ${literal(each, inner)}`)
  return `{\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}}`
}

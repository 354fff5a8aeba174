import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCommands } from './readCommands.ts'

const page = readFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/deploy.md'), 'utf8')

describe('readCommands', () => {
  it('returns a heading’s blocks for a shell, without other languages and later headings', () => {
    const text =
      '# A\n```bash\n# not a heading\nfirst\n```\n```\nother\n```\n```bash\nsecond\n```\n## B\n```bash\nthird\n```\n'
    expect(readCommands(text, '# A')).toEqual(['# not a heading\nfirst', 'second'])
    expect(readCommands(text, '## B')).toEqual(['third'])
  })

  it('rejects a heading that the page lacks', () => {
    expect(() => readCommands('# A\n', '# B')).toThrow('The page has no heading "# B".')
  })
})

describe('docs/deploy.md', () => {
  it.each(['## 1. Get and verify the artifacts', '## 2. One server', '### Upgrade', '### The guardian, elsewhere'])(
    'prints valid commands below %s',
    (heading) => {
      const commands = readCommands(page, heading)
      expect(commands.length).toBeGreaterThan(0)
      execFileSync('bash', ['-n'], { input: commands.join('\n') })
    },
  )
})

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { runProjectCommand } from './runProjectCommand.ts'

let cluster: TestCluster
let database: { url: string }
beforeAll(async () => {
  cluster = await startTestCluster()
  database = await cluster.create()
})
afterAll(() => cluster.stop())

describe('the project command', () => {
  const run = (...args: string[]) => runProjectCommand(args, { DATABASE_URL: database.url })

  it('runs every subcommand', async () => {
    expect(await run('list')).toContain('No projects yet')
    await run('add', 'cli', '--name', 'From a shell', '--origin', 'https://a.example')
    expect(await run('show', 'cli')).toContain('From a shell')
    await run('origins', 'cli', '--origin', 'https://b.example', '--origin', 'https://c.example')
    expect(await run('origins', 'cli')).toBe('https://b.example\nhttps://c.example')
    expect(await run('features', 'cli', '--analytics', 'on')).toContain('analytics  on')
    expect(await run('features', 'cli', '--recovery', 'strict')).toMatch(/analytics {2}on\n {2}recovery {3}strict/)
    await expect(run('features', 'cli', '--recovery', 'none')).rejects.toThrow('--recovery must be')
    expect(await run('show', 'cli')).toContain('offers     swaps, activity, buying, logins')
    expect(await run('features', 'cli', '--buying', 'off', '--logins', 'off')).toContain('offers     swaps, activity\n')
    expect(await run('features', 'cli', '--buying', 'on')).toContain('offers     swaps, activity, buying\n')
    await expect(run('features', 'cli', '--swaps', 'maybe')).rejects.toThrow('--swaps must be on or off.')
    await expect(run('features', 'cli')).rejects.toThrow('features needs one of --analytics, --swaps,')
    expect(await run('disable', 'cli')).toContain('disabled since')
    expect(await run('enable', 'cli')).not.toContain('disabled')
    expect(await run('list')).toContain('From a shell')
    await expect(run('remove', 'cli')).rejects.toThrow('remove needs --yes without a terminal.')
    expect(await run('remove', 'cli', '--yes')).toBe('Project cli is removed.')
    expect(await run('list')).toContain('No projects yet')
  })

  it('adds a project by the line in docs/drop-in.md', async () => {
    const docs = await readFile(new URL('../../../../docs/drop-in.md', import.meta.url), 'utf8')
    const line = /`node apps\/server\/src\/projects\/main\.ts ([^`]+)`/.exec(docs)![1]!
    const args = line.replace('<id>', 'site').replace('<name>', 'Site').replace('…', 'site.example').split(' ')
    expect(await run(...args)).toContain('https://site.example')
    await run('remove', 'site', '--yes')
  })

  it.each([
    [['show', 'ghost'], 'Project not found: ghost.'],
    [['disable', 'ghost'], 'Project not found: ghost.'],
    [['remove', 'ghost', '--yes'], 'Project not found: ghost.'],
    [['show'], 'show needs the id of a project: try --help.'],
    [['dance', 'x'], 'Unknown command dance: try --help.'],
    [['toString', 'x'], 'Unknown command toString: try --help.'],
    [['add', 'x', '--origin', 'https://a.example'], 'add needs --name.'],
    [['add', 'x', '--name', 'X'], 'add needs at least one --origin.'],
    [['list', '--colour'], "Unknown option '--colour'. Try --help."],
  ])('rejects %j in one sentence', async (args, message) => {
    await expect(run(...args)).rejects.toMatchObject({ name: 'StartupError', message })
  })

  it('explains itself', async () => {
    for (const args of [[], ['--help']]) expect(await run(...args)).toContain('projects/main.ts add <id>')
  })
})

describe('on the command line', () => {
  const command = fileURLToPath(new URL('./main.ts', import.meta.url))
  const run = (...args: string[]) =>
    new Promise<{ status: number | null; stdout: string; stderr: string }>((done) => {
      const env = { ...process.env, DATABASE_URL: database.url }
      const child = execFile(process.execPath, [command, ...args], { env }, (_, stdout, stderr) =>
        done({ status: child.exitCode, stdout, stderr }),
      )
    })

  it('prints its result, and exits with 0', async () => {
    const made = await run('add', 'shell', '--name', 'From a shell', '--origin', 'https://a.example')
    expect(made).toMatchObject({ status: 0, stdout: expect.stringContaining('From a shell'), stderr: '' })
  })

  it('prints an error as one sentence, and exits with 1', async () => {
    expect(await run('show', 'ghost')).toMatchObject({ status: 1, stdout: '', stderr: 'Project not found: ghost.\n' })
    expect(await run('remove', 'shell')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'remove needs --yes without a terminal.\n',
    })
  })
})

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from './db/testDatabase.ts'

const command = fileURLToPath(new URL('./project.ts', import.meta.url))

describe('the project command', () => {
  let cluster: TestCluster
  let database: { url: string }
  beforeAll(async () => {
    cluster = await startTestCluster()
    database = await cluster.create()
  })
  afterAll(() => cluster.stop())

  const run = (...args: string[]) =>
    spawnSync(process.execPath, [command, ...args], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: database.url },
      timeout: 20_000,
    })

  it('does all of it from the command line', () => {
    expect(run('list').stdout).toContain('There are no projects yet')
    expect(run('add', 'cli', '--name', 'From a shell', '--origin', 'https://a.example')).toMatchObject({ status: 0 })
    expect(run('show', 'cli').stdout).toContain('From a shell')
    expect(run('origins', 'cli', '--origin', 'https://b.example', '--origin', 'https://c.example').status).toBe(0)
    expect(run('origins', 'cli').stdout).toBe('https://b.example\nhttps://c.example\n')
    expect(run('features', 'cli', '--analytics', 'on').stdout).toContain('analytics  on')
    expect(run('disable', 'cli').stdout).toContain('disabled since')
    expect(run('enable', 'cli').stdout).not.toContain('disabled')
    expect(run('remove', 'cli')).toMatchObject({ status: 1, stderr: 'remove needs --yes when nobody can be asked.\n' })
    expect(run('remove', 'cli', '--yes')).toMatchObject({ status: 0, stdout: 'Project cli is removed.\n' })
  })

  it.each([
    [['show', 'ghost'], 'There is no project ghost.\n'],
    [['disable', 'ghost'], 'There is no project ghost.\n'],
    [['remove', 'ghost', '--yes'], 'There is no project ghost.\n'],
    [['show'], 'show needs the id of a project: try --help.\n'],
    [['dance', 'x'], 'There is no command dance: try --help.\n'],
    [['toString', 'x'], 'There is no command toString: try --help.\n'],
    [['add', 'x', '--origin', 'https://a.example'], 'add needs --name.\n'],
    [['add', 'x', '--name', 'X'], 'add needs at least one --origin.\n'],
    [['list', '--colour'], "Unknown option '--colour'. Try --help.\n"],
  ])('answers %j with one sentence and code 1', (args, sentence) => {
    expect(run(...args)).toMatchObject({ status: 1, stdout: '', stderr: sentence })
  })

  it('explains itself', () => {
    for (const args of [[], ['--help']]) expect(run(...args)).toMatchObject({ status: 0, stderr: '' })
    expect(run('--help').stdout).toContain('project.ts add <id>')
  })
})

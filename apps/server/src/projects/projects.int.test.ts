import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestCluster, testServers } from '../../test/testDatabase.ts'
import type { OpenDatabase } from '../db/openDatabase.ts'
import * as projects from './projects.ts'

const shop = { id: 'shop', name: 'Shop', origins: ['https://Shop.example:443', 'https://*.shop.example'], features: {} }

describe.each(testServers())('projects on $name', ({ start }) => {
  let cluster: TestCluster
  let database: OpenDatabase & { url: string }
  beforeAll(async () => {
    cluster = await start()
    database = await cluster.create()
  })
  afterAll(() => cluster.stop())

  it('adds, changes and removes a project', async () => {
    const { db } = database
    const added = await projects.addProject(db, shop)
    expect(added).toMatchObject({ origins: ['https://shop.example', 'https://*.shop.example'], disabledAt: null })
    expect(await projects.findProject(db, 'shop')).toEqual(added)
    await expect(projects.addProject(db, shop)).rejects.toThrow('Project shop already exists.')
    expect((await projects.setFeatures(db, 'shop', { analytics: true })).features).toEqual({ analytics: true })
    expect((await projects.setDisabled(db, 'shop', true)).disabledAt).toBeInstanceOf(Date)
    expect((await projects.setDisabled(db, 'shop', false)).disabledAt).toBeNull()
    await projects.removeProject(db, 'shop')
    expect(await projects.findProject(db, 'shop')).toBeUndefined()
    await expect(projects.removeProject(db, 'shop')).rejects.toThrow('Project not found: shop.')
  })

  it.each([
    [{ ...shop, id: 'a b' }, 'A project id must have 1 to 64'],
    [{ ...shop, name: ' ' }, 'A project needs a name.'],
    [{ ...shop, origins: ['shop.example'] }, 'shop.example is not an origin'],
    [{ ...shop, origins: ['http://localhost:*'] }, 'Origins with any port are for local projects only'],
  ])('rejects %j', async (project, sentence) => {
    await expect(projects.addProject(database.db, project)).rejects.toThrow(sentence)
  })

  it("creates the local project once and leaves the operator's changes", async () => {
    const { db } = database
    await projects.ensureLocalProject(db)
    expect((await projects.getProject(db, 'billfold-local')).origins).toContain('http://app.billfold.localhost:*')
    await projects.setOrigins(db, 'billfold-local', ['http://localhost:3000'])
    await projects.ensureLocalProject(db)
    expect((await projects.getProject(db, 'billfold-local')).origins).toEqual(['http://localhost:3000'])
    await projects.removeProject(db, 'billfold-local')
  })
})

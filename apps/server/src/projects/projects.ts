import { KitError } from '@billfold/protocol/error'
import { formatOriginRule, type OriginRule, parseOriginRule } from '@billfold/protocol/originRule'
import type { Kysely, Selectable } from 'kysely'
import type { ProjectFeatures, Schema } from '../db/schema.ts'

/** Someone who may call this server. */
export type Project = {
  id: string
  name: string
  origins: string[]
  features: ProjectFeatures
  createdAt: Date
  disabledAt: Date | null
}
type Db = Kysely<Schema>

/** The project that exists on a developer's machine from the first start. */
export const localProject = {
  id: 'billfold-local',
  name: 'Local development',
  origins: ['http://localhost:*', 'http://app.billfold.localhost:*', 'http://127.0.0.1:*'],
  // Its visitors try everything on one machine: no one there waits a day.
  features: { analytics: true, local: true, recovery: 'convenient' as const },
}

export async function findProject(db: Db, id: string): Promise<Project | undefined> {
  const row = await db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toProject(row)
}

export async function listProjects(db: Db): Promise<Project[]> {
  return (await db.selectFrom('projects').selectAll().orderBy('id').execute()).map(toProject)
}

/** Adds a project; a taken id, or an invalid origin, is an error in one sentence. */
export async function addProject(
  db: Db,
  project: Pick<Project, 'id' | 'name' | 'origins' | 'features'>,
): Promise<Project> {
  if (!/^[\w-]{1,64}$/.test(project.id))
    throw refuse('A project id must have 1 to 64 letters, digits, hyphens and underscores.')
  if (project.name.trim() === '') throw refuse('A project needs a name.')
  const row = await db
    .insertInto('projects')
    .values({
      id: project.id,
      name: project.name,
      allowed_origins: checkOrigins(project.origins, project.features),
      features: JSON.stringify(project.features),
    })
    .onConflict((c) => c.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw refuse(`Project ${project.id} already exists.`)
  return toProject(row)
}

/** Makes sure that the local project exists; one that is there stays as it is. */
export async function ensureLocalProject(db: Db, origins = localProject.origins): Promise<void> {
  await db
    .insertInto('projects')
    .values({
      id: localProject.id,
      name: localProject.name,
      allowed_origins: checkOrigins(origins, localProject.features),
      features: JSON.stringify(localProject.features),
    })
    .onConflict((c) => c.doNothing())
    .execute()
}

export async function setOrigins(db: Db, id: string, origins: string[]): Promise<Project> {
  const { features } = await getProject(db, id)
  return update(db, id, { allowed_origins: checkOrigins(origins, features) })
}

export async function setFeatures(db: Db, id: string, change: ProjectFeatures): Promise<Project> {
  const { features, origins } = await getProject(db, id)
  const next = { ...features, ...change }
  checkOrigins(origins, next)
  return update(db, id, { features: JSON.stringify(next) })
}

/** Refuses a project's calls, or allows them again, without forgetting it. */
export async function setDisabled(db: Db, id: string, isDisabled: boolean): Promise<Project> {
  return update(db, id, { disabled_at: isDisabled ? new Date() : null })
}

export async function removeProject(db: Db, id: string): Promise<void> {
  const row = await db.deleteFrom('projects').where('id', '=', id).returning('id').executeTakeFirst()
  if (!row) throw unknown(id)
}

export async function getProject(db: Db, id: string): Promise<Project> {
  const project = await findProject(db, id)
  if (!project) throw unknown(id)
  return project
}

/** The allow-list of a project, taken apart; an entry that cannot be read (written by hand, in SQL) allows nothing. */
export function originRules({ origins }: Project): OriginRule[] {
  return origins.flatMap((text) => {
    try {
      return [parseOriginRule(text)]
    } catch {
      return []
    }
  })
}

async function update(
  db: Db,
  id: string,
  change: { allowed_origins?: string[]; features?: string; disabled_at?: Date | null },
): Promise<Project> {
  const row = await db.updateTable('projects').set(change).where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) throw unknown(id)
  return toProject(row)
}

function checkOrigins(origins: string[], features: ProjectFeatures): string[] {
  const rules = origins.map(parseOriginRule)
  if (!features.local && rules.some(({ isAnyPort }) => isAnyPort))
    throw refuse('Origins with any port are for local projects only: set the port, or make the project local.')
  return [...new Set(rules.map(formatOriginRule))]
}

function toProject(row: Selectable<Schema['projects']>): Project {
  return {
    id: row.id,
    name: row.name,
    origins: row.allowed_origins,
    features: row.features,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
  }
}

const unknown = (id: string) => new KitError('not_found', { message: `Project not found: ${id}.` })
const refuse = (message: string) => new KitError('invalid_input', { message })

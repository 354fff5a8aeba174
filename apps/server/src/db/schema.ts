import type { ColumnType, Generated } from 'kysely'

/** What the database holds, as the newest migration leaves it. */
export type Schema = {
  projects: ProjectsTable
}

/** Switches of one project; what is absent is off. */
export type ProjectFeatures = {
  /** Whether the kit may send analytics events. */
  analytics?: boolean
  /** Whether origins with any port (`http://localhost:*`) are honoured: for machines of developers, not for the public. */
  local?: boolean
}

type ProjectsTable = {
  id: string
  name: string
  allowed_origins: string[]
  features: ColumnType<ProjectFeatures, string, string>
  created_at: Generated<Date>
  disabled_at: Date | null
}

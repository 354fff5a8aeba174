import type { RecoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import type { ColumnType, Generated } from 'kysely'
import type { AuthTables } from '../auth/authTables.ts'
import type { SmartAccountTables } from '../bundler/smartAccountTables.ts'
import type { EmbeddedTables } from '../embedded/embeddedTables.ts'
import type { IndexTables } from '../indexer/indexTables.ts'
import type { NamesTables } from '../names/namesTables.ts'
import type { OnrampTables } from '../onramp/onrampTables.ts'

/** The database's schema, as of the newest migration. */
export type Schema = IndexTables &
  EmbeddedTables &
  AuthTables &
  NamesTables &
  OnrampTables &
  SmartAccountTables & {
    projects: ProjectsTable
    analytics_events: AnalyticsEventsTable
    relay_messages: RelayMessagesTable
    relay_receipts: RelayReceiptsTable
  }

/** Switches of one project; what is absent is off. */
export type ProjectFeatures = {
  /** Whether the kit may send analytics events. */
  analytics?: boolean
  /** Whether origins with any port (`http://localhost:*`) are honoured: for machines of developers, not for the public. */
  local?: boolean
  /** How its embedded wallets come to a new device; `convenient` unless said. */
  recovery?: RecoveryPolicy
  /** What `/appkit/v1/config` offers its pages of what the server has: everything, unless false. */
  swaps?: boolean
  activity?: boolean
  buying?: boolean
  logins?: boolean
}

type ProjectsTable = {
  id: string
  name: string
  allowed_origins: string[]
  features: ColumnType<ProjectFeatures, string, string>
  created_at: Generated<Date>
  disabled_at: Date | null
}

type AnalyticsEventsTable = {
  project_id: string
  event_id: string
  event: string
  properties: ColumnType<Record<string, unknown>, string, string>
  /** Origin and path: never a query. */
  page: string
  /** A hash that means something only within its project and day; null when no one was connected. */
  visitor: Buffer | null
  sdk_version: string | null
  /** By the visitor's clock. */
  occurred_at: Date
  received_at: Generated<Date>
}

/** A sealed message in a mailbox. Topic, hash and publisher are 32 bytes each; none of them names a person. */
type RelayMessagesTable = {
  seq: Generated<string>
  topic: Buffer
  hash: Buffer
  message: string
  tag: number
  attestation: string | null
  publisher: Buffer
  published_at: Generated<Date>
  expires_at: Date
  /** A keyed hash of the network address it came from; null for what was stored before there was one. */
  origin: Buffer | null
}

type RelayReceiptsTable = { seq: string; client: Buffer }

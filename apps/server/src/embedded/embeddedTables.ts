import type { ColumnType } from 'kysely'

/** Tables of embedded wallets, as of the newest migration. `Sealed` opens only with the operator's key. */
export type EmbeddedTables = {
  embedded_users: { id: string; key: Sealed; created_at: Date; delete_at?: Date | null; language?: string | null }
  embedded_identities: {
    name_index: Buffer
    user_id: string
    kind: string
    subject: Sealed
    email: Sealed | null
    created_at: Date
  }
  embedded_passkeys: {
    name_index: Buffer
    public_key: Buffer
    sign_count: ColumnType<string, number, number>
    created_at: Date
  }
  embedded_devices: {
    id: string
    user_id: string
    thumbprint: string
    seal_key: Buffer
    label: string
    created_at: Date
    last_seen_at: Date
  }
  embedded_wallets: {
    id: string
    user_id: string
    evm_address: string
    solana_address: string
    generation: number
    created_at: Date
    code_key?: Buffer | null
    change_count: ColumnType<number, number | undefined>
    charter_sequence: ColumnType<number, number | undefined>
  }
  embedded_shares: {
    device_id: string
    wallet_id: string
    generation: number
    auth_share: Sealed
    identity: Sealed
    charter?: Sealed | null
    made_at: Date
  }
  embedded_recoveries: {
    device_id: string
    place: number
    kind: 'guardian' | 'passkey' | 'code' | 'device'
    public_key: Buffer
    proof: Buffer | null
    credential_id: string | null
    label: string | null
    sealed: Buffer
  }
  embedded_sessions: { id: string; device_id: string; created_at: Date; last_used_at: Date; ends_at: Date }
  embedded_refresh_tokens: {
    hash: Buffer
    session_id: string
    made_at: Date
    used_at: Date | null
    successor: Buffer | null
  }
  embedded_challenges: {
    id: string
    purpose: string
    name_index: Buffer
    thumbprint: string
    email: Sealed
    details: Sealed
    session_id: string | null
    code_hash: Buffer
    tries: number
    ends_at: Date
  }
  embedded_social_flows: {
    id: string
    provider: string
    state_hash: Buffer
    thumbprint: string
    secrets: Sealed
    /** Hash of the starting browser's cookie, once there is one. */
    browser_hash?: Buffer | null
    code_hash: Buffer | null
    outcome: Sealed | null
    ends_at: Date
  }
  embedded_grants: { hash: Buffer; session_id: string; purpose: string; ends_at: Date }
  embedded_reverts: {
    hash: Buffer
    user_id: string
    name_index: Buffer | null
    kept: Sealed
    made_at: Date
    ends_at: Date
  }
  embedded_proofs: { hash: Buffer; ends_at: Date }
  embedded_attempts: { kind: string; subject: Buffer; at: Date }
  embedded_notices: {
    id: string
    kind: string
    email: Sealed
    details: string
    made_at: Date
    tries: number
    next_at: Date
  }
  embedded_audit: {
    seq: ColumnType<string, never, never>
    at: Date
    event: string
    user_id: string | null
    details: string
    previous: Buffer
    hash: Buffer
  }
}

type Sealed = Buffer

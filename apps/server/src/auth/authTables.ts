import type { ColumnType } from 'kysely'

/** Tables of wallet sign-in, as of the newest migration. `Sealed` opens only with the operator's key. */
export type AuthTables = {
  auth_keys: {
    kid: string
    public_key: ColumnType<PublicKey, string, never>
    private_key: Sealed
    made_at: Date
    signs_at: Date
    ends_at: Date | null
  }
  auth_nonces: {
    hash: Buffer
    project_id: string
    origin: string
    address: Sealed | null
    chain_id: string | null
    ends_at: Date
  }
  auth_sign_ins: {
    id: string
    project_id: string
    address_index: Buffer
    /** The owner, as `ownerIndex` writes it; null for rows from before that. */
    owner_index: Buffer | null
    account: Sealed
    origin: string
    label: ColumnType<string, string | undefined, never>
    signed_in_at: Date
    last_used_at: Date
    ends_at: Date
  }
  auth_refresh_tokens: {
    hash: Buffer
    sign_in_id: string
    made_at: Date
    used_at: Date | null
    successor: Buffer | null
  }
  auth_metadata: {
    project_id: string
    account_index: Buffer
    address_index: Buffer
    metadata: Sealed
    changed_at: Date
  }
}

/** A published public key. */
export type PublicKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string }

type Sealed = Buffer

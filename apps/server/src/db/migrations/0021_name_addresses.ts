import { type Kysely, sql } from 'kysely'

/** Addresses of other families and chains that a name leads to besides its owner's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table name_addresses (
    parent text not null,
    label text not null,
    -- SLIP-44's number of the coin, ENSIP-11's of an EVM chain.
    coin_type bigint not null,
    -- As the coin writes it. Null where the owner took it away: an older signature must not bring it back while it is still taken.
    address text,
    -- By the clock of whoever signed it.
    signed_at timestamptz not null,
    created_at timestamptz not null,
    primary key (parent, label, coin_type),
    foreign key (parent, label) references names (parent, label) on delete cascade
  )`.execute(db)
  await sql`create index name_addresses_by_address on name_addresses (parent, address) where address is not null`.execute(
    db,
  )
}

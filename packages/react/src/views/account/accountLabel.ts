import type { AccountId } from '@billfold/core/model/connector'
import type { Messages } from '../../i18n/Messages.ts'

/** The account's type, if it distinguishes a wallet's accounts: two may even share an address. */
export const accountLabel = (
  { settings }: Pick<Messages, 'settings'>,
  { type }: AccountId,
  accounts: readonly AccountId[],
): string | undefined => (accounts.some((other) => other.type !== type) ? settings.types[type] : undefined)

import type { RelayUrl } from './relayUrl.ts'

/** A relay that wallets may use, and the project under which its operator knows the site. */
export type RelayEntry = { url: RelayUrl; projectId?: string | undefined }

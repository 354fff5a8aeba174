import type { AppName } from './deviceApps.ts'
import type { LedgerDevice } from './ledgerDevice.ts'
import { LedgerError } from './ledgerError.ts'
import type { LedgerAccount } from './ledgerFamily.ts'
import type { LedgerScreen } from './ledgerScreen.ts'
import type { LedgerRow } from './ledgerState.ts'
import type { Exchange } from './openDevice.ts'

/** A family's accounts on the device. */
export type AccountSource = {
  read: (device: Exchange, page: number) => Promise<LedgerRow[]>
  show: (device: Exchange, account: LedgerAccount) => Promise<LedgerAccount>
  balance: (account: LedgerAccount) => Promise<bigint>
}
type Parts = { app: AppName; source: AccountSource; screen: LedgerScreen; device: LedgerDevice }

/** Lists accounts until the visitor chooses one, which the device then shows. */
export async function chooseAccount(
  { app, source, screen, device }: Parts,
  signal: AbortSignal,
): Promise<LedgerAccount> {
  let rows: readonly LedgerRow[] = []
  let isReading = true
  const draw = () => screen.get().phase === 'accounts' && screen.show({ phase: 'accounts', rows, isReading })
  const addBalance = (row: LedgerRow) =>
    source.balance(row).then(
      (balance) => {
        rows = rows.map((each) => (each.path === row.path ? { ...each, balance } : each))
        draw()
      },
      // Without a balance the row is still an account.
      () => {},
    )
  for (let page = 0; ; ) {
    if (isReading) {
      const more = await device.inApp(app, signal, async (exchange) => {
        screen.show({ phase: 'accounts', rows, isReading })
        return source.read(exchange, page)
      })
      isReading = false
      page++
      rows = [...rows, ...more]
      for (const row of more) void addBalance(row)
    }
    screen.show({ phase: 'accounts', rows, isReading })
    const choice = await screen.next('choose', signal)
    if (choice === 'more') isReading = true
    if (typeof choice === 'string') continue
    const { account } = choice
    const shown = await device
      .inApp(app, signal, async (exchange) => {
        screen.show({ phase: 'verify', account, isApproved: false })
        return source.show(exchange, account)
      })
      .catch((e) => {
        // Rejected on the device: the address was not the one expected, so choose again.
        if (e instanceof LedgerError && e.trouble === 'rejected') return undefined
        throw e
      })
    if (!shown) continue
    if (shown.address !== account.address) throw new LedgerError('addressDiffers')
    screen.show({ phase: 'verify', account, isApproved: true })
    const last = await screen.next('choose', signal)
    if (typeof last !== 'string') return shown
  }
}

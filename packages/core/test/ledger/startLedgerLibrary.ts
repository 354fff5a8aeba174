import type { SimulatedLedger } from '@billfold/testkit/ledger/createSimulatedLedger'
import type { ContextModule } from '@ledgerhq/context-module'
import { DeviceActionStatus, DeviceManagementKitBuilder } from '@ledgerhq/device-management-kit'
import { SignerBtcBuilder } from '@ledgerhq/device-signer-kit-bitcoin'
import { SignerEthBuilder } from '@ledgerhq/device-signer-kit-ethereum'
import { SignerSolanaBuilder } from '@ledgerhq/device-signer-kit-solana'
import { webHidIdentifier, webHidTransportFactory } from '@ledgerhq/device-transport-kit-web-hid'
import { filter, firstValueFrom, type Observable } from 'rxjs'

type ActionState = { status: DeviceActionStatus; output?: unknown; error?: unknown }

/** Ledger's own client on a simulated device, without its remote data: what our client is compared with. */
export async function startLedgerLibrary(device: SimulatedLedger) {
  Object.defineProperty(globalThis.navigator, 'hid', { value: device.hid, configurable: true })
  const kit = new DeviceManagementKitBuilder().addTransport(webHidTransportFactory).build()
  const discovered = await firstValueFrom(kit.startDiscovering({ transport: webHidIdentifier }))
  const sessionId = await kit.connect({ device: discovered, sessionRefresherOptions: { isRefresherDisabled: true } })
  const parts = { dmk: kit, sessionId }
  // Offline: the real one sends calldata to Ledger's servers.
  const contextModule = new Proxy(
    {},
    { get: (_, name) => (name === 'then' ? undefined : async () => (name === 'getTypedDataFilters' ? noFilters : [])) },
  ) as unknown as ContextModule
  return {
    ethereum: new SignerEthBuilder({ ...parts, originToken: 'test' } as never).withContextModule(contextModule).build(),
    solana: new SignerSolanaBuilder({ ...parts, originToken: 'test' } as never)
      .withContextModule(contextModule as never)
      .build(),
    bitcoin: new SignerBtcBuilder(parts as never).build(),
    stop: () => kit.disconnect({ sessionId }),
  }
}
const noFilters = { type: 'error', error: new Error('No filters') }

/** The output of an action of the library; throws its error. */
export async function outputOf<T>({ observable }: { observable: Observable<unknown> }): Promise<T> {
  const last = (await firstValueFrom(
    observable.pipe(
      filter((state) =>
        [DeviceActionStatus.Completed, DeviceActionStatus.Error].includes((state as ActionState).status),
      ),
    ),
  )) as ActionState
  if (last.status === DeviceActionStatus.Error) throw last.error
  return last.output as T
}

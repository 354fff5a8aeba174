import type { Namespace } from '@billfold/protocol/caip'
import { costByParams } from './costByParams.ts'

/**
 * A method's cost to its caller, in units of which twenty make a request, and whether the caller decides its time and
 * size: such a call has a narrower gate, and its timeout says nothing about the node.
 */
export type MethodCost = { units: number; isHeavy: boolean }

type Rows = readonly (readonly [units: number, weight: 'light' | 'heavy', methods: string])[]

/** Every method that is forwarded to nodes, by family. All others are rejected by name, without a request to a node. */
const rows: Readonly<Record<Namespace, Rows>> = {
  eip155: [
    [
      1,
      'light',
      'eth_chainId eth_blockNumber eth_gasPrice eth_maxPriorityFeePerGas eth_blobBaseFee eth_baseFee eth_syncing',
    ],
    [1, 'light', 'eth_protocolVersion eth_config net_version net_listening web3_clientVersion web3_sha3'],
    [1, 'light', 'eth_getBalance eth_getTransactionCount eth_getCode eth_getStorageAt eth_getAccount'],
    [
      1,
      'light',
      'eth_getTransactionByHash eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex',
    ],
    [1, 'light', 'eth_getTransactionBySenderAndNonce eth_getRawTransactionByHash eth_getTransactionReceipt'],
    [1, 'light', 'eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber'],
    [
      1,
      'light',
      'eth_getHeaderByHash eth_getHeaderByNumber eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber',
    ],
    [1, 'light', 'eth_getUncleByBlockHashAndIndex eth_getUncleByBlockNumberAndIndex'],
    [5, 'light', 'eth_sendRawTransaction eth_sendRawTransactionConditional'],
    [5, 'light', 'eth_getBlockByHash eth_getBlockByNumber eth_getProof'],
    [2, 'heavy', 'eth_call'],
    [5, 'heavy', 'eth_sendRawTransactionSync eth_feeHistory'],
    [10, 'heavy', 'eth_estimateGas eth_createAccessList'],
    [20, 'heavy', 'eth_getLogs eth_getBlockReceipts eth_simulateV1 debug_traceCall'],
    // Of one chain each, for its libraries to compute fees and withdrawals.
    [1, 'light', 'zks_L1ChainId zks_L1BatchNumber zks_getL1BatchNumber zks_getMainContract zks_getBridgehubContract'],
    [1, 'light', 'zks_getBridgeContracts zks_getTestnetPaymaster zks_getBaseTokenL1Address zks_getFeeParams'],
    [1, 'light', 'zks_getL1GasPrice zks_gasPerPubdata zks_getProtocolVersion zks_getTransactionDetails'],
    [1, 'light', 'zks_getBlockDetails zks_getL1BatchDetails zks_getL1BatchBlockRange zks_getBytecodeByHash'],
    [
      5,
      'heavy',
      'zks_getL2ToL1LogProof zks_getL2ToL1MsgProof zks_getProof zks_getAllAccountBalances zks_getConfirmedTokens',
    ],
    [10, 'heavy', 'zks_estimateFee zks_estimateGasL1ToL2 linea_estimateGas zkevm_estimateFee'],
    [5, 'heavy', 'linea_getProof optimism_outputAtBlock'],
    [1, 'light', 'optimism_syncStatus optimism_rollupConfig optimism_version rollup_gasPrices rollup_getInfo'],
    [1, 'light', 'zkevm_consolidatedBlockNumber zkevm_isBlockConsolidated zkevm_isBlockVirtualized zkevm_batchNumber'],
    [1, 'light', 'zkevm_batchNumberByBlockNumber zkevm_virtualBatchNumber zkevm_verifiedBatchNumber'],
    [1, 'light', 'bor_getAuthor bor_getCurrentProposer bor_getCurrentValidators bor_getSignersAtHash'],
    [1, 'light', 'klay_gasPrice klay_getAccount kaia_gasPrice kaia_getAccount'],
    [1, 'light', 'sei_getEVMAddress sei_getSeiAddress sei_getCosmosTx sei_getEvmTx'],
  ],
  solana: [
    [
      1,
      'light',
      'getAccountInfo getBalance getBlockCommitment getBlockHeight getBlockTime getEpochInfo getEpochSchedule',
    ],
    [1, 'light', 'getFeeForMessage getFirstAvailableBlock getGenesisHash getHealth getHighestSnapshotSlot'],
    [1, 'light', 'getInflationGovernor getInflationRate getLatestBlockhash getMaxRetransmitSlot getMaxShredInsertSlot'],
    [1, 'light', 'getMinimumBalanceForRentExemption getRecentPerformanceSamples getRecentPrioritizationFees'],
    [1, 'light', 'getSignatureStatuses getSlot getSlotLeader getStakeMinimumDelegation getTokenAccountBalance'],
    [
      1,
      'light',
      'getTokenSupply getTransactionCount getVersion isBlockhashValid minimumLedgerSlot getPriorityFeeEstimate',
    ],
    [5, 'light', 'sendTransaction'],
    [5, 'heavy', 'getMultipleAccounts getTransaction getBlocks getBlocksWithLimit getInflationReward getSlotLeaders'],
    [10, 'heavy', 'simulateTransaction getSignaturesForAddress getTokenAccountsByOwner getTokenAccountsByDelegate'],
    [10, 'heavy', 'getTokenLargestAccounts getLeaderSchedule getBlockProduction getTransactionsForAddress'],
    [
      10,
      'heavy',
      'getAsset getAssets getAssetBatch getAssetProof getAssetProofBatch getAssetsByOwner getAssetsByGroup',
    ],
    [10, 'heavy', 'getAssetsByCreator getAssetsByAuthority getSignaturesForAsset getTokenAccounts'],
    [20, 'heavy', 'getBlock getVoteAccounts'],
    [40, 'heavy', 'getProgramAccounts'],
  ],
  polkadot: [
    [
      1,
      'light',
      'rpc_methods system_chain system_chainType system_name system_version system_properties system_health',
    ],
    [1, 'light', 'system_syncState system_nodeRoles system_accountNextIndex account_nextIndex'],
    [1, 'light', 'chainSpec_v1_chainName chainSpec_v1_genesisHash chainSpec_v1_properties'],
    [1, 'light', 'chain_getBlockHash chain_getHead chain_getHeader chain_getFinalizedHead chain_getFinalisedHead'],
    [1, 'light', 'chain_getRuntimeVersion state_getRuntimeVersion beefy_getFinalizedHead grandpa_roundState'],
    [
      1,
      'light',
      'state_getStorage state_getStorageAt state_getStorageHash state_getStorageHashAt state_getStorageSize',
    ],
    [1, 'light', 'state_getStorageSizeAt childstate_getStorage childstate_getStorageHash childstate_getStorageSize'],
    [1, 'light', 'archive_v1_finalizedHeight archive_v1_genesisHash archive_v1_hashByHeight archive_v1_header'],
    [5, 'light', 'author_submitExtrinsic'],
    [5, 'heavy', 'chain_getBlock archive_v1_body state_getReadProof childstate_getKeysPaged grandpa_proveFinality'],
    [
      10,
      'heavy',
      'state_call state_callAt archive_v1_call state_queryStorageAt payment_queryInfo payment_queryFeeDetails',
    ],
    [10, 'heavy', 'system_dryRun author_pendingExtrinsics state_getKeysPaged state_getKeysPagedAt'],
    [20, 'heavy', 'state_getMetadata'],
  ],
  bip122: [
    [
      1,
      'light',
      'getbestblockhash getblockchaininfo getblockcount getblockhash getblockheader getrawtransaction gettxout',
    ],
    [1, 'light', 'getmempoolentry getmempoolinfo getnetworkinfo estimatesmartfee decoderawtransaction validateaddress'],
    [5, 'light', 'sendrawtransaction testmempoolaccept'],
    [20, 'heavy', 'getblock getblockstats'],
  ],
}

const tableOf = (list: Rows): ReadonlyMap<string, MethodCost> =>
  new Map(
    list.flatMap(([units, weight, methods]) =>
      methods.split(' ').map((method) => [method, { units, isHeavy: weight === 'heavy' }] as const),
    ),
  )
const tables: Readonly<Record<Namespace, ReadonlyMap<string, MethodCost>>> = {
  eip155: tableOf(rows.eip155),
  solana: tableOf(rows.solana),
  polkadot: tableOf(rows.polkadot),
  bip122: tableOf(rows.bip122),
}

type Call = { method: string; params?: unknown }

/** A call's cost, by its method and parameters; undefined for a method that is not forwarded. */
export function methodCost(namespace: Namespace, { method, params }: Call): MethodCost | undefined {
  const usual = tables[namespace].get(method)
  return usual && costByParams(namespace, method, params, usual)
}

/** A subscription, or a request within one. */
const ofSubscriptions = 5

/** The total cost of calls, for rate limits. */
export const unitsOf = (namespace: Namespace, calls: readonly Call[]): number =>
  calls.reduce((sum, call) => sum + (methodCost(namespace, call)?.units ?? ofSubscriptions), 0)

/** Whether responses may be slow or large even on a healthy node. */
export const isHeavy = (namespace: Namespace, calls: readonly Call[]): boolean =>
  calls.length > 10 || calls.some((call) => methodCost(namespace, call)?.isHeavy ?? true)

import { type SwapAsk, useAppKitSwap } from '@billfold/react/headless'

const words: Record<SwapAsk, string> = {
  reset: 'Reset your existing approval',
  approve: 'Approve the exact amount',
  sign: 'Sign the permission',
  swap: 'Confirm the swap',
  all: 'Approve and swap in one',
}

export function BeforeTheSwap() {
  const { left, continueLeft, dismissLeft, asks, mayAskLess } = useAppKitSwap()
  return (
    <>
      <div role="status">
        {left ? `Your swap of ${left.from.symbol} for ${left.to.symbol} is not finished.` : null}
        {left?.isUnsure ? ' Check your wallet before trying again.' : null}
      </div>
      {left?.canContinue ? (
        <button type="button" onClick={continueLeft}>
          Continue
        </button>
      ) : null}
      {left ? (
        <button type="button" onClick={dismissLeft}>
          Dismiss
        </button>
      ) : null}
      {asks ? (
        <p>
          Your wallet will ask {mayAskLess ? 'at most' : ''} {asks.length} times:
        </p>
      ) : null}
      <ol>
        {asks?.map((ask) => (
          <li key={ask}>{words[ask]}</li>
        ))}
      </ol>
    </>
  )
}

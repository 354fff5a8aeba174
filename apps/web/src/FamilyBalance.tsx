import { useAppKitBalance } from '@billfold/react'
import { useEffect, useState } from 'react'

const askEveryMs = 5_000

type Balance = { balance: string; symbol: string } | 'unknown' | null

/** The active account's balance in any family, from the kit's public hook. */
export function FamilyBalance() {
  const { fetchBalance } = useAppKitBalance()
  const [held, setHeld] = useState<Balance>(null)
  useEffect(() => {
    let gone = false
    let timer: ReturnType<typeof setTimeout>
    async function read(): Promise<void> {
      const { data } = await fetchBalance()
      if (gone) return
      setHeld(data ?? 'unknown')
      timer = setTimeout(read, askEveryMs)
    }
    void read()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [fetchBalance])
  const isKnown = held !== null && held !== 'unknown'
  return (
    <>
      <p className="figure" data-testid="balance">
        {isKnown ? held.balance : '–'} <span className="unit">{isKnown ? held.symbol : ''}</span>
      </p>
      {held === 'unknown' && <p className="caution">The network could not tell the balance. It is asked again.</p>}
    </>
  )
}

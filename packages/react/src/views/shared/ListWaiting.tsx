import { accountTexts } from '../../i18n/compiled/accountTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** A list of the account that is on its way: its shape to see, and a word to hear. */
export function ListWaiting({ shape, count }: { shape: 'row' | 'tile'; count: number }) {
  const text = useArea(accountTexts)
  return (
    <div className={shape === 'tile' ? 'nfts' : 'rows'} aria-busy="true">
      <span className="visually-hidden">{text.loading}</span>
      <Skeleton shape={shape} count={count} />
    </div>
  )
}

import { amountTexts } from '../../i18n/compiled/amountTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Tag } from '../../ui/Tag.tsx'
import { type NamedToken, useTokenLabel } from './useTokenLabel.ts'

/** A token's name in a list to choose from, with a mark on one that calls itself as another does, or that no list names. */
export function TokenName({ token }: { token: NamedToken & { name: string; isListed?: boolean } }) {
  const { token: words } = useArea(amountTexts)
  const { poseOf, isUnlisted } = useTokenLabel()
  const mark = poseOf(token)
    ? words.callsItself(isolate(token.symbol))
    : (token.isListed === false || isUnlisted(token)) && words.unlisted
  return (
    <>
      {token.name}
      {mark ? (
        <>
          {' '}
          <Tag tone="caution">{mark}</Tag>
        </>
      ) : null}
    </>
  )
}

import { MissingFunds } from '../buy/MissingFunds.tsx'
import { Asked } from './Asked.tsx'
import { MemoField } from './MemoField.tsx'
import { Risks } from './Risks.tsx'
import { SourceRow } from './SourceRow.tsx'
import { TokenWarning } from './TokenWarning.tsx'

/** Occasional parts of the send and swap forms, in one file. */
export const formParts = { Asked, MemoField, MissingFunds, Risks, SourceRow, TokenWarning }
